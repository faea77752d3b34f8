import { describe, expect, onTestFinished, test } from 'vitest'
import { DIAGNOSTIC_GAP, DIAGNOSTIC_ROUNDS, EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { type PingDiagnosis, pingDiagnosis } from '#contract/peers.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { START_DELAY } from '#signer/limits.ts'
import type { SignerTimings } from '#signer/options.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { startFloeSigner } from '../../tests/support/floe-signer.ts'
import { type MountedRoutes, mountForTest } from '../../tests/support/mounted-routes.ts'
import { simulateTimeOver } from '../../tests/support/simulated-relays.ts'
import { until } from '../../tests/support/until.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
const [own = '', peer = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)

const setMonitor = (routes: MountedRoutes, running: unknown) =>
  routes.call('monitor', { body: { running } })

async function startRelay(): Promise<RelayFixture> {
  const relay = await RelayFixture.start({ verify: false })
  onTestFinished(() => relay.stop())
  return relay
}

async function startSigner(relay: RelayFixture, timings: Partial<SignerTimings> = {}) {
  const environment = {
    SHARE_CRED: keyset.shareCredentials[0] ?? '',
    GROUP_CRED: keyset.groupCredential,
    RELAYS: relay.url,
  }
  const routes = mountForTest(environment, { timings })
  const { supervisor } = routes.context.keysets.first
  await supervisor.apply()
  const { signer: node } = supervisor
  if (!node) throw new Error('no node')
  await until(() => node.isReady)
  /** What we send to the peer in 1.x, which it speaks: only pings, because nothing is signed here. */
  const pings: NostrEvent[] = []
  relay.onEvent((event) => {
    const toPeer = event.tags.some((tag) => tag[1] === peer.slice(2))
    if (event.kind !== EVENT_KIND) return
    if (event.pubkey === own.slice(2) && toPeer) pings.push(event)
  })
  return { routes, node, pings }
}

describe('without a node', () => {
  test.each(['monitor', 'diagnostics'] as const)('%s is not available', async (name) => {
    const { call } = mountForTest()

    const answer = await call(name, name === 'monitor' ? { body: { running: true } } : {})

    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ error: 'Node not available' })
  })
})

describe('the ping monitor', () => {
  test('is on or off as last asked, however often it is asked', async () => {
    const { routes, node, pings } = await startSigner(await startRelay())
    const ask = async (running: boolean) => {
      const answer = await setMonitor(routes, running)
      expect(answer.status).toBe(200)
      expect(answer.body).toStrictEqual({ running })
      expect(node.monitor.isRunning).toBe(running)
    }

    await ask(true)
    await until(() => pings.length === 1)
    await ask(true)
    await ask(false)
    await ask(false)
    await ask(true)

    const warnings = routes.context.events.entries().filter(({ type }) => type === 'warning')
    expect(warnings).toEqual([])
  })

  test('stays off through a lost relay, even before the first round of pings', async () => {
    const relay = await startRelay()
    const time = simulateTimeOver({ onTestFinished }, [relay])
    const { routes, node, pings } = await startSigner(relay)
    const echoes: NostrEvent[] = []
    relay.onEvent((event) => echoes.push(event))

    await setMonitor(routes, false)
    await time.untilTrue(() => echoes.length > 0)
    expect(node.monitor.isRunning).toBe(false)

    relay.dropAll()
    await until(() => !node.isReady)
    await time.untilTrue(() => node.isReady)
    await time.pass(2 * START_DELAY)

    expect(node.monitor.isRunning).toBe(false)
    expect(pings).toEqual([])
  })

  test.each([['yes'], [undefined]])("can't be switched with %j", async (running) => {
    const answer = await setMonitor(mountForTest(), running)

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^running: /) })
  })
})

describe('a diagnosis', () => {
  /** The second member, which answers pings and sends none. */
  async function startPeer(relay: RelayFixture) {
    const { node } = await startFloeSigner({
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
      timings: { drain: 0, startDelay: 600_000 },
    })
    onTestFinished(() => node.stop())
  }

  const diagnose = (routes: MountedRoutes) =>
    routes.call<{ results: PingDiagnosis[] }>('diagnostics')

  test('reports three rounds of pings, a second apart, to everyone who asks while it runs', async () => {
    const relay = await startRelay()
    const { routes, pings } = await startSigner(relay, { startDelay: 600_000 })
    await startPeer(relay)
    await setMonitor(routes, false)
    const startedAt = performance.now()

    const early = diagnose(routes)
    await until(() => pings.length === 1)
    const answers = [early, diagnose(routes), diagnose(routes)]
    const [one, two, three] = (await Promise.all(answers)).map(({ body }) => body)

    expect(performance.now() - startedAt).toBeGreaterThan((DIAGNOSTIC_ROUNDS - 1) * DIAGNOSTIC_GAP)
    expect(one?.results).toEqual([
      expect.objectContaining({ pubkey: peer, rounds: 3, lost: 0, errors: [] }),
    ])
    expect(pingDiagnosis.safeParse(one?.results[0]).success).toBe(true)
    expect(two).toStrictEqual(one)
    expect(three).toStrictEqual(one)
    expect(pings).toHaveLength(3)

    void diagnose(routes)
    await until(() => pings.length === 4)
  })
})
