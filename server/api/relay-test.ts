import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { testRelays } from '#keysets/relay-test.ts'

/** Concurrent tests; each opens up to 20 connections. */
const MAX_TESTS = 3

/**
 * Tries relays from where the signer runs. The caller may make the server dial any host that it can
 * reach, even in its own network, because a relay may be at home. So this takes the admin scope,
 * dials only ws and wss, and tells no more about what answers than a WebSocket client learns.
 */
export function relayTestHandlers({ config, keysets }: Context): Pick<Handlers, 'testRelays'> {
  let running = 0
  return {
    testRelays: async ({ body, request }) => {
      if (running >= MAX_TESTS) return request.json({ error: http.tooManyRelayTests }, 503)
      running += 1
      try {
        const { signal } = request.req.raw
        const { relayHosts } = config
        const keyset = keysets.first.supervisor
        const results = await testRelays(body.relays, { keyset, relayHosts, signal })
        return request.json({ results })
      } finally {
        running -= 1
      }
    },
  }
}
