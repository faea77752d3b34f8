import { describe, expect, test } from 'vitest'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import {
  flipBit,
  present,
  recordedData,
  recordedEvents,
  recordedSignings,
  recordedStep,
  vectors,
} from '#tests/support/v2-vectors.ts'
import type { Nonce, SignSession } from './messages.ts'
import { parsePayload } from './parse.ts'
import { type CheckContext, checkSession, createSession, sessionId } from './session.ts'

const recorded = [
  ...recordedSignings().map(({ session }) => session),
  recordedData(present(recordedStep('sign denied').events), 'SignRequest'),
]

/** Each member's nonces of a session. */
const noncesOf = ({ nonces }: SignSession): Map<number, Nonce[]> =>
  new Map(nonces.map(({ idx, entries }) => [idx, entries]))

describe('a recorded session', () => {
  test.each(recorded)('$sid has the id that genuine devices gave it', (session) => {
    expect(sessionId(session)).toBe(session.sid)
  })

  test.each(recorded)('$sid is the session that we make from the same input', (session) => {
    const { hashes, stamp, kind, content } = session
    const made = createSession(vectors.keyset.group, hashes, noncesOf(session), {
      stamp,
      kind,
      content,
    })
    expect(made).toEqual(session)
  })

  test.each(recorded)('$sid has another id with any bit of it flipped', (session) => {
    const flips: ((bit: number) => Partial<SignSession>)[] = [
      (bit) => ({ gid: flipBit(session.gid, bit) }),
      (bit) => ({
        hashes: session.hashes.map((hash, at) => (at === 0 ? flipBit(hash, bit) : hash)),
      }),
      (bit) => ({ stamp: (session.stamp ^ (1 << (bit & 31))) >>> 0 }),
      (bit) => ({ members: session.members.map((idx) => idx ^ (1 << (bit & 15))) }),
      (bit) => ({ content: flipBit(session.content ?? '00', bit) }),
      (bit) => ({ kind: session.kind + String.fromCharCode(97 + (bit % 26)) }),
      (bit) => ({ hashes: [...session.hashes, flipBit('00'.repeat(32), bit)] }),
    ]
    for (const flip of flips) {
      for (let bit = 0; bit < 256; bit += 1) {
        const changed = { ...session, ...flip(bit) }
        // A single zero byte stands for no content.
        if (changed.content !== session.content && changed.content === '00') continue
        expect(sessionId(changed)).not.toBe(session.sid)
      }
    }
  })
})

test('empty content is no content', () => {
  const [session] = recorded
  const none = { ...present(session), content: null }
  expect(sessionId({ ...none, content: '' })).toBe(sessionId(none))
})

describe('a session that genuine devices were tested with', () => {
  const { group, group_id } = vectors.keyset
  const context: CheckContext = { group, gid: group_id, self: 1, asker: 2 }
  /** The reason for which we refuse each, or null. */
  const reasons: Record<string, string | null> = {
    good: null,
    'stamp zero': null,
    'wrong group id, session id recomputed': refusal.groupIdMismatch,
    'wrong session id': protocolTexts.sessionIdMismatch,
    'one code for two hashes': v2Refusal.nonceTwice,
    'right code, other hidden_pn': v2Refusal.nonceMismatch,
    'unknown code': v2Refusal.nonceUnavailable,
    'members 1,2,3 with nonce sets of 1,2': v2Refusal.nonceSets,
    'same hash twice': null,
  }

  test.each(vectors.sign_cases)('is checked: “$name”', ({ name, session, genuine_reply }) => {
    // Our advertised nonces were not recorded. They are those that the session uses, except in two cases.
    const entries = present(session.nonces.find(({ idx }) => idx === context.self)).entries
    const unspent = new Map<string, Nonce>(entries.map((entry) => [entry.code, entry]))
    if (name === 'unknown code') unspent.clear()
    if (name === 'right code, other hidden_pn')
      for (const [code, nonce] of unspent)
        unspent.set(code, { ...nonce, hidden_pn: nonce.binder_pn })
    const read = parsePayload.SignRequest(session)
    const reason = read.ok
      ? checkSession(read.value, context, (code) => unspent.get(code))
      : read.error
    expect(reason).toBe(reasons[name])
    const isStricter = reason !== null && genuine_reply !== null
    expect(isStricter).toBe(name === 'members 1,2,3 with nonce sets of 1,2')
    if (genuine_reply === null) expect(reason).not.toBeNull()
  })
})

test('every recorded signing request is among these', () => {
  const requests = recordedEvents.filter(({ plaintext }) => plaintext.includes('"SignRequest"'))
  expect(requests).toHaveLength(recorded.length)
})
