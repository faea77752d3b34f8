import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { request } from '#contract/codes.ts'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { until } from '#tests/support/until.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { type Attempt, type AttemptOutcome, askHedged, type HedgedRequest } from './hedge.ts'

/** An attempt that the test ends, and its outcome. */
interface Trial {
  peers: readonly PeerEntry[]
  resent: number
  cancelled: boolean
  silent: PeerEntry[]
  end(outcome: AttemptOutcome<string>): void
}

const alice = peerEntry(1, { status: 'online' })
const bob = peerEntry(2, { status: 'online' })
const carol = peerEntry(3, { status: 'online' })
const LONG = 60_000

function setUp(options: Partial<HedgedRequest<string>> = {}) {
  const trials: Trial[] = []
  const silenced: PeerEntry[] = []
  const launch = (peers: readonly PeerEntry[]): Attempt<string> => {
    const { promise, resolve } = Promise.withResolvers<AttemptOutcome<string>>()
    const trial: Trial = {
      peers,
      resent: 0,
      cancelled: false,
      silent: [...peers],
      end: resolve,
    }
    trials.push(trial)
    return {
      done: promise,
      silent: () => trial.silent,
      resend: (isFor) => {
        if (trial.silent.some(isFor)) trial.resent += 1
      },
      cancel: () => {
        trial.cancelled = true
      },
    }
  }
  const outcome = askHedged({
    peers: [alice, bob],
    protocol: '1.x',
    operation: 'sign',
    need: 1,
    timeout: LONG,
    hedgeAfter: () => LONG,
    launch,
    onSilent: (peer) => silenced.push(peer),
    untrusted: new Set(),
    signal: new AbortController().signal,
    // Among equal peers, the first in the list is asked first.
    random: () => 0,
    ...options,
  })
  const trial = (n: number): Trial => {
    const found = trials[n]
    if (found === undefined) throw new Error(`no attempt ${n}`)
    return found
  }
  return { outcome, trials, trial, silenced }
}

const good = (value: string) => ({ ok: true as const, value })
const bad = (error: string, culprits: PeerEntry[] = []) => ({
  ok: false as const,
  why: { error },
  culprits,
})

describe('a request in 1.x', () => {
  test('replaces a peer that was heard in 2026, and ends early when no other is left', async () => {
    const [dave, erin] = [peerEntry(4, { status: 'online' }), peerEntry(5, { status: 'online' })]
    const { outcome, trials, trial } = setUp({ peers: [dave, erin], hedgeAfter: () => 1 })
    dave.heardIn2026 = true
    await until(() => trials.length === 2)
    expect(trial(1).peers).toEqual([erin])
    erin.heardIn2026 = true
    const ended = await outcome
    expect(ended).toMatchObject({ ok: false, code: 'timeout' })
    expect(ended).not.toMatchObject({ why: request.timeout(LONG) })
    expect(trials.map(({ cancelled }) => cancelled)).toEqual([true, true])
  })
})

describe('a request', () => {
  test('that is answered asks no other peer', async () => {
    const { outcome, trials, trial } = setUp()
    trial(0).end(good('signed'))
    expect(await outcome).toEqual({ ok: true, value: 'signed' })
    expect(trials.map(({ peers }) => peers)).toEqual([[alice]])
  })

  test('that stays unanswered for a while asks another peer as well', async () => {
    const { outcome, trials, trial, silenced } = setUp({ hedgeAfter: () => 10 })
    await until(() => trials.length === 2)
    expect(trial(1).peers).toEqual([bob])
    expect(silenced[0]).toBe(alice)
    expect(trial(0).cancelled).toBe(false)
    trial(1).end(good('by bob'))
    expect(await outcome).toEqual({ ok: true, value: 'by bob' })
    expect(trial(0).cancelled).toBe(true)
  })

  test('takes the answer of the slow peer if that comes first', async () => {
    const { outcome, trials, trial } = setUp({ hedgeAfter: () => 10 })
    await until(() => trials.length === 2)
    trial(0).end(good('by alice'))
    expect(await outcome).toEqual({ ok: true, value: 'by alice' })
    expect(trial(1).cancelled).toBe(true)
  })

  test('keeps peers that have answered, and replaces only the silent ones', async () => {
    const peers = [alice, bob, carol]
    const { trials, trial, outcome } = setUp({ peers, need: 2, hedgeAfter: () => 10 })
    trial(0).silent = [alice]
    await until(() => trials.length >= 2)
    expect(trial(1).peers).toEqual([bob, carol])
    trial(1).end(good('done'))
    await outcome
  })

  test('is sent again to a silent peer when there is no other', async () => {
    const { outcome, trials, trial } = setUp({ peers: [alice], hedgeAfter: () => 10 })
    await until(() => trial(0).resent >= 2)
    expect(trials).toHaveLength(1)
    trial(0).end(good('late'))
    expect(await outcome).toEqual({ ok: true, value: 'late' })
  })

  test('is made anew, once, to a silent peer that is back when there is no other', async () => {
    const { outcome, trials, trial } = setUp({
      peers: [alice],
      hedgeAfter: () => 10,
      isBack: async () => true,
    })
    await until(() => trials.length === 2 && trial(1).resent >= 2)
    expect(trials.map(({ peers }) => peers)).toEqual([[alice], [alice]])
    expect(trial(0).cancelled).toBe(false)
    trial(1).end(good('anew'))
    expect(await outcome).toEqual({ ok: true, value: 'anew' })
  })

  test('is made anew to a silent peer that is back only once another was silent too', async () => {
    const { outcome, trials, trial, silenced } = setUp({
      hedgeAfter: (peers) => (peers.includes(bob) ? 300 : 10),
      isBack: async (peer) => peer === alice,
    })
    await until(() => trials.length === 3)
    expect(trials.map(({ peers }) => peers)).toEqual([[alice], [bob], [alice]])
    expect(silenced).toContain(bob)
    trial(2).end(good('by alice'))
    expect(await outcome).toEqual({ ok: true, value: 'by alice' })
  })

  test('waits as long as the chosen peers take', async () => {
    const asked: PeerEntry[][] = []
    const { outcome, trials, trial } = setUp({
      hedgeAfter: (peers) => {
        asked.push([...peers])
        return peers.includes(alice) ? 5 : LONG
      },
    })
    await until(() => trials.length === 2)
    trial(1).end(good('ok'))
    await outcome
    expect(asked).toEqual([[alice], [bob]])
  })
})

describe('a peer that answers wrongly', () => {
  test('is replaced at once, and not asked again', async () => {
    const { outcome, trials, trial } = setUp({ peers: [alice, bob, carol] })
    trial(0).end(bad('lie', [alice]))
    await until(() => trials.length === 2)
    trial(1).end(bad('lie', [bob]))
    await until(() => trials.length === 3)
    expect(trial(2).peers).toEqual([carol])
    trial(2).end(good('by carol'))
    expect(await outcome).toEqual({ ok: true, value: 'by carol' })
  })

  test('makes the request fail with its reason when there is no other', async () => {
    const { outcome, trials, trial } = setUp({ peers: [alice] })
    trial(0).end(bad('partial signature invalid', [alice]))
    expect(await outcome).toEqual({ ok: false, why: { error: 'partial signature invalid' } })
    expect(trials).toHaveLength(1)
  })

  test('does not end the request while another may still answer', async () => {
    const { outcome, trials, trial } = setUp({ hedgeAfter: () => 10 })
    await until(() => trials.length === 2)
    trial(1).end(bad('lie', [bob]))
    await until(() => trial(0).resent > 0 || trials.length === 2)
    trial(0).end(good('at last'))
    expect(await outcome).toEqual({ ok: true, value: 'at last' })
  })
})

describe('a request fails', () => {
  test('with its time-out, whatever was tried meanwhile', async () => {
    const { outcome, trials } = setUp({ timeout: 60, hedgeAfter: () => 10 })
    expect(await outcome).toEqual({ ok: false, why: request.timeout(60), code: 'timeout' })
    expect(trials).toHaveLength(2)
    expect(trials.every(({ cancelled }) => cancelled)).toBe(true)
  })

  test('at once when too few may be asked, and says how many', async () => {
    const mayNot = peerEntry(4, { policy: { allowSend: false, allowReceive: true } })
    const { outcome, trials } = setUp({ peers: [alice, mayNot], need: 2 })
    expect(await outcome).toEqual({ ok: false, why: request.noCosigner(2, 1) })
    expect(trials).toEqual([])
  })

  test('when nothing could be sent to anybody', async () => {
    const { outcome, trials, trial } = setUp()
    trial(0).end(bad('no relay'))
    expect(await outcome).toEqual({ ok: false, why: { error: 'no relay' } })
    expect(trials).toHaveLength(1)
  })

  test('and ignores later answers', async () => {
    const { outcome, trials, trial } = setUp({ timeout: 20 })
    await outcome
    trial(0).end(bad('lie', [alice]))
    await trial(0).peers
    expect(trials).toHaveLength(1)
  })
})

describe('a peer whose app asks a person', () => {
  const SHORT = 5_000

  /** Simulates time, which only `pass` advances. @param people the peers whose apps may ask */
  function withPersons(options: Partial<HedgedRequest<string>> = {}, people = [alice]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = new Set<PeerEntry>()
    const waits: string[][] = []
    const leaving = new AbortController()
    const request = setUp({
      timeout: SHORT,
      hedgeAfter: () => 1_000,
      peers: [alice],
      persons: {
        mayBeAsked: (peer) => people.includes(peer),
        isAsked: (peer) => asked.has(peer),
        timeout: 60_000,
        onWaiting: (peers) => waits.push(peers.map(({ xonly }) => xonly)),
        leaving: leaving.signal,
      },
      ...options,
    })
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    return { ...request, asked, waits, leaving, pass }
  }

  test('is waited for a minute, reported once, and not sent the request again', async () => {
    const { outcome, trials, trial, asked, waits, pass } = withPersons()
    asked.add(alice)
    await pass(59_999)
    expect(trials).toHaveLength(1)
    expect(trial(0).resent).toBe(0)
    expect(waits).toEqual([[alice.xonly]])

    await pass(1)

    const why = request.personSilent(alice.pubkey.slice(0, 8), 60)
    expect(await outcome).toEqual({ ok: false, why, code: 'unanswered' })
    expect(trial(0).cancelled).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('may answer after the normal time-out', async () => {
    const { outcome, trial, asked, pass } = withPersons()
    asked.add(alice)
    await pass(40_000)
    trial(0).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not waited for when it was not heard since the request', async () => {
    const { outcome, waits, pass } = withPersons()
    await pass(SHORT)
    expect(await outcome).toMatchObject({ code: 'timeout' })
    expect(waits).toEqual([])
  })

  test('is not waited for when another peer signs', async () => {
    const { outcome, trial, asked, waits, pass } = withPersons({ peers: [alice, bob] })
    asked.add(alice)
    await pass(1_000)
    expect(trial(1).peers).toEqual([bob])
    trial(1).end(good('by bob'))
    expect(await outcome).toEqual({ ok: true, value: 'by bob' })
    expect(waits).toEqual([])
  })

  test('gets no second question while the others in its session may still answer', async () => {
    const peers = [alice, bob, carol]
    const { outcome, trials, trial, asked, pass } = withPersons({ peers, need: 2 })
    asked.add(alice)
    trial(0).silent = [alice]
    await pass(SHORT)
    expect(trials.slice(1).map((one) => one.peers)).toEqual([[bob, carol]])
    trial(0).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
  })

  test('is asked in a new session once another peer of its session is away', async () => {
    const peers = [alice, bob, carol]
    const { outcome, trial, trials, asked, pass } = withPersons({ peers, need: 2 })
    asked.add(alice)
    await pass(1_000)
    trial(1).silent = [bob]
    await pass(1_000)
    const sets = trials.map((one) => one.peers.map(({ idx }) => idx).toSorted())
    expect(sets).toEqual([
      [1, 2],
      [2, 3],
      [1, 3],
    ])
    trial(2).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
  })

  test('does not keep a peer that comes back online from being asked', async () => {
    const offline = peerEntry(4, { status: 'offline' })
    const { outcome, trials, trial, asked, pass } = withPersons({ peers: [alice, offline] })
    asked.add(alice)
    await pass(SHORT)
    const before = trials.length
    offline.status = 'online'
    await pass(SHORT)
    expect(trials).toHaveLength(before + 1)
    expect(trial(before).peers).toEqual([offline])
    trial(before).end(good('by the other'))
    expect(await outcome).toEqual({ ok: true, value: 'by the other' })
  })

  test('gets the same request once more if it was away the first time', async () => {
    const late = peerEntry(1, { status: 'offline' })
    const asked = new Set<PeerEntry>()
    const { trial, outcome, pass } = withPersons({
      peers: [late],
      persons: {
        mayBeAsked: () => true,
        isAsked: (peer) => asked.has(peer),
        timeout: 60_000,
        onWaiting: () => {},
        leaving: new AbortController().signal,
      },
      // The peer is heard while it is pinged.
      isBack: async (peer) => {
        asked.add(peer)
        return false
      },
    })
    await pass(30_000)
    expect(trial(0).resent).toBe(1)
    trial(0).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
  })

  test('that was away for a moment gets the same request one more time once it is heard', async () => {
    const { outcome, trials, trial, asked, pass } = withPersons()
    await pass(4_000)
    expect(trial(0).resent).toBe(0)
    asked.add(alice)
    await pass(30_000)
    expect([trials.length, trial(0).resent]).toEqual([1, 1])
    trial(0).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
  })

  const LOST = { ...bad('lost'), code: 'timeout' as const, unready: [alice], isLost: true }

  test.for([0, 2_000, 20_000])(
    'whose app has restarted after %i ms, and has lost the question, is asked again in the same request',
    async (after) => {
      const app = { isAskingNobody: false }
      const isBack = async () => app.isAskingNobody
      const { outcome, trials, trial, asked, pass } = withPersons({ isBack })
      asked.add(alice)
      await pass(after)
      app.isAskingNobody = true
      trial(0).end(LOST)
      await pass(30_000)

      expect(trials.map(({ peers }) => peers)).toEqual([[alice], [alice]])
      trial(1).end(good('approved'))
      expect(await outcome).toEqual({ ok: true, value: 'approved' })
    },
  )

  test('whose app has lost the question is asked again although the person at another is asked', async () => {
    const app = { isAskingNobody: false }
    const isBack = async () => app.isAskingNobody
    const peers = [alice, bob]
    const { outcome, trials, trial, asked, pass } = withPersons({ peers, isBack }, peers)
    for (const peer of peers) asked.add(peer)
    await pass(20_000)
    app.isAskingNobody = true
    trial(0).end(LOST)
    await pass(20_000)

    expect(trials.map((one) => one.peers)).toEqual([[alice], [bob], [alice]])
    trial(2).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
  })

  test('that was away while its person was asked gets the same request once more', async () => {
    const phone = peerEntry(1, { status: 'online' })
    const { outcome, trials, trial, asked, pass } = withPersons({ peers: [phone] }, [phone])
    asked.add(phone)
    await pass(20_000)
    phone.status = 'offline'
    await pass(10_000)
    expect(trial(0).resent).toBe(0)
    phone.status = 'online'
    await pass(20_000)

    expect([trials.length, trial(0).resent]).toEqual([1, 1])
    trial(0).end(good('approved'))
    expect(await outcome).toEqual({ ok: true, value: 'approved' })
  })

  test.for([
    ['a stop of the signer', 'leaving'],
    ['the owner’s stop', 'signal'],
  ])('is waited for no longer after %s', async ([, how]) => {
    const owner = new AbortController()
    const { outcome, asked, leaving, pass } = withPersons({ signal: owner.signal })
    asked.add(alice)
    await pass(20_000)
    if (how === 'leaving') leaving.abort()
    else owner.abort()
    expect(await outcome).toMatchObject({ ok: false, code: 'stopped' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not asked again once its person has declined, which stays the reason of the failure', async () => {
    const { outcome, trials, trial, pass } = withPersons({ peers: [alice, bob] })
    trial(0).end({ ...bad('declined by alice', [alice]), code: 'declined' })
    await pass(SHORT)
    expect(trials.map(({ peers }) => peers)).toEqual([[alice], [bob]])
    expect(await outcome).toEqual({
      ok: false,
      why: { error: 'declined by alice' },
      code: 'declined',
    })
  })
})
