import { describe, expect, test } from 'vitest'
import { refusal } from '#contract/messages.ts'
import { fail } from '#lib/errors.ts'
import { verifySignature } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { signingOf } from '#tests/support/v2-signing.ts'
import { createJob, type JobInput, type JobKind } from '../jobs.ts'
import type { V2Pair } from '../keyset.ts'
import type { SecretNonce } from './frost.ts'
import { createSession } from './session.ts'

const prng = seededPrng(1707)
const hex = () => Buffer.from(prng.bytes(32)).toString('hex')
const { group, signers } = signingOf(prng, 2, 3)
const [ours, theirs] = signers.map(({ share }): V2Pair => ({ group, share }))
if (!ours || !theirs) throw new Error('too few signers')

/** Runs a job to its end; its input and output are copied as for a thread. */
function result<K extends JobKind>(kind: K, keys: V2Pair, input: JobInput<K>) {
  const steps = createJob(kind, structuredClone({ v2: keys }), structuredClone(input))
  for (let count = 0; ; count += 1) {
    const step = steps.next()
    if (step.done) return { value: structuredClone(step.value), steps: count }
  }
}

/** A session that we ask for, and both members' nonces. */
function sessionOf(hashes: number) {
  const own = result('nonces', ours as V2Pair, hashes).value
  const peers = result('nonces', theirs as V2Pair, hashes).value
  const nonces = new Map<number, readonly SecretNonce[]>([
    [ours?.share.idx ?? 0, own],
    [theirs?.share.idx ?? 0, peers],
  ])
  const vectors = Array.from({ length: hashes }, hex)
  return { session: createSession(group, vectors, nonces, { stamp: 1_750_000_000 }), own, peers }
}

/** The other member's answer to a session. */
function answerTo({ session, peers: secrets }: ReturnType<typeof sessionOf>) {
  const parts = result('prepare', theirs as V2Pair, session).value
  const { value: psigs, steps } = result('sign', theirs as V2Pair, { parts, secrets })
  return { idx: theirs?.share.idx ?? 0, psigs, steps }
}

describe('the work of a session of protocol 2026', () => {
  test('makes signatures that are valid under the group’s key, a hash a step', () => {
    const begun = sessionOf(5)
    const { session, own } = begun
    const answer = answerTo(begun)
    const open = result('open', ours, { session, own })
    const input = { session, parts: open.value, answers: [answer] }
    const { value: combined, steps } = result('aggregate', ours, input)
    // One more step verifies the results.
    expect([answer.steps, open.steps, steps]).toEqual([6, 5, 5])
    if (!combined.ok) throw new Error('not combined')
    const isValid = combined.signatures.map((signature, at) =>
      verifySignature(signature, session.hashes[at] ?? '', group.group_pk),
    )
    expect(isValid).toEqual([true, true, true, true, true])
  })

  test('names the member whose part is wrong', () => {
    const begun = sessionOf(3)
    const { session, own } = begun
    const { idx, psigs } = answerTo(begun)
    const lie = psigs.map((psig, at) => ({
      ...psig,
      partial_sig: at === 2 ? hex() : psig.partial_sig,
    }))
    const parts = result('open', ours, { session, own }).value
    const answers = [{ idx, psigs: lie }]
    expect(result('aggregate', ours, { session, parts, answers }).value).toEqual({
      ok: false,
      culprits: [idx],
    })
  })

  test('returns no invalid partial signature, such as one with another nonce', () => {
    const { session, peers } = sessionOf(2)
    const parts = result('prepare', theirs, session).value
    const secrets = peers.toReversed()
    expect(thrownBy(() => result('sign', theirs, { parts, secrets }))).toBeInstanceOf(Error)
  })

  test('finds a nonce that is no point before a nonce is spent', () => {
    const { session } = sessionOf(2)
    for (const set of session.nonces) {
      const changed = structuredClone(session)
      const entry = changed.nonces.find(({ idx }) => idx === set.idx)?.entries[1]
      if (entry) entry.hidden_pn = `02${'ff'.repeat(32)}`
      expect(thrownBy(() => result('prepare', theirs, changed))).toBeInstanceOf(Error)
    }
  })
})

test('a key that is not a point ends a key exchange with a reason', () => {
  const keys = [group.group_pk, 'ff'.repeat(32)]
  expect(result('keyshares', ours, { members: [1, 2], keys }).value).toMatchObject(
    fail(refusal.publicKeyInvalid),
  )
})

test('no two nonces have anything in common', () => {
  const nonces = [20, 1, 0, 20].flatMap((count) => result('nonces', ours, count).value)
  const parts = nonces.flatMap((nonce) => Object.values(nonce))
  expect(nonces).toHaveLength(41)
  expect(new Set(parts).size).toBe(41 * 5)
})

test('work without keys of its protocol is refused', () => {
  expect(thrownBy(() => createJob('nonces', {}, 1))).toBeInstanceOf(Error)
})
