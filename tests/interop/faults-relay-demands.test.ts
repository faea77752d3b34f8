import { describe, expect, it } from 'vitest'
import { eventKindOf, protocolNames } from '#contract/protocols.ts'
import { firstShare, startServer } from '../support/api-server.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import {
  newPair,
  problemsOf,
  signEventually,
  signOften,
  signOnce,
  startMember,
  startPair,
} from '../support/pair.ts'
import { startRelayFor } from '../support/scope.ts'
import { simulateRelays } from '../support/simulated-relays.ts'

/** How soon a relay whose demands can be met is heard again. Milliseconds. */
const SOON = 5_000

expectNoLeaks()

/** How often a relay became heard. */
const timesHeard = ({ entries }: FloeSigner) =>
  entries.filter(({ type }) => type === 'ready').length

describe.each(protocolNames)('a relay with demands, in %s,', (generation) => {
  const kind = eventKindOf[generation]

  it('may close the subscription: it is heard again within 5 s', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const relay = await startRelay()
    const { one, other } = await time.until(startPair(scope, [relay.url], { generation }))

    for (let round = 1; round <= 3; round += 1) {
      relay.closeSubscriptions('error: idle for too long')
      const closedAt = Date.now()
      await time.untilTrue(() => timesHeard(one) > round && timesHeard(other) > round)
      expect(Date.now() - closedAt).toBeLessThan(SOON)
      expect(await time.until(signOnce(one.node))).toMatchObject({ problem: null })
    }

    expect(one.node.relays).toMatchObject([{ heard: true, error: null, reconnects: 0 }])
  })

  it('may demand authentication from the start', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const startedAt = Date.now()

    const { one } = await time.until(startPair(scope, [relay.url], { generation }))

    expect(await time.until(signOnce(one.node))).toMatchObject({ problem: null })
    expect(Date.now() - startedAt).toBeLessThan(SOON)
  })

  it('may start to demand authentication: it is heard again within 5 s', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const relay = await startRelay()
    const { one, other } = await time.until(startPair(scope, [relay.url], { generation }))

    relay.setFaults({ requireAuth: true })
    const demandedAt = Date.now()

    await time.untilTrue(() => timesHeard(one) === 2 && timesHeard(other) === 2)
    expect(await time.until(signOnce(one.node))).toMatchObject({ problem: null })
    expect(Date.now() - demandedAt).toBeLessThan(SOON)
  })

  it("may refuse the protocol's events: the status names it and its reason", async (scope) => {
    const relay = await startRelayFor(scope)
    const reason = `blocked: kind ${kind} is not welcome`
    relay.setFaults({ rejectKinds: [kind], rejectReason: reason })
    const keyset = newPair()
    const server = await startServer(scope, {
      environment: firstShare(keyset, [relay.url], generation),
    })

    const status = await server.status(({ relayStates }) => relayStates[0]?.error === reason)

    expect(status).toMatchObject({ nodeActive: true, state: 'degraded' })
    expect(status.relayStates).toMatchObject([{ url: relay.url, heard: true }])
    expect(status.reason).toContain(`${relay.url} refuses our events: ${reason}`)
    expect(server.log.join()).toContain(`${relay.url} refuses our events: ${reason}`)
    relay.clearFaults()
    const peer = await startMember(scope, keyset, 2, [relay.url], { generation })
    await signEventually(peer.node)
    await server.status(({ state, relayStates }) => {
      return state === 'running' && relayStates[0]?.error === null
    })
  })

  it('may limit the rate: the status says so, and signing goes on through another', async (scope) => {
    const [limited, free] = [await startRelayFor(scope), await startRelayFor(scope)]
    limited.setFaults({ rateLimit: 1 })
    const relays = [limited.url, free.url]
    const keyset = newPair()
    const server = await startServer(scope, {
      environment: firstShare(keyset, relays, generation),
    })
    await server.status(({ relayStates }) => relayStates.every(({ heard }) => heard))
    const peer = await startMember(scope, keyset, 2, relays, { generation })

    const [attempts, { relayStates, reason }] = await Promise.all([
      signOften(peer, 20),
      server.status((status) => status.reason.includes('rate-limited')),
    ])

    expect(problemsOf(attempts)).toEqual([])
    expect(relayStates).toMatchObject([
      { url: limited.url, heard: true, error: 'rate-limited: too many events, slow down' },
      { url: free.url, heard: true, error: null },
    ])
    expect(reason).toContain(`${limited.url} asks us to slow down: rate-limited: `)
  })
})
