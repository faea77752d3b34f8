import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import type { StatusAnswer } from '../../server/contract/status.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import type { FloeNode } from '../support/floe-node.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { faultyRelayGenerations, isLong, rounds } from '../support/long.ts'
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
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

/** What an outage of any length may cost once the relay is back. Milliseconds. */
const RECOVERY = 35_000

expectNoLeaks()

/**
 * Takes the relay away for so long; milliseconds from its return until each member has got a
 * signature that it asked for.
 */
async function outage(
  relay: RelayFixture,
  members: readonly FloeNode[],
  downFor: number,
): Promise<number> {
  await relay.stop()
  await until(() => members.every(({ node }) => !node.isReady))
  await sleep(downFor)
  await relay.start()
  return Math.max(...(await Promise.all(members.map(({ node }) => signEventually(node)))))
}

const status = async (server: ApiServer) => (await server.get('/api/status')).body as StatusAnswer

describe('the only relay', { concurrent: true }, () => {
  it.for(quorums)(
    'may be killed again and again: each time $size nodes sign in $generation again soon after its return',
    async ({ generation, size }, scope) => {
      const relay = await startRelayFor(scope)
      // As if each connection had lasted: ten real outages in a row would take minutes.
      const { members } = await startQuorum(scope, size, [relay.url], {
        timings: { relay: { stableAfter: 0 } },
        generation,
      })
      const recoveries: number[] = []

      for (let round = 0; round < rounds(4, 10); round += 1) {
        recoveries.push(await outage(relay, members, 1_000))
      }

      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY)
    },
  )

  it.for(quorums)(
    'may be away for 20 s: $size nodes sign in $generation again within 35 s of its return',
    { timeout: isLong ? 900_000 : 120_000 },
    async ({ generation, size }, scope) => {
      const relay = await startRelayFor(scope)
      const { members } = await startQuorum(scope, size, [relay.url], { generation })
      expect(problemsOf(await signInTurn(members, size))).toEqual([])
      const recoveries: number[] = []

      for (let round = 0; round < rounds(1, 10); round += 1) {
        recoveries.push(await outage(relay, members, 20_000))
      }

      if (isLong)
        console.log('s to recover:', recoveries.map((ms) => (ms / 1000).toFixed(1)).join())
      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY)
    },
  )

  it.for(faultyRelayGenerations)(
    'may go silent with the socket open: the status says so within 30 s, until it speaks in %s',
    async (generation, scope) => {
      const relay = await startRelayFor(scope)
      const keyset = newPair()
      const server = await startServer(scope, {
        environment: firstShare(keyset, [relay.url], generation),
      })
      const peer = await startMember(scope, keyset, 2, [relay.url], { generation })
      expect(await signOnce(peer.node)).toMatchObject({ problem: null })
      // The next message to itself is a minute away: pings have to find it.
      await server.status(({ health }) => health.lastConnectivityCheck !== null)

      relay.setFaults({ silent: true })
      const silentAt = performance.now()
      await until(async () => !(await status(server)).nodeActive, {
        timeout: 30_000,
        interval: 100,
      })

      expect(performance.now() - silentAt).toBeLessThan(30_000)
      const { state, reason, relayStates } = await status(server)
      expect(state).toBe('reconnecting')
      expect(reason).toContain(`Not hearing ${relay.url}: silent: no answer to a ping`)
      expect(relayStates).toMatchObject([{ url: relay.url, heard: false }])
      relay.clearFaults()
      expect(await signEventually(peer.node)).toBeLessThan(RECOVERY)
      expect(await status(server)).toMatchObject({ nodeActive: true })
    },
  )

  it.for(faultyRelayGenerations)(
    'may fall mute while it still answers pings: our own message in %s finds that out',
    async (generation, scope) => {
      const relay = await startRelayFor(scope)
      const timings = { selfEchoInterval: 1_000 }
      const { one } = await startPair(scope, [relay.url], { timings, generation })
      expect(await signOnce(one.node)).toMatchObject({ problem: null })
      await until(() => one.node.connectivity.lastCheck !== null)

      relay.setFaults({ mute: true })

      await until(() => !one.node.isReady, { timeout: 30_000 })
      expect(one.entries.map(({ message }) => message)).toContainEqual(
        expect.stringContaining('silent: our own message did not come back'),
      )
      relay.clearFaults()
      expect(await signEventually(one.node)).toBeLessThan(RECOVERY)
    },
  )
})
