import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { relayStatus, testClock } from '../../tests/support/signer-parts.ts'
import { until } from '../../tests/support/until.ts'
import { SELF_ECHO_INTERVAL } from '../contract/limits.ts'
import { node } from '../contract/messages.ts'
import type { RelayStatus } from '../relay/connection.ts'
import { Connectivity } from './connectivity.ts'
import type { EchoOutcome } from './self-echo.ts'

const A = 'wss://a.example'
const B = 'wss://b.example'
const heardBack: EchoOutcome = { ok: true, latency: 12 }
const silent: EchoOutcome = {
  ok: false,
  code: 'ECHO_ERROR',
  error: node.echoResponseTimeout(10),
}
const refused: EchoOutcome = {
  ok: false,
  code: 'ECHO_ERROR',
  error: node.echoRejected,
  reason: 'blocked',
}

/** Relays that may be changed, and what an echo through each of them gives. */
function setUp(relays: RelayStatus[], echoes: Record<string, EchoOutcome>, interval = 60_000) {
  const clock = testClock()
  const state = { relays, echoes, asked: [] as string[], deaf: [] as string[] }
  const connectivity = new Connectivity({
    relays: () => state.relays,
    sendEcho: async (relay) => {
      state.asked.push(relay)
      return state.echoes[relay] ?? silent
    },
    onDeaf: (relay) => state.deaf.push(relay),
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

  test('finds the relay that takes our events and does not bring them back', async () => {
    const { connectivity, deaf } = setUp([a, b], { [A]: heardBack, [B]: silent })
    await connectivity.check()
    expect(deaf).toEqual([B])
  })

  test('leaves a relay alone that says that it refuses our events', async () => {
    const { connectivity, deaf } = setUp([a], { [A]: refused })
    await connectivity.check()
    expect(deaf).toEqual([])
  })

  test('leaves a relay alone that has reconnected meanwhile', async () => {
    const { connectivity, deaf, state } = setUp([a], { [A]: silent })
    const checked = connectivity.check()
    state.relays = [relayStatus({ url: A, reconnects: 1 })]
    await checked
    expect(deaf).toEqual([])
  })

  test('leaves a relay alone that is being dialled anew, or is gone from the settings', async () => {
    const { connectivity, deaf, state } = setUp([a, b], {})
    const checked = connectivity.check()
    state.relays = [relayStatus({ url: A, state: 'waiting', heard: false })]
    await checked
    expect(deaf).toEqual([])
  })

  test('says when it ended', async () => {
    const { connectivity, clock } = setUp([a], { [A]: heardBack })
    expect(connectivity.lastCheck).toBeNull()
    await connectivity.check()
    expect(connectivity.lastCheck).toBe(clock.now())
  })
})

describe('failures', () => {
  test('are counted while no relay brings our message back, and forgotten when one does', async () => {
    const { connectivity, state } = setUp([a, b], {})
    await connectivity.check()
    state.echoes = { [A]: refused, [B]: silent }
    await connectivity.check()
    expect(connectivity.failures).toBe(2)
    state.echoes = { [B]: heardBack }
    await connectivity.check()
    expect(connectivity.failures).toBe(0)
  })

  test('are counted when there is no relay to be heard at all', async () => {
    const { connectivity } = setUp([], {})
    await connectivity.check()
    expect(connectivity.failures).toBe(1)
  })
})

describe('checks', () => {
  test('come every minute unless told otherwise', () => {
    expect(SELF_ECHO_INTERVAL).toBe(60_000)
  })

  test('come at their interval once started, and no more after a stop', async () => {
    const { connectivity, asked } = setUp([a], { [A]: heardBack }, 5)
    connectivity.start()
    await until(() => asked.length >= 3)
    connectivity.stop()
    await sleep(0)
    const before = asked.length
    await sleep(30)
    expect(asked).toHaveLength(before)
  })

  test('come no more often when they are started twice', async () => {
    const { connectivity, asked } = setUp([a], { [A]: heardBack }, 20)
    connectivity.start()
    connectivity.start()
    connectivity.stop()
    await sleep(60)
    expect(asked).toEqual([])
  })
})
