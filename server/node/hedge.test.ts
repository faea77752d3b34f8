import { describe, expect, test } from 'vitest'
import { peerEntry } from '../../tests/support/signer-parts.ts'
import { until } from '../../tests/support/until.ts'
import { request } from '../contract/messages.ts'
import { type Attempt, type AttemptOutcome, askHedged, type HedgedRequest } from './hedge.ts'
import type { PeerEntry } from './peers.ts'

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
      resend: () => {
        trial.resent += 1
      },
      cancel: () => {
        trial.cancelled = true
      },
    }
  }
  const outcome = askHedged({
    peers: [alice, bob],
    generation: '1.x',
    operation: 'sign',
    need: 1,
    timeout: LONG,
    hedgeAfter: () => LONG,
    launch,
    onSilent: (peer) => silenced.push(peer),
    distrusted: new Set(),
    signal: new AbortController().signal,
    // Of equals, the one listed first is asked first.
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
const bad = (reason: string, culprits: PeerEntry[] = []) => ({
  ok: false as const,
  reason,
  culprits,
})

describe('a request in 1.x', () => {
  test('ends early once those asked were heard in 2026, and goes on with others', async () => {
    const [dave, erin] = [peerEntry(4, { status: 'online' }), peerEntry(5, { status: 'online' })]
    const { outcome, trials, trial } = setUp({ peers: [dave, erin], hedgeAfter: () => 1 })
    dave.heardIn2026 = true
    await until(() => trials.length === 2)
    expect(trial(1).peers).toEqual([erin])
    erin.heardIn2026 = true
    expect(await outcome).toMatchObject({ ok: false, code: 'timeout' })
    expect(trials.map(({ cancelled }) => cancelled)).toEqual([true, true])
  })
})

describe('a request', () => {
  test('that is answered asks nobody else', async () => {
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

  test('takes the answer of the first that was slow, when that comes first', async () => {
    const { outcome, trials, trial } = setUp({ hedgeAfter: () => 10 })
    await until(() => trials.length === 2)
    trial(0).end(good('by alice'))
    expect(await outcome).toEqual({ ok: true, value: 'by alice' })
    expect(trial(1).cancelled).toBe(true)
  })

  test('keeps those that have answered and replaces only the silent ones', async () => {
    const peers = [alice, bob, carol]
    const { trials, trial, outcome } = setUp({ peers, need: 2, hedgeAfter: () => 10 })
    trial(0).silent = [alice]
    await until(() => trials.length >= 2)
    expect(trial(1).peers).toEqual([bob, carol])
    trial(1).end(good('done'))
    await outcome
  })

  test('is sent again to the silent one when there is nobody else', async () => {
    const { outcome, trials, trial } = setUp({ peers: [alice], hedgeAfter: () => 10 })
    await until(() => trial(0).resent >= 2)
    expect(trials).toHaveLength(1)
    trial(0).end(good('late'))
    expect(await outcome).toEqual({ ok: true, value: 'late' })
  })

  test('is made again, once, to a silent one that is back when there is nobody else', async () => {
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

  test('is made again to a silent one that is back only once another has been silent too', async () => {
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

  test('leaves the reason when there is nobody else', async () => {
    const { outcome, trials, trial } = setUp({ peers: [alice] })
    trial(0).end(bad('partial signature invalid', [alice]))
    expect(await outcome).toEqual({ ok: false, reason: 'partial signature invalid' })
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
    expect(await outcome).toEqual({ ok: false, reason: request.timeout(60), code: 'timeout' })
    expect(trials).toHaveLength(2)
    expect(trials.every(({ cancelled }) => cancelled)).toBe(true)
  })

  test('at once when too few may be asked, and says how many', async () => {
    const mayNot = peerEntry(4, { policy: { allowSend: false, allowReceive: true } })
    const { outcome, trials } = setUp({ peers: [alice, mayNot], need: 2 })
    expect(await outcome).toEqual({ ok: false, reason: request.noCosigner(2, 1) })
    expect(trials).toEqual([])
  })

  test('when nothing could be sent to anybody', async () => {
    const { outcome, trials, trial } = setUp()
    trial(0).end(bad('no relay'))
    expect(await outcome).toEqual({ ok: false, reason: 'no relay' })
    expect(trials).toHaveLength(1)
  })

  test('and takes no notice of what comes later', async () => {
    const { outcome, trials, trial } = setUp({ timeout: 20 })
    await outcome
    trial(0).end(bad('lie', [alice]))
    await trial(0).peers
    expect(trials).toHaveLength(1)
  })
})
