import { expect, onTestFinished, test } from 'vitest'
import { policyOutcome } from '#contract/messages.ts'
import { createClock } from '#lib/clock.ts'
import { RelayPool } from '#relay/pool.ts'
import type { KeyRequest } from '#signer/use/request.ts'
import { openTestStore, temporaryFolder } from '#store/testing/support.ts'
import { startAppClient } from '../../tests/support/app-client.ts'
import { clockAt } from '../../tests/support/clock-by-hand.ts'
import { DEAD_RELAY_URL } from '../../tests/support/relay-client.ts'
import { openRules } from '../../tests/support/rules.ts'
import { type Scope, startRelayFor } from '../../tests/support/scope.ts'
import { until } from '../../tests/support/until.ts'
import { Apps, type AppsOptions, mayUseKey } from './apps.ts'
import { createRegistry } from './registry.ts'
import { Usage } from './usage.ts'

/** A paired app; `uses` are its uses of the key. */
async function pairedApp(scope: Scope) {
  const relay = await startRelayFor(scope)
  const { apps: store } = openTestStore(temporaryFolder()).keyset(1)
  const rules = openRules()
  const uses: KeyRequest[] = []
  const carryOut = async (request: KeyRequest) => {
    uses.push(request)
    return { ok: true, value: { result: 'done' } } as const
  }
  const apps = new Apps({
    ...{ store, registry: createRegistry(store), rules, stop: rules.stop, clock: createClock() },
    usage: new Usage(store, Date.now, () => {}),
    key: { carryOut } as unknown as AppsOptions['key'],
    relayPool: new RelayPool(),
    ownClock: { aheadBy: 0 },
    relays: () => [relay.url],
    groupKey: () => 'ab'.repeat(32),
    absent: () => null,
    console: () => null,
    onBlocked: () => {},
    log: () => {},
    audit: () => {},
    onError: (error) => {
      throw error
    },
  })
  apps.start()
  scope.onTestFinished(async () => {
    await apps.stop()
    rules.close()
  })
  const invited = apps.invite({ name: 'Notes', preset: 'all', allow: [], expiresIn: 60 })
  if (!invited.ok) throw new Error(invited.error)
  const { id, uri } = invited.value
  await until(() => relay.connections > 0)
  const client = await startAppClient(scope, { uri })
  await client.connect()
  return { apps, client, id, uses, store, stop: rules.stop }
}

type Paired = Awaited<ReturnType<typeof pairedApp>>

/** What blocks an app: a description, a function that blocks or unblocks it, and the errors that it gets. */
const blocks: [string, (paired: Paired, isBlocked: boolean) => void, string[]][] = [
  ['is suspended', ({ apps, id }, suspended) => void apps.update(id, { suspended }), []],
  [
    'has its owner stop everything',
    ({ stop }, isBlocked) => (isBlocked ? stop.stop() : stop.lift()),
    [policyOutcome.stopped],
  ],
]

test.each(blocks)(
  'an app that %s gets no result, and its request is not carried out later either',
  async (_, setBlocked, errors) => {
    const paired = await pairedApp({ onTestFinished })
    const { client, uses, store } = paired
    const note = (content: string) => [
      JSON.stringify({ kind: 1, content, created_at: 1, tags: [] }),
    ]

    setBlocked(paired, true)
    const event = await client.send({ id: 'barred', method: 'sign_event', params: note('barred') })
    await until(() => store.taken().some(({ id }) => id === event.id))
    setBlocked(paired, false)
    client.publish(event)
    const { result } = await client.ask('sign_event', note('allowed'), { id: 'allowed' })

    expect(result).toBe('done')
    expect(uses).toMatchObject([{ operation: 'sign', event: { content: 'allowed' } }])
    const answers = client.answers.filter(({ id }) => id === 'barred')
    expect(answers.map(({ error }) => error)).toEqual(errors)
  },
)

test('an app that is removed while its link is accepted again stays removed', async () => {
  const { apps, client, id } = await pairedApp({ onTestFinished })
  const link = `nostrconnect://${client.pubkey}?relay=${DEAD_RELAY_URL}&secret=s`
  const accepting = apps.accept({ uri: link, preset: 'all', allow: [] })

  apps.remove(id)

  expect(await accepting).toMatchObject({ ok: false, fault: 'unavailable' })
  expect(apps.list()).toEqual([])
})

test('only the client of an app may use the key, until the app expires', () => {
  const [client, now] = ['ab'.repeat(32), 1_000]
  const mayUse = (until: number | null, asks: string | undefined, id = 'app') =>
    mayUseKey(
      {
        registry: { get: (one) => (one === 'app' ? { client, until, pairedAt: 1 } : undefined) },
        usage: { lastOf: () => now },
        clock: clockAt(() => now),
      },
      id,
      asks,
    )
  expect(mayUse(null, client)).toBe(true)
  expect(mayUse(now + 1, client)).toBe(true)
  expect(mayUse(now, client)).toBe(false)
  expect(mayUse(null, 'cd'.repeat(32))).toBe(false)
  expect(mayUse(null, client, 'removed')).toBe(false)
  expect(mayUse(null, undefined)).toBe(true)
})
