import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { StatusAnswer } from '../../server/contract/status.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { faultyRelayGenerations } from '../support/long.ts'
import { newPair, signOnce, startMember } from '../support/pair.ts'
import { deadRelayUrl } from '../support/relay-client.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

expectNoLeaks()

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

describe('a start without any relay', { concurrent: true }, () => {
  it.for(faultyRelayGenerations)(
    'answers HTTP all the time, and signs in %s within one backoff step of the first relay',
    async (generation, scope) => {
      const relay = await startRelayFor(scope)
      await relay.stop()
      const keyset = newPair()
      const relays = [await deadRelayUrl(), relay.url]
      const server = await startServer(scope, {
        environment: firstShare(keyset, relays, generation),
      })
      const polling = poll(server)
      const down = await server.status(({ state }) => state === 'reconnecting')
      expect(down).toMatchObject({ nodeActive: false, hasCredentials: true })
      expect(down.reason).toContain(`Not hearing ${relay.url}: connection refused`)
      await sleep(6_000)

      await relay.start()
      const upAt = performance.now()
      const isActive = async () =>
        ((await server.get('/api/status')).body as StatusAnswer).nodeActive
      await until(isActive, { timeout: 60_000, interval: 50 })

      expect(performance.now() - upAt).toBeLessThan(32_000)
      const peer = await startMember(scope, keyset, 2, [relay.url], { generation })
      expect(await signOnce(peer.node)).toMatchObject({ problem: null })
      const { slowest, wrong } = await polling.stop()
      expect(wrong).toBe(0)
      expect(slowest).toBeLessThan(1_000)
    },
  )
})
