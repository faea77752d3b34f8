import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { generationNames } from '../../server/contract/generations.ts'
import type { StatusAnswer } from '../../server/contract/status.ts'
import type { SignerNode } from '../../server/signer/node.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { newPair, signEventually, signOnce, startMember, startPair } from '../support/pair.ts'
import { deadRelayUrl } from '../support/relay-client.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

/** What an outage of any length may cost once the relay is back. Milliseconds. */
const RECOVERY = 35_000

const LONG = process.env['FLOE_LONG'] === '1'

expectNoLeaks()

/** Takes the relay away for so long; milliseconds from its return to the next signature. */
async function outage(relay: RelayFixture, node: SignerNode, downFor: number): Promise<number> {
  await relay.stop()
  await until(() => !node.isReady)
  await sleep(downFor)
  await relay.start()
  return signEventually(node)
}

const status = async (server: ApiServer) => (await server.get('/api/status')).body as StatusAnswer

/** Asks for health and status all the time; the slowest answer, in milliseconds, at the end. */
function poll(server: ApiServer): { stop(): Promise<{ slowest: number; wrong: number }> } {
  let slowest = 0
  let wrong = 0
  let ended = false
  const polling = (async () => {
    while (!ended) {
      for (const path of ['/api/health', '/api/status']) {
        const startedAt = performance.now()
        const answer = await server.get(path)
        slowest = Math.max(slowest, performance.now() - startedAt)
        if (answer.status !== 200) wrong += 1
      }
      await sleep(50)
    }
  })()
  return {
    stop: async () => {
      ended = true
      await polling
      return { slowest, wrong }
    },
  }
}

describe('the only relay', { concurrent: true }, () => {
  it.for(generationNames)(
    'may be killed ten times: each time signing in %s works again soon after its return',
    async (generation, scope) => {
      const relay = await startRelayFor(scope)
      // As if each connection had lasted: ten real outages in a row would take minutes.
      const { one } = await startPair(scope, [relay.url], {
        timings: { relay: { stableAfter: 0 } },
        generation,
      })
      const recoveries: number[] = []

      for (let round = 0; round < 10; round += 1) {
        recoveries.push(await outage(relay, one.node, 1_000))
      }

      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY)
    },
  )

  it(
    'may be away for 20 s: signing works again within 35 s of its return',
    async (scope) => {
      const relay = await startRelayFor(scope)
      const { one } = await startPair(scope, [relay.url])
      const recoveries: number[] = []

      for (let round = 0; round < (LONG ? 10 : 1); round += 1) {
        recoveries.push(await outage(relay, one.node, 20_000))
      }

      if (LONG) console.log('s to recover:', recoveries.map((ms) => (ms / 1000).toFixed(1)).join())
      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY)
    },
    LONG ? 900_000 : 120_000,
  )

  it('may go silent with the socket open: the status says so within 30 s, until it speaks', async (scope) => {
    const relay = await startRelayFor(scope)
    const keyset = newPair()
    const server = await startServer(scope, { environment: firstShare(keyset, [relay.url]) })
    const peer = await startMember(scope, keyset, 2, [relay.url])
    expect(await signOnce(peer.node)).toMatchObject({ problem: null })
    // The next message to itself is a minute away: pings have to find it.
    await server.status(({ health }) => health.lastConnectivityCheck !== null)

    relay.setFaults({ silent: true })
    const silentAt = performance.now()
    await until(async () => !(await status(server)).nodeActive, { timeout: 30_000, interval: 100 })

    expect(performance.now() - silentAt).toBeLessThan(30_000)
    const { state, reason, relayStates } = await status(server)
    expect(state).toBe('reconnecting')
    expect(reason).toContain(`Not hearing ${relay.url}: silent: no answer to a ping`)
    expect(relayStates).toMatchObject([{ url: relay.url, heard: false }])
    relay.clearFaults()
    expect(await signEventually(peer.node)).toBeLessThan(RECOVERY)
    expect(await status(server)).toMatchObject({ nodeActive: true })
  })

  it('may fall mute while it still answers pings: our own message finds that out', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one } = await startPair(scope, [relay.url], { timings: { selfEchoInterval: 1_000 } })
    expect(await signOnce(one.node)).toMatchObject({ problem: null })
    await until(() => one.node.connectivity.lastCheck !== null)

    relay.setFaults({ mute: true })

    await until(() => !one.node.isReady, { timeout: 30_000 })
    expect(one.entries.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('silent: our own message did not come back'),
    )
    relay.clearFaults()
    expect(await signEventually(one.node)).toBeLessThan(RECOVERY)
  })
})

describe('a start without any relay', { concurrent: true }, () => {
  it('answers HTTP all the time, and runs within one backoff step of the first relay', async (scope) => {
    const relay = await startRelayFor(scope)
    await relay.stop()
    const keyset = newPair()
    const relays = [await deadRelayUrl(), relay.url]
    const server = await startServer(scope, { environment: firstShare(keyset, relays) })
    const polling = poll(server)
    const down = await server.status(({ state }) => state === 'reconnecting')
    expect(down).toMatchObject({ nodeActive: false, hasCredentials: true })
    expect(down.reason).toContain(`Not hearing ${relay.url}: connection refused`)
    await sleep(6_000)

    await relay.start()
    const upAt = performance.now()
    await until(async () => (await status(server)).nodeActive, { timeout: 60_000, interval: 50 })

    expect(performance.now() - upAt).toBeLessThan(32_000)
    const peer = await startMember(scope, keyset, 2, [relay.url])
    expect(await signOnce(peer.node)).toMatchObject({ problem: null })
    const { slowest, wrong } = await polling.stop()
    expect(wrong).toBe(0)
    expect(slowest).toBeLessThan(1_000)
  })
})
