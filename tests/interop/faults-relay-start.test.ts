import { describe, expect, it } from 'vitest'
import type { StatusAnswer } from '#contract/status.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { freePort } from '../support/free-port.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { faultyRelayGenerations } from '../support/long.ts'
import { newPair, signOnce, startMember } from '../support/pair.ts'
import { DEAD_RELAY_URL } from '../support/relay-client.ts'
import { simulateRelays } from '../support/simulated-relays.ts'

expectNoLeaks()

/** Asks for health and status while time stands still: an answer that waits for it would never come. */
async function look(server: ApiServer): Promise<StatusAnswer> {
  expect((await server.get('/api/health')).status).toBe(200)
  const { status, body } = await server.get('/api/status')
  expect(status).toBe(200)
  return body as StatusAnswer
}

describe('a start without any relay', () => {
  it.for(faultyRelayGenerations)(
    'answers HTTP all the time, and signs in %s within one backoff step of the first relay',
    async (generation, scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const relay = await startRelay({ port: await freePort() })
      await relay.stop()
      const keyset = newPair()
      const relays = [DEAD_RELAY_URL, relay.url]
      const environment = firstShare(keyset, relays, generation)
      const server = await time.until(startServer(scope, { environment }))
      const untilStatus = async (condition: (status: StatusAnswer) => boolean) => {
        let status = await look(server)
        for (; !condition(status); status = await look(server)) await time.pass(50)
        return status
      }
      const down = await untilStatus(({ state }) => state === 'reconnecting')
      expect(down).toMatchObject({ nodeActive: false, hasCredentials: true })
      expect(down.reason).toContain(`Not hearing ${relay.url}: connection refused`)
      const sixSecondsOn = Date.now() + 6_000
      await untilStatus(() => Date.now() >= sixSecondsOn)

      await time.until(relay.start())
      const upAt = Date.now()
      await untilStatus(({ nodeActive }) => nodeActive)

      expect(Date.now() - upAt).toBeLessThan(32_000)
      const peer = await time.until(startMember(scope, keyset, 2, [relay.url], { generation }))
      expect(await time.until(signOnce(peer.node))).toMatchObject({ problem: null })
      await look(server)
    },
  )
})
