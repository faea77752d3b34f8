import { http } from '#contract/codes.ts'
import { relayTestAnswer, relayTestRequest } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { testRelays } from '#keysets/relay-test.ts'
import { route } from './route.ts'
import { RELAY } from './samples.ts'

/** Concurrent tests; each opens up to 20 connections. */
const MAX_TESTS = 3

/**
 * Tries relays from where the signer runs. The caller may make the server dial any host that it can
 * reach, even in its own network, because a relay may be at home. So this takes the admin scope,
 * dials only ws and wss, and shows no more about what answers than a WebSocket client learns.
 */
export const relayRoutes = {
  testRelays: route({
    method: 'post',
    path: '/api/relays/test',
    scope: 'admin',
    example: {
      body: { relays: [RELAY] },
      answer: {
        results: [{ url: RELAY, connected: true, latency: 31, acceptsKind: true, echo: true }],
      },
    },
    summary: 'Test relays: do they connect, take our events and deliver them',
    body: relayTestRequest,
    answers: { 200: relayTestAnswer, 400: errorAnswer, 503: errorAnswer },
    handle: async ({ body, request }, { config, keyset, relayTests }) => {
      if (relayTests.running >= MAX_TESTS) {
        return request.json(http.tooManyRelayTests, 503)
      }
      relayTests.running += 1
      try {
        const { signal } = request.req.raw
        const { relayHosts } = config
        const options = { keyset: keyset.supervisor, relayHosts, signal }
        return request.json({ results: await testRelays(body.relays, options) })
      } finally {
        relayTests.running -= 1
      }
    },
  }),
}
