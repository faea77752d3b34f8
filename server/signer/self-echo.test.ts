import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import type { RelayStatus } from '#relay/status.ts'
import { relayStatus, testClock } from '../../tests/support/signer-parts.ts'
import { SELF_ECHO_INTERVAL } from './limits.ts'
import { Connectivity, type EchoOutcome } from './self-echo.ts'

const A = 'wss://a.example'
const B = 'wss://b.example'
const heardBack: EchoOutcome = { ok: true, latency: 12 }
const silent: EchoOutcome = {
  ok: false,
  code: 'ECHO_ERROR',
  error: protocolTexts.echoResponseTimeout(10),
}
const refused: EchoOutcome = {
  ok: false,
  code: 'ECHO_ERROR',
  error: protocolTexts.echoRejected,
  reason: 'blocked',
}

/** Relays that may be changed, and the result of an echo through each. */
function setUp(relays: RelayStatus[], echoes: Record<string, EchoOutcome>, interval = 60_000) {
  const clock = testClock()
  const state = {
    ...{ relays, echoes, asked: [] as string[], deaf: [] as string[] },
    /** Relays that answer a probe, which costs no event, and relays that were probed. */
    ...{ alive: [] as string[], probed: [] as string[] },
  }
  const connectivity = new Connectivity({
    relays: () => state.relays,
    sendEcho: async (relay) => {
      state.asked.push(relay)
      return state.echoes[relay] ?? silent
    },
    probe: async (relay) => {
      state.probed.push(relay)
      return state.alive.includes(relay)
    },
    onBroken: (relay) => state.deaf.push(relay),
    now: clock.now,
    interval,
  })
  onTestFinished(() => connectivity.stop())
  return { ...state, state, clock, connectivity }
}

const a = relayStatus({ url: A })
const b = relayStatus({ url: B })

describe('a check', () => {
  test('sends a message to ourselves through each relay that is heard', async () => {
    const down = relayStatus({ url: B, state: 'waiting', heard: false })
    const { connectivity, asked, deaf } = setUp([a, down], { [A]: heardBack })
    await connectivity.check()
    expect(asked).toEqual([A])
    expect(deaf).toEqual([])
  })

  test('finds a relay that accepts our events and does not return them', async () => {
    const { connectivity, deaf } = setUp([a, b], { [A]: heardBack, [B]: silent })
    await connectivity.check()
    expect(deaf).toEqual([B])
  })

  test('does not report a relay that states that it refuses our events', async () => {
    const { connectivity, deaf } = setUp([a], { [A]: refused })
    await connectivity.check()
    expect(deaf).toEqual([])
  })

  test('does not report a relay that has reconnected meanwhile', async () => {
    const { connectivity, deaf, state } = setUp([a], { [A]: silent })
    const checked = connectivity.check()
    state.relays = [relayStatus({ url: A, reconnects: 1 })]
    await checked
    expect(deaf).toEqual([])
  })

  test('does not report a relay that is being redialled or was removed from the settings', async () => {
    const { connectivity, deaf, state } = setUp([a, b], {})
    const checked = connectivity.check()
    state.relays = [relayStatus({ url: A, state: 'waiting', heard: false })]
    await checked
    expect(deaf).toEqual([])
  })

  test('of a relay that was removed meanwhile does not count', async () => {
    const { connectivity, clock, state } = setUp([a], { [A]: silent })
    const checked = connectivity.check()
    connectivity.removed(A)
    state.relays = [b]
    clock.advance(1_000)
    await checked
    expect(connectivity.failures).toBe(0)
    expect(connectivity.lastCheck).toBeNull()
  })

  test('is due at once for a relay that was removed and is back', async () => {
    const { connectivity, asked, clock } = setUp([a], { [A]: heardBack })
    await connectivity.check()
    clock.advance(1_000)
    await connectivity.check()
    expect(asked).toEqual([A])
    connectivity.removed(A)
    await connectivity.check()
    expect(asked).toEqual([A, A])
  })

  test('records when it ended', async () => {
    const { connectivity, clock } = setUp([a], { [A]: heardBack })
    expect(connectivity.lastCheck).toBeNull()
    await connectivity.check()
    expect(connectivity.lastCheck).toBe(clock.now())
  })
})

describe('a relay that asks us to slow down', () => {
  const slowDown = { since: 0, until: 1, reason: 'rate-limited: slow down' }
  const slow = relayStatus({ url: A, slowDown })

  test('is sent no event, but probed', async () => {
    const { connectivity, asked, deaf, state } = setUp([slow], { [A]: heardBack })
    state.alive = [A]
    await connectivity.check()
    expect({ asked, deaf, probed: state.probed }).toEqual({ asked: [], deaf: [], probed: [A] })
    expect(connectivity.failures).toBe(0)
  })

  test('is reported as broken when it does not answer a probe', async () => {
    const { connectivity, deaf } = setUp([slow], { [A]: heardBack })
    await connectivity.check()
    expect(deaf).toEqual([A])
    expect(connectivity.failures).toBe(1)
  })
})

describe('failures', () => {
  test('are counted while no relay returns our message, and reset when one does', async () => {
    const { connectivity, clock, state } = setUp([a, b], {})
    await connectivity.check()
    state.echoes = { [A]: refused, [B]: silent }
    clock.advance(60_000)
    await connectivity.check()
    expect(connectivity.failures).toBe(2)
    state.echoes = { [B]: heardBack }
    clock.advance(60_000)
    await connectivity.check()
    expect(connectivity.failures).toBe(0)
  })

  test('are counted when no relay is heard at all', async () => {
    const { connectivity } = setUp([], {})
    await connectivity.check()
    expect(connectivity.failures).toBe(1)
  })
})

describe('checks', () => {
  test('run every minute by default', () => {
    expect(SELF_ECHO_INTERVAL).toBe(60_000)
  })

  test('cost no event as long as the relay returns our other events', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { connectivity, asked, clock } = setUp([a, b], { [A]: heardBack, [B]: heardBack })
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 5) {
        clock.advance(5_000)
        await vi.advanceTimersByTimeAsync(5_000)
      }
    }
    connectivity.start()
    for (let minute = 0; minute < 10; minute += 1) {
      connectivity.returned(A)
      await pass(50)
    }
    expect(asked).not.toContain(A)
    expect(asked.filter((relay) => relay === B)).toHaveLength(9)
    expect(connectivity.lastCheck).toBeGreaterThan(clock.now() - 60_000)
    // A minute after its last proof, the relay is checked again.
    await pass(10)
    expect(asked).toContain(A)
  })

  test('run at their interval once started, and no more after a stop', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { connectivity, asked, clock } = setUp([a], { [A]: heardBack })
    const pass = async (ms: number) => {
      clock.advance(ms)
      await vi.advanceTimersByTimeAsync(ms)
    }
    connectivity.start()
    await pass(60_000)
    await pass(60_000)
    expect(asked).toHaveLength(2)
    connectivity.stop()
    await pass(120_000)
    expect(asked).toHaveLength(2)
  })

  test('run no more often when they are started twice', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { connectivity } = setUp([a], { [A]: heardBack })
    connectivity.start()
    connectivity.start()
    expect(vi.getTimerCount()).toBe(1)
    connectivity.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
