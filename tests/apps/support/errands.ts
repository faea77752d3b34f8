import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect } from 'vitest'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { rounds } from '../../support/long.ts'
import { newHash } from '../../support/new-hash.ts'
import type { Cipher, ClientProcess } from '../client-process.ts'
import type { Client } from './clients.ts'
import { outsider } from './outsider.ts'
import type { RemoteSigner } from './remote-signer.ts'

const TEXT = 'Grüße aus dem Packeis 🧊 "with" \\ and\na line'
const AT_ONCE = rounds(4, 20)

/** A client that is paired with a signer. */
export interface Paired {
  client: ClientProcess
  of: Client
  signer: RemoteSigner
}

const note = (content: string): EventTemplate => ({
  ...{ kind: 1, content, tags: [] },
  created_at: Math.floor(Date.now() / 1000),
})

/** Everyday events, by name (NIP-01, 02, 23, 25). */
const EVENTS: Record<string, () => EventTemplate> = {
  'a note': () => note(TEXT),
  'a profile': () => ({ ...note(JSON.stringify({ name: TEXT })), kind: 0 }),
  'a reaction': () => ({ ...note('+'), kind: 7, tags: [['p', anybody()]] }),
  'an article': () => ({ ...note(`# ${TEXT}`), kind: 30_023, tags: [['d', 'packeis']] }),
  'a list of those followed': () => follows(600),
}

/** A list of this many people (NIP-02). */
export const follows = (count: number): EventTemplate => ({
  ...{ ...note(''), kind: 3 },
  // Nobody checks that these are keys.
  tags: Array.from({ length: count }, () => ['p', newHash()]),
})

const anybody = () => getPublicKey(generateSecretKey())

/** Makes every request that a client can make, each once, and checks the answers. */
export async function runErrands(paired: Paired): Promise<void> {
  const { client, of, signer } = paired
  if (of.faults.getPublicKey === undefined) {
    expect(await client.getPublicKey(), 'the public key').toBe(signer.pubkey)
  }
  if (canSign(paired)) {
    for (const [what, event] of Object.entries(EVENTS)) {
      expectSigned(await sign(paired, event()), event(), signer, what)
    }
    const notes = Array.from({ length: AT_ONCE }, (_, n) => note(`${n}`))
    const signed = await Promise.all(notes.map((one) => sign(paired, one)))
    for (const [n, one] of signed.entries()) {
      expectSigned(one, notes[n] as EventTemplate, signer, 'one of many notes')
    }
  }
  for (const cipher of ['nip44', 'nip04'] as const) await exchange(paired, cipher)
  if (client.can('ping')) await client.ping()
  if (client.can('getRelays')) expect(await client.getRelays()).toEqual({})
  if (of.faults.errors === undefined) {
    const cipher = client.can('nip44Decrypt') && !of.faults.nip44Decrypt ? 'nip44' : 'nip04'
    const refused = client.decrypt(cipher, anybody(), 'no ciphertext at all')
    await expect(refused, 'why it fails').rejects.toThrow(/is not a NIP-(04|44) payload/)
  }
}

/** Makes one request, of a kind that the client gets right. */
export async function runErrand(paired: Paired, patience?: number): Promise<void> {
  if (canSign(paired)) {
    const one = note(TEXT)
    expectSigned(await sign(paired, one, patience), one, paired.signer, 'a note')
  } else {
    await paired.client.encrypt('nip44', anybody(), TEXT)
  }
}

/** Encrypts for somebody outside, and decrypts from there, as far as the client can. */
async function exchange({ client, of, signer }: Paired, cipher: Cipher): Promise<void> {
  const other = outsider(signer.pubkey)
  if (client.can(`${cipher}Encrypt`)) {
    const sent = await client.encrypt(cipher, other.pubkey, TEXT)
    expect(other.decrypt(cipher, sent), `written in ${cipher}`).toBe(TEXT)
  }
  if (client.can(`${cipher}Decrypt`) && !(cipher === 'nip44' && of.faults.nip44Decrypt)) {
    const received = other.encrypt(cipher, TEXT)
    expect(await client.decrypt(cipher, other.pubkey, received), `read in ${cipher}`).toBe(TEXT)
  }
}

const canSign = ({ client, of }: Paired): boolean =>
  of.faults.sign === undefined || client.can('request')

/** Signs by the client's own function, or only by its transport if that function is at fault. */
async function sign(
  { client, of }: Paired,
  event: EventTemplate,
  patience?: number,
): Promise<NostrEvent> {
  if (of.faults.sign === undefined) return client.sign(event, patience)
  const answer = await client.request('sign_event', [JSON.stringify(event)], patience)
  return JSON.parse(answer) as NostrEvent
}

function expectSigned(
  signed: NostrEvent,
  event: EventTemplate,
  { pubkey }: RemoteSigner,
  what: string,
): void {
  const { kind, content } = event
  expect(signed, what).toMatchObject({ kind, content, pubkey })
  expect(signed.tags.length, what).toBe(event.tags.length)
  expect(verifyEvent(signed), `${what}: its signature`).toBe(true)
}
