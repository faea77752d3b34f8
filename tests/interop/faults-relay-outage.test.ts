import { describe, expect, it } from 'vitest'
import type { StatusAnswer } from '#contract/status.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { freePort } from '../support/free-port.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { faultyRelayGenerations, rounds } from '../support/long.ts'
import {
  newPair,
  problemsOf,
  quorums,
  signEventually,
  signInTurn,
  signOnce,
  startMember,
  startPair,
  startQuorum,
} from '../support/pair.ts'
import { simulateRelays } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'

/** What an outage of any length may cost once the relay is back. Milliseconds. */
const RECOVERY = 35_000
/** How often the relay goes away in each case. */
const OUTAGES = rounds(3, 10)

expectNoLeaks()

/**
 * Takes the relay away for so long; returns the milliseconds from its return until each member has got a
 * signature that it asked for.
 */
async function outage(
  time: SimulatedTime,
  relay: RelayFixture,
  members: readonly FloeSigner[],
  downFor: number,
): Promise<number> {
  await time.until(relay.stop())
  await time.untilTrue(() => members.every(({ node }) => !node.isReady))
  await time.pass(downFor)
  await time.until(relay.start())
  const signed = await time.until(Promise.all(members.map(({ node }) => signEventually(node))))
  return Math.max(...signed)
}

const status = async (server: ApiServer) => (await server.get('/api/status')).body as StatusAnswer

describe('the only relay', () => {
  it.for(quorums)(
    `may be killed ${OUTAGES} times: each time $size nodes sign in $generation again soon after its return`,
    async ({ generation, size }, scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const relay = await startRelay({ port: await freePort() })
      // As if each connection had lasted: the back-off after many outages in a row is its own test's.
      const { members } = await time.until(
        startQuorum(scope, size, [relay.url], {
          timings: { relay: { stableAfter: 0 } },
          generation,
        }),
      )
      const recoveries: number[] = []

      for (let round = 0; round < OUTAGES; round += 1) {
        recoveries.push(await outage(time, relay, members, 1_000))
      }

      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY)
    },
  )

  it.for(quorums)(
    'may be away for 20 s: $size nodes sign in $generation again within 35 s of its return',
    async ({ generation, size }, scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const relay = await startRelay({ port: await freePort() })
      const { members } = await time.until(startQuorum(scope, size, [relay.url], { generation }))
      expect(problemsOf(await time.until(signInTurn(members, size)))).toEqual([])
      const recoveries: number[] = []

      for (let round = 0; round < OUTAGES; round += 1) {
        recoveries.push(await outage(time, relay, members, 20_000))
      }

      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY)
    },
  )

  it.for(faultyRelayGenerations)(
    'may go silent with the socket open: the status says so within 30 s, until it speaks in %s',
    async (generation, scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const relay = await startRelay()
      const keyset = newPair()
      const environment = firstShare(keyset, [relay.url], generation)
      const server = await time.until(startServer(scope, { environment }))
      const peer = await time.until(startMember(scope, keyset, 2, [relay.url], { generation }))
      expect(await time.until(signOnce(peer.node))).toMatchObject({ problem: null })
      // Its next message to itself is a minute away: pings have to find out.
      while ((await status(server)).health.lastConnectivityCheck === null) await time.pass(1_000)

      relay.setFaults({ silent: true })
      const silentAt = Date.now()
      while ((await status(server)).nodeActive) await time.pass(100)

      expect(Date.now() - silentAt).toBeLessThan(30_000)
      const { state, reason, relayStates } = await status(server)
      expect(state).toBe('reconnecting')
      expect(reason).toContain(`Not hearing ${relay.url}: silent: no answer to a ping`)
      expect(relayStates).toMatchObject([{ url: relay.url, heard: false }])
      relay.clearFaults()
      expect(await time.until(signEventually(peer.node))).toBeLessThan(RECOVERY)
      expect(await status(server)).toMatchObject({ nodeActive: true })
    },
  )

  it.for(faultyRelayGenerations)(
    'may fall mute while it still answers pings: our own message in %s reveals that',
    async (generation, scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const relay = await startRelay()
      const { one } = await time.until(startPair(scope, [relay.url], { generation }))
      expect(await time.until(signOnce(one.node))).toMatchObject({ problem: null })
      await time.untilTrue(() => one.node.connectivity.lastCheck !== null)

      relay.setFaults({ mute: true })

      await time.untilTrue(() => !one.node.isReady, 2 * 60_000)
      expect(one.entries.map(({ message }) => message)).toContainEqual(
        expect.stringContaining('silent: our own message did not come back'),
      )
      relay.clearFaults()
      expect(await time.until(signEventually(one.node))).toBeLessThan(RECOVERY)
    },
  )
})
