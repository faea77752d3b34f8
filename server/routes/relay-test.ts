import type { Context } from '../context.ts'
import { generationNames } from '../contract/generations.ts'
import { http } from '../contract/messages.ts'
import { normaliseRelayUrl } from '../contract/relay-url.ts'
import type { Handlers } from '../http/mount.ts'
import { type ProbeOptions, probeRelay, type RelayTest } from './relay-probe.ts'

/** Tests at a time; each opens up to 20 connections. */
const MAX_TESTS = 3

/**
 * Tries relays from where the signer runs. Whoever may call this may let the server dial any host
 * that it can reach, those of its own network too: a relay at home is one. So it takes the admin
 * scope, dials ws and wss only, and tells no more of what answers than a WebSocket client learns.
 */
export function relayTestHandlers({
  supervisor,
}: Pick<Context, 'supervisor'>): Pick<Handlers, 'testRelays'> {
  let running = 0
  return {
    testRelays: async ({ body, request }) => {
      if (running >= MAX_TESTS) return request.json({ error: http.tooManyRelayTests }, 503)
      running += 1
      try {
        // Before there is a signer, it may become one of either generation.
        const generations = supervisor.node?.spoken ?? generationNames
        const { signal } = request.req.raw
        const results = await testRelays(body.relays, { generations, signal })
        return request.json({ results })
      } finally {
        running -= 1
      }
    },
  }
}

/**
 * One result for each relay as it was given, in that order; each relay is dialled once.
 */
async function testRelays(
  relays: readonly string[],
  options: Pick<ProbeOptions, 'generations' | 'signal'>,
): Promise<RelayTest[]> {
  const probes = new Map<string, Promise<RelayTest>>()
  return Promise.all(
    relays.map((relay): RelayTest | Promise<RelayTest> => {
      const url = normaliseRelayUrl(relay)
      if (!url.ok) {
        const error = url.error
        return { url: relay, connected: false, acceptsKind: false, echo: false, error }
      }
      const probe = probes.get(url.value) ?? probeRelay({ url: url.value, ...options })
      probes.set(url.value, probe)
      return probe
    }),
  )
}
