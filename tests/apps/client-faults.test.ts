import { beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/long.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { type Client, clientsHere, type Fault } from './support/clients.ts'
import { startControlSigner } from './support/control-signer.ts'
import { type Paired, runErrand } from './support/errands.ts'
import { outsider } from './support/outsider.ts'
import { pair } from './support/pair-client.ts'
import type { RemoteSigner } from './support/remote-signer.ts'

const NOTE = { kind: 1, content: 'a note', tags: [], created_at: 1_700_000_000 }
const PATIENCE_MS = 5_000

const scope = fileScope()
let signer: RemoteSigner

beforeAll(async () => {
  signer = await startControlSigner(scope)
})

const started = new Map<Client, Promise<Paired>>()

/** The client in one process, which all these tests share. */
function paired(of: Client): Promise<Paired> {
  const one = started.get(of) ?? pair(scope, signer, of)
  started.set(of, one)
  return one
}

/** The clients with this fault; except in a long run, only those that need no browser. */
const having = (fault: Fault): Client[] =>
  clientsHere.filter(({ faults, isInPage }) => faults[fault] !== undefined && (isLong || !isInPage))

// This signer has nothing of Floe in it: the tests fail if a client is mended, or a listed fault is Floe's.
describe('with another signer too', () => {
  it.for(having('getPublicKey'))('$name takes the wrong key for the user’s', async (of) => {
    const { client } = await paired(of)
    expect(await client.getPublicKey()).not.toBe(signer.pubkey)
  })

  it.for(having('sign'))('$name refuses or spoils what is signed', async (of) => {
    const { client } = await paired(of)
    await expect(client.sign(NOTE)).rejects.toThrow()
  })

  it.for(having('nip44Decrypt'))('$name encrypts what it should decrypt', async (of) => {
    const { client } = await paired(of)
    const { pubkey, encrypt } = outsider(signer.pubkey)
    expect(await client.decrypt('nip44', pubkey, encrypt('nip44', 'text'))).not.toBe('text')
  })

  it.for(having('errors'))('$name takes an error for a result', async (of) => {
    const { client } = await paired(of)
    const { pubkey } = outsider(signer.pubkey)
    expect(await client.decrypt('nip44', pubkey, 'no ciphertext at all')).toBe('error')
  })

  it('some clients get no answer after the relay was restarted', async () => {
    const deaf: Paired[] = []
    for (const of of having('relayRestart')) deaf.push(await paired(of))
    const [sound] = clientsHere.filter(({ name }) => name === 'go-nostr')
    const other = await paired(sound as Client)
    await signer.relay.stop()
    await signer.relay.start()
    const isServed = () =>
      runErrand(other, PATIENCE_MS).then(
        () => true,
        () => false,
      )
    await until(isServed, { what: 'a sound client to be served again' })
    const outcomes = await Promise.allSettled(deaf.map((one) => runErrand(one, PATIENCE_MS)))
    expect(outcomes.map(({ status }) => status)).toEqual(deaf.map(() => 'rejected'))
  })
})
