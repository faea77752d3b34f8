import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { request, cipher as texts } from '#contract/codes.ts'
import { refusal } from '#contract/messages.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { EcdhPackage } from '#protocol/v1/messages.ts'
import { counterparty } from '#tests/support/counterparty.ts'
import { type LyingPeer, startLyingPeer } from '#tests/support/lying-peer.ts'
import { mountSigner } from '#tests/support/mounted-routes.ts'
import { openPolicyEngine } from '#tests/support/rules.ts'
import { type Scope, startPeerFor, startRelayFor } from '#tests/support/scope.ts'
import { createKey } from './key.ts'
import type { Ciphered, CipherRequest, Outcome } from './request.ts'

const TEXT = 'What only the two of us may read 🧊'
const CIPHERS = ['nip44', 'nip04'] as const
const CALLER = { door: 'owner', id: 'olga' } as const

/** A random point. */
const another = () =>
  Buffer.from(secp256k1.getPublicKey(Uint8Array.from(randomBytes(32)))).toString('hex')

/**
 * The key of a group: a signer holds the first share and, in a group of two, the honest peer that
 * it needs holds the other.
 */
async function startKey(
  scope: Scope,
  { totalMembers = 2, peers = [2] }: { totalMembers?: number; peers?: number[] } = {},
) {
  const keyset = generateKeyset({ threshold: 2, totalMembers })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url)
  for (const idx of peers) {
    const share = keyset.shareCredentials[idx - 1] ?? ''
    await startPeerFor(scope, { group: keyset.groupCredential, share, relays: [relay.url] })
  }
  const { supervisor, kept } = signer.context.keysets.first
  const key = createKey({
    keyset: supervisor,
    policyEngine: openPolicyEngine(),
    audit: ({ caller, ...use }) => kept.audit.recordSoon({ actor: caller.id, ...use }),
    digest: (text) => text,
    onError: (error) => expect.fail(String(error)),
  })
  const run = (operation: CipherRequest['operation'], counterparty: string, content: string) =>
    key.carryOut({ operation, caller: CALLER, counterparty, content })
  return { keyset, relay, signer, run }
}

/** The result of a request that must succeed. */
const resultOf = (outcome: Outcome<Ciphered>): string =>
  outcome.ok ? outcome.value.result : expect.fail(outcome.why.error)

test('many calls at once for one key take one exchange', async (scope) => {
  const { keyset, signer, run } = await startKey(scope)
  const other = counterparty(keyset)
  const calls = Array.from({ length: 20 }, (_, n) =>
    run('nip44.decrypt', other.pubkey, other.nip44.encrypt(`text ${n}`)),
  )
  const answers = await Promise.all(calls)
  expect(answers.map(resultOf)).toEqual(calls.map((_, n) => `text ${n}`))
  expect(signer.exchanges()).toBe(1)
})

describe('content that does not decrypt', () => {
  // A text with a MAC is first tried with an unproven secret.
  const costs = { nip44: 2, nip04: 1 }

  test.for(CIPHERS)('by %s takes no exchange once a secret is proven', async (cipher, scope) => {
    const { keyset, signer, run } = await startKey(scope)
    const [other, stranger] = [counterparty(keyset), counterparty(keyset)]
    const undecryptable = { ok: false, code: 'BAD_REQUEST', why: texts.undecryptable }
    const tryJunk = async () =>
      run(`${cipher}.decrypt`, other.pubkey, stranger[cipher].encrypt(TEXT))

    for (let round = 0; round < 2; round += 1) {
      const crowd = await Promise.all(Array.from({ length: 5 }, tryJunk))
      for (const answer of crowd) expect(answer).toMatchObject(undecryptable)
    }
    const sound = other[cipher].encrypt(TEXT)
    expect(resultOf(await run(`${cipher}.decrypt`, other.pubkey, sound))).toBe(TEXT)
    expect(resultOf(await run(`${cipher}.encrypt`, other.pubkey, TEXT))).not.toBe('')
    expect(signer.exchanges()).toBe(costs[cipher])
  })
})

test('an unproven secret that has decrypted a text is proven before it encrypts one', async (scope) => {
  const { keyset, signer, run } = await startKey(scope)
  const other = counterparty(keyset)
  const received = other.nip44.encrypt(TEXT)
  expect(resultOf(await run('nip44.decrypt', other.pubkey, received))).toBe(TEXT)
  expect(signer.exchanges()).toBe(1)
  for (let round = 0; round < 2; round += 1) {
    const sent = await run('nip44.encrypt', other.pubkey, TEXT)
    expect(other.nip44.decrypt(resultOf(sent))).toBe(TEXT)
    expect(signer.exchanges()).toBe(2)
  }
})

describe('a peer that lies', () => {
  const [two, three] = [2, 3] as const

  /** A group of three whose second member lies. At first only that member may be asked. */
  async function startWithLiar(
    scope: Scope,
    keyshare: (honest: EcdhPackage, asked: EcdhPackage) => string,
  ) {
    const started = await startKey(scope, { totalMembers: 3, peers: [three] })
    const { keyset, relay, signer } = started
    const liar = await startLyingPeer(scope, { keyset, idx: two, relay: relay.url, keyshare })
    const honest = keyset.group.commits.find(({ idx }) => idx === three)?.pubkey ?? ''
    const mayAskHonest = (allowSend: boolean) =>
      signer.node.peers.setPolicy(honest, { allowSend, allowReceive: true })
    mayAskHonest(false)
    return { ...started, liar, mayAskHonest }
  }

  /** The answer to a caller when only the liar could be asked, and the entry in the log. */
  const accused = ({ pubkey }: LyingPeer, keyset: Keyset) => {
    const member = keyset.group.commits.find((commit) => commit.pubkey.slice(2) === pubkey)
    const name = member?.pubkey.slice(0, 8) ?? ''
    const why = request.keyshareWrong([name])
    const entry = `Peer ${name} answered wrongly: ${refusal.keyshareWrong}`
    return { refused: { ok: false, code: 'SIGN_FAILED', why }, entry }
  }

  test('is found out before anything is encrypted, and another peer helps', async (scope) => {
    const { keyset, signer, run, liar, mayAskHonest } = await startWithLiar(scope, another)
    const other = counterparty(keyset)
    const { refused, entry } = accused(liar, keyset)
    for (const cipher of CIPHERS)
      expect(await run(`${cipher}.encrypt`, other.pubkey, TEXT)).toEqual(refused)
    const unsealed = other.nip04.encrypt(TEXT)
    expect(await run('nip04.decrypt', other.pubkey, unsealed)).toEqual(refused)
    expect(signer.context.events.entries().map(({ message }) => message)).toContain(entry)

    mayAskHonest(true)
    for (const cipher of CIPHERS) {
      const sent = await run(`${cipher}.encrypt`, other.pubkey, TEXT)
      expect(other[cipher].decrypt(resultOf(sent))).toBe(TEXT)
    }
  })

  test('is found out when the content does not decrypt, and another peer helps', async (scope) => {
    const { keyset, run, liar, mayAskHonest } = await startWithLiar(scope, another)
    const other = counterparty(keyset)
    const received = other.nip44.encrypt(TEXT)
    const { refused } = accused(liar, keyset)
    expect(await run('nip44.decrypt', other.pubkey, received)).toEqual(refused)
    mayAskHonest(true)
    expect(resultOf(await run('nip44.decrypt', other.pubkey, received))).toBe(TEXT)
    const sent = await run('nip44.encrypt', other.pubkey, TEXT)
    expect(other.nip44.decrypt(resultOf(sent))).toBe(TEXT)
  })

  test('spoils no text that is encrypted while another is decrypted', async (scope) => {
    const { keyset, run, liar } = await startWithLiar(scope, another)
    const other = counterparty(keyset)
    const [, encrypted] = await Promise.all([
      run('nip44.decrypt', other.pubkey, other.nip44.encrypt(TEXT)),
      run('nip44.encrypt', other.pubkey, TEXT),
    ])
    expect(encrypted).toEqual(accused(liar, keyset).refused)
  })

  test('whose part cancels our own is named, and another peer helps', async (scope) => {
    const negated = (_: EcdhPackage, { keyshare }: EcdhPackage) =>
      `${keyshare.startsWith('02') ? '03' : '02'}${keyshare.slice(2)}`
    const { keyset, signer, run, liar, mayAskHonest } = await startWithLiar(scope, negated)
    const other = counterparty(keyset)
    const { refused, entry } = accused(liar, keyset)
    expect(await run('nip44.encrypt', other.pubkey, TEXT)).toEqual(refused)
    expect(signer.context.events.entries().map(({ message }) => message)).toContain(entry)
    mayAskHonest(true)
    const sent = await run('nip44.encrypt', other.pubkey, TEXT)
    expect(other.nip44.decrypt(resultOf(sent))).toBe(TEXT)
  })
})
