import { describe, expect, onTestFinished, test } from 'vitest'
import { policyOutcome, request } from '#contract/codes.ts'
import { protocolTexts } from '#contract/messages.ts'
import { MAX_HASHES } from '#protocol/limits.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import { openRules, permitFor, SIGNING } from '#tests/support/rules.ts'
import { simulateTime } from '#tests/support/simulated-time.ts'
import { SIGN_QUEUE_INTERVAL, SIGN_QUEUE_MAX } from '../limits.ts'
import { type BatchOutcome, SignQueue } from './sign-queue.ts'

interface Session {
  at: number
  vectors: SighashVector[]
  events: readonly string[] | null
  /** Reports some of its signatures, and goes on. */
  sign(...sighashes: string[]): void
  /** Ends it with a signature for each hash. */
  succeed(): void
  finish(outcome: BatchOutcome): void
  breakDown(): void
}

const hash = (n: number): string => n.toString(16).padStart(64, '0')
const signatureOf = (sighash: string) => ({
  sighash,
  pubkey: hash(99),
  signature: `${sighash}${sighash}`,
})

/** A queue whose sessions and whose time the test controls. */
function setUp() {
  const sessions: Session[] = []
  const time = simulateTime({ onTestFinished }, () => sessions.length)
  const queue = new SignQueue({
    signBatch: (_, vectors, { events = null, onSigned } = {}) =>
      new Promise((resolve, reject) => {
        const succeed = () =>
          resolve({ ok: true, signatures: vectors.map(([sighash]) => signatureOf(sighash)) })
        const breakDown = () => reject(new Error('disk full'))
        sessions.push({
          at: Date.now(),
          vectors,
          events,
          sign: (...sighashes) => onSigned?.(sighashes.map(signatureOf)),
          succeed,
          finish: resolve,
          breakDown,
        })
      }),
    now: Date.now,
  })
  onTestFinished(() => queue.stop())
  const session = (n: number): Session => {
    const found = sessions[n]
    if (found === undefined) throw new Error(`no session ${n}`)
    return found
  }
  const untilSessions = (count: number) => time.untilTrue(() => sessions.length === count)
  return { queue, sessions, session, untilSessions }
}

const firsts = (session: Session): string[] => session.vectors.map(([sighash]) => sighash)

describe('a request for a signature', () => {
  test('is sent at once when it is alone', () => {
    const { queue, sessions } = setUp()
    void queue.push(SIGNING, [hash(1)])
    expect(sessions.map((session) => session.vectors)).toEqual([[[hash(1)]]])
  })

  test('is sent at once when the session before it has just ended', async () => {
    const { queue, sessions, session } = setUp()
    for (let n = 0; n < 5; n += 1) {
      const signed = queue.push(SIGNING, [hash(n)])
      session(n).succeed()
      expect(await signed).toMatchObject({ ok: true })
    }
    expect(sessions).toHaveLength(5)
    expect(session(4).at).toBe(session(0).at)
  })

  test('gets its own signature', async () => {
    const { queue, session } = setUp()
    const first = queue.push(SIGNING, [hash(1)])
    const others = [2, 3].map((n) => queue.push(SIGNING, [hash(n)]))
    session(0).succeed()
    await first
    session(1).succeed()
    expect(await Promise.all([first, ...others])).toEqual(
      [1, 2, 3].map((n) => ({ ok: true, signature: signatureOf(hash(n)) })),
    )
  })
})

describe('requests that come during a session', () => {
  test('are sent together when it ends', async () => {
    const { queue, sessions, session } = setUp()
    const first = queue.push(SIGNING, [hash(1)])
    for (const n of [2, 3, 4]) void queue.push(SIGNING, [hash(n)])
    expect(sessions).toHaveLength(1)
    session(0).succeed()
    await first
    expect(sessions).toHaveLength(2)
    expect(session(1).vectors).toEqual([[hash(2)], [hash(3)], [hash(4)]])
    expect(session(1).at).toBe(session(0).at)
  })

  test('are sent together after 100 ms if it has not ended by then', async () => {
    const { queue, sessions, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(1)])
    for (const n of [2, 3, 4]) void queue.push(SIGNING, [hash(n)])
    await untilSessions(2)
    expect(firsts(session(1))).toEqual([hash(2), hash(3), hash(4)])
    expect(session(1).at - session(0).at).toBe(SIGN_QUEUE_INTERVAL)
    expect(sessions).toHaveLength(2)
  })

  test('are sent in sessions of at most a hundred', async () => {
    const { queue, sessions, session, untilSessions } = setUp()
    for (let n = 0; n <= 2 * MAX_HASHES + 50; n += 1) void queue.push(SIGNING, [hash(n)])
    await untilSessions(4)
    expect(sessions.map((one) => one.vectors.length)).toEqual([1, MAX_HASHES, MAX_HASHES, 50])
    expect(firsts(session(1))[0]).toBe(hash(1))
    expect(firsts(session(3)).at(-1)).toBe(hash(2 * MAX_HASHES + 50))
  })

  test('with tweaks are sent separately, and don’t delay the others', async () => {
    const { queue, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(1)])
    void queue.push(SIGNING, [hash(2)])
    void queue.push(SIGNING, [hash(3), hash(7)])
    void queue.push(SIGNING, [hash(4)])
    void queue.push(SIGNING, [hash(5), hash(8)])
    await untilSessions(3)
    expect(firsts(session(1))).toEqual([hash(2), hash(4)])
    expect(firsts(session(2))).toEqual([hash(3), hash(5)])
  })

  test('for events are sent separately, each with its event', async () => {
    const { queue, sessions, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(1)])
    void queue.push(SIGNING, [hash(2)], 'event 2')
    void queue.push(SIGNING, [hash(3)])
    void queue.push(SIGNING, [hash(4)], 'event 4')
    await untilSessions(3)
    expect(sessions.map(({ events }) => events)).toEqual([null, ['event 2', 'event 4'], null])
    expect(firsts(session(1))).toEqual([hash(2), hash(4)])
    expect(firsts(session(2))).toEqual([hash(3)])
  })

  test('for the same hash with other tweaks are sent in another session', async () => {
    const { queue, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(9)])
    void queue.push(SIGNING, [hash(1)])
    void queue.push(SIGNING, [hash(1), hash(7)])
    void queue.push(SIGNING, [hash(2)])
    session(0).succeed()
    await untilSessions(3)
    expect(session(1).vectors).toEqual([[hash(1)], [hash(2)]])
    expect(session(2).vectors).toEqual([[hash(1), hash(7)]])
  })
})

describe('a session whose signatures come a few at a time', () => {
  test('gives each one to its caller at once, and fails only for the others', async () => {
    const { queue, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(9)])
    const [early, late] = [queue.push(SIGNING, [hash(1)]), queue.push(SIGNING, [hash(2)])]
    session(0).succeed()
    await untilSessions(2)
    session(1).sign(hash(1))
    const signed = { ok: true, signature: signatureOf(hash(1)) }
    expect(await early).toEqual(signed)
    const twin = queue.push(SIGNING, [hash(1)])
    const why = request.timeout(5_000)
    session(1).finish({ ok: false, why, signatures: [signatureOf(hash(1))] })
    expect(await twin).toEqual(signed)
    expect(await late).toEqual({ ok: false, why })
  })
})

describe('the same request twice', () => {
  test('is signed once while it waits, and both callers get the signature', async () => {
    const { queue, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(9)])
    const twins = [queue.push(SIGNING, [hash(1), hash(7)]), queue.push(SIGNING, [hash(1), hash(7)])]
    session(0).succeed()
    await untilSessions(2)
    expect(session(1).vectors).toEqual([[hash(1), hash(7)]])
    session(1).succeed()
    const outcome = { ok: true, signature: signatureOf(hash(1)) }
    expect(await Promise.all(twins)).toEqual([outcome, outcome])
  })

  test('is signed once while it is under way', async () => {
    const { queue, sessions, session } = setUp()
    const twins = [queue.push(SIGNING, [hash(1)]), queue.push(SIGNING, [hash(1)])]
    session(0).succeed()
    expect(await Promise.all(twins)).toMatchObject([{ ok: true }, { ok: true }])
    expect(sessions).toHaveLength(1)
  })

  test('fails for both callers', async () => {
    const { queue, session } = setUp()
    const twins = [queue.push(SIGNING, [hash(1)]), queue.push(SIGNING, [hash(1)])]
    session(0).finish({ ok: false, why: request.timeout(5_000) })
    const outcome = { ok: false, why: request.timeout(5_000) }
    expect(await Promise.all(twins)).toEqual([outcome, outcome])
  })

  test('is signed again after it was answered', async () => {
    const { queue, sessions, session } = setUp()
    const signed = queue.push(SIGNING, [hash(1)])
    session(0).succeed()
    await signed
    void queue.push(SIGNING, [hash(1)])
    expect(sessions).toHaveLength(2)
  })
})

describe('a full queue', () => {
  test('refuses more, with a reason, and takes more once there is room', async () => {
    const { queue, sessions, session, untilSessions } = setUp()
    const first = queue.push(SIGNING, [hash(0)])
    for (let n = 1; n <= SIGN_QUEUE_MAX; n += 1) void queue.push(SIGNING, [hash(n)])
    const full = { ok: false, why: request.queueFull(SIGN_QUEUE_MAX), code: 'busy' }
    expect(await queue.push(SIGNING, [hash(SIGN_QUEUE_MAX + 1)])).toEqual(full)
    session(0).succeed()
    await first
    await untilSessions(11)
    const late = queue.push(SIGNING, [hash(SIGN_QUEUE_MAX + 1)])
    for (const one of sessions) one.succeed()
    await untilSessions(12)
    session(11).succeed()
    expect(await late).toMatchObject({ ok: true })
  })

  test('still accepts a request that is already waiting in it', async () => {
    const { queue, sessions, untilSessions } = setUp()
    for (let n = 0; n <= SIGN_QUEUE_MAX; n += 1) void queue.push(SIGNING, [hash(n)])
    const twin = queue.push(SIGNING, [hash(500)])
    await untilSessions(11)
    for (const one of sessions) one.succeed()
    expect(await twin).toEqual({ ok: true, signature: signatureOf(hash(500)) })
  })
})

describe('a session that fails', () => {
  test('fails for its own requests, and the next session is sent', async () => {
    const { queue, session, untilSessions } = setUp()
    const first = queue.push(SIGNING, [hash(1)])
    const second = queue.push(SIGNING, [hash(2)])
    session(0).finish({ ok: false, why: { error: 'no peers' } })
    expect(await first).toEqual({ ok: false, why: { error: 'no peers' } })
    await untilSessions(2)
    session(1).succeed()
    expect(await second).toMatchObject({ ok: true })
  })

  test('with an error is treated like any other, and the next session is sent', async () => {
    const { queue, session, untilSessions } = setUp()
    const [first, second] = [queue.push(SIGNING, [hash(1)]), queue.push(SIGNING, [hash(2)])]
    session(0).breakDown()
    expect(await first).toEqual({ ok: false, why: { error: protocolTexts.nodeError } })
    await untilSessions(2)
    session(1).succeed()
    expect(await second).toMatchObject({ ok: true })
  })

  test('to make one of its signatures fails only for the caller of that one', async () => {
    const { queue, session, untilSessions } = setUp()
    void queue.push(SIGNING, [hash(9)])
    const [kept, lost] = [queue.push(SIGNING, [hash(1)]), queue.push(SIGNING, [hash(2)])]
    session(0).succeed()
    await untilSessions(2)
    session(1).finish({ ok: true, signatures: [signatureOf(hash(1))] })
    expect(await kept).toMatchObject({ ok: true })
    expect(await lost).toEqual({ ok: false, why: { error: protocolTexts.signatureMissing } })
  })
})

describe('after a stop', () => {
  test('waiting requests fail, and the session under way still answers', async () => {
    const { queue, session } = setUp()
    const underWay = queue.push(SIGNING, [hash(1)])
    const waiting = queue.push(SIGNING, [hash(2)])
    queue.stop()
    expect(await waiting).toEqual({ ok: false, why: request.stopped, code: 'stopped' })
    session(0).succeed()
    expect(await underWay).toMatchObject({ ok: true })
  })

  test('new requests fail', async () => {
    const { queue, sessions } = setUp()
    queue.stop()
    expect(await queue.push(SIGNING, [hash(1)])).toEqual({
      ok: false,
      why: request.stopped,
      code: 'stopped',
    })
    expect(sessions).toEqual([])
  })
})

test('When the owner stops everything, all requests end at once, and the same can be made again later', async () => {
  const { queue, session, untilSessions } = setUp()
  const rules = openRules()
  const before = permitFor('sign', rules.policyEngine)
  const underWay = queue.push(before, [hash(1)])
  const waiting = queue.push(before, [hash(2)])
  rules.stop.stop()
  const stopped = { ok: false, why: policyOutcome.stopped, code: 'stopped' }
  expect(await underWay).toEqual(stopped)
  expect(await queue.push(before, [hash(3)])).toEqual(stopped)
  rules.stop.lift()
  const after = queue.push(permitFor('sign', rules.policyEngine), [hash(1)])
  expect(await waiting).toEqual(stopped)
  await untilSessions(2)
  session(1).succeed()
  expect(await after).toMatchObject({ ok: true })
})
