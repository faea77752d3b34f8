import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import type { RouteName } from '#api/table.ts'
import { apps as texts } from '#contract/app-messages.ts'
import { type Nip46Policy, nip46History, nip46Requests, nip46Sessions } from '#contract/nip46.ts'
import { ask, byKey, CLOSED, makeKeys } from '../support/access.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { type AppSigner, startAppSigner } from '../support/app-signer.ts'
import { fitting } from '../support/fitting.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const TEXT = 'nobody but the app may read this'

const note = (kind: number) => [JSON.stringify({ kind, content: `kind ${kind}`, tags: [] })]

interface Connected {
  server: AppSigner['server']
  relay: AppSigner['relay']
  client: AppClient
  /** Makes a call by its name in the table, as an admin unless it is said otherwise. */
  call(
    name: RouteName,
    options?: { body?: object; query?: string; params?: Record<string, string>; as?: Role },
  ): ReturnType<typeof ask>
  /** The one request that waits. */
  waiting(): Promise<{ id: string; method: string; params: string; session_pubkey: string }>
}
type Role = 'read' | 'sign' | 'approve' | 'admin'

/** A client that is connected by its own link, as igloo-server's console does it. */
async function connect(scope: Scope, perms = ''): Promise<Connected> {
  const { server, relay } = await startAppSigner(scope, {
    environment: { ...CLOSED, API_KEY: 'sixteen letters!' },
  })
  const keys = makeKeys(server)
  const call: Connected['call'] = (name, { as = 'admin', ...options } = {}) =>
    ask(server, name, { headers: byKey(keys[as]), ...options })
  const seckey = generateSecretKey()
  const uri = `nostrconnect://${getPublicKey(seckey)}?relay=${encodeURIComponent(relay.url)}&secret=s&name=Notes&image=https%3A%2F%2Fa.example%2Fb.png${perms}`
  const connected = await call('connectNip46', { body: { uri } })
  if (connected.status !== 200) throw new Error(connected.text)
  const [{ signer = '' } = {}] = server.context.keysets.first.apps.list()
  const client = await startAppClient(scope, {
    uri: `bunker://${signer}?relay=${encodeURIComponent(relay.url)}`,
    seckey,
  })
  const requests = async () =>
    fitting(nip46Requests, (await call('nip46Requests', { query: '?status=pending' })).body)
      .requests
  const waiting = async () => {
    await until(async () => (await requests()).length === 1)
    const [request] = await requests()
    return request ?? expect.fail('nothing waits')
  }
  return { server, relay, client, call, waiting }
}

const sessionsOf = async ({ call }: Pick<Connected, 'call'>, query = '') =>
  fitting(nip46Sessions, (await call('nip46Sessions', { query, as: 'read' })).body).sessions

describe('A client of igloo-server', () => {
  test('connects an app, which may do nothing that its link asks for', async (t) => {
    const connected = await connect(t, '&perms=sign_event:1,nip44_decrypt')
    const { client, call, waiting, server } = connected

    const asked = client.ask('sign_event', note(1))
    const request = await waiting()
    const approved = await call('answerNip46Request', {
      body: { id: request.id, action: 'approve' },
      as: 'approve',
    })

    expect(await sessionsOf(connected)).toEqual([
      {
        ...{ pubkey: client.pubkey, status: 'active', profile: { name: 'Notes' } },
        relays: [connected.relay.url],
        policy: { methods: {}, kinds: {} },
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
        last_active_at: expect.any(String),
      },
    ])
    expect(request).toMatchObject({ session_pubkey: client.pubkey, method: 'sign_event' })
    const { params, session } = JSON.parse(request.params)
    expect(JSON.parse(params[0])).toMatchObject({ kind: 1, content: 'kind 1' })
    expect(session).toEqual({ pubkey: client.pubkey, profile: { name: 'Notes' } })
    expect(approved).toMatchObject({
      status: 200,
      body: { request: { id: request.id, status: 'approved' } },
    })
    expect(JSON.parse((await asked).result ?? '')).toMatchObject({ kind: 1 })
    expect(server.context.store.audit.page({ limit: 100 })).toContainEqual(
      expect.objectContaining({ actor: 'api-key:approve', action: 'question.answer' }),
    )
  })

  test('sets what an app may do, and takes it back', async (t) => {
    const connected = await connect(t)
    const { client, call, waiting } = connected
    const params = { pubkey: client.pubkey }
    const setPolicy = (body: Partial<Nip46Policy>) => call('setNip46Policy', { params, body })
    const policy = async () => (await sessionsOf(connected))[0]?.policy

    const set = await setPolicy({
      methods: {
        sign_event: true,
        nip44_encrypt: true,
        nip44_decrypt: false,
        get_public_key: true,
      },
      kinds: { '1': true, '7': true, '99999': true },
    })
    const allowed = await client.ask('sign_event', note(7))
    await setPolicy({ kinds: { '1': true } })
    const asked = client.ask('sign_event', note(7))
    const { id } = await waiting()
    await call('answerNip46Request', {
      body: { id, action: 'deny', policy: { methods: { nip44_encrypt: false } } },
    })

    expect(set).toMatchObject({ status: 200, body: { ok: true } })
    expect(allowed.error).toBeUndefined()
    expect((await asked).error).toMatch(/refused/i)
    expect(await policy()).toEqual({ methods: { sign_event: true }, kinds: { '1': true } })
    await setPolicy({ methods: {} })
    expect(await policy()).toEqual({ methods: {}, kinds: {} })
    await setPolicy({ methods: { sign_event: true }, kinds: { '*': true } })
    expect((await client.ask('sign_event', note(30_078))).error).toBeUndefined()
  })

  test('changes nothing when an app would get more rules than there may be', async (t) => {
    const connected = await connect(t)
    const { client, call, server } = connected
    const params = { pubkey: client.pubkey }
    const methods = { sign_event: true }
    await call('setNip46Policy', { params, body: { methods, kinds: { '1': true } } })
    const before = await call('rules')
    const kinds = Object.fromEntries(Array.from({ length: 1_001 }, (_, kind) => [kind + 2, true]))

    const { status } = await call('setNip46Policy', { params, body: { methods, kinds } })

    expect(status).toBe(400)
    expect((await call('rules')).body).toEqual(before.body)
    const audited = server.context.store.audit.page({ limit: 100 }).map(({ action }) => action)
    expect(audited.filter((action) => action.startsWith('rule.'))).toEqual(['rule.add'])
  })

  test('leaves rules alone that no policy can express', async (t) => {
    const { client, call } = await connect(t)
    const { apps } = (await call('apps')).body as { apps: { id: string }[] }
    const rule = { whom: { door: 'app', id: apps[0]?.id }, operation: 'sign' }
    const others = [
      { ...rule, kinds: [3], verdict: 'refuse' },
      { ...rule, kinds: [1], verdict: 'allow', limit: { count: 5, per: 'hour', beyond: 'ask' } },
    ]
    for (const body of others) await call('addRule', { body })
    const params = { pubkey: client.pubkey }

    await call('setNip46Policy', { params, body: { methods: {}, kinds: {} } })

    expect((await call('rules')).body).toMatchObject({ rules: others })
  })

  test('ends, suspends and lists apps, and sees what they did last', async (t) => {
    const connected = await connect(t)
    const { client, call, server } = connected
    const params = { pubkey: client.pubkey.toUpperCase() }
    const status = (name: string) => call('setNip46Status', { params, body: { status: name } })
    const body = { methods: { sign_event: true, nip44_encrypt: true }, kinds: { '1': true } }
    await call('setNip46Policy', { params, body })
    await client.ask('sign_event', note(1))
    await client.ask('nip44_encrypt', [client.pubkey, TEXT])

    const history = await call('nip46History', { as: 'read' })
    const sessions = await sessionsOf(connected, '?history=true')
    await status('pending')
    const suspended = await sessionsOf(connected)
    await status('active')
    const again = await client.ask('ping')
    const ended = await status('revoked')

    const recent = { recent_kinds: [1], recent_methods: ['nip44_encrypt', 'sign_event'] }
    expect(fitting(nip46History, history.body).sessions).toMatchObject([
      { pubkey: client.pubkey, status: 'active', ...recent },
    ])
    expect(sessions).toMatchObject([recent])
    expect(history.text + JSON.stringify(sessions)).not.toContain(TEXT)
    expect(suspended).toMatchObject([{ status: 'pending' }])
    expect(again.result).toBe('pong')
    expect(ended.body).toEqual({ ok: true })
    expect(await sessionsOf(connected)).toEqual([])
    expect((await call('deleteNip46Session', { params })).body).toEqual({ ok: false })
    expect(server.context.keysets.first.apps.list()).toEqual([])
  })

  test('moves apps to other relays, and with no relays to the signer’s', async (t) => {
    const connected = await connect(t)
    const { call, relay } = connected
    const other = 'wss://two.example'
    const relays = async () => (await call('nip46Relays', { as: 'read' })).body

    const added = await call('addNip46Relays', { body: { relays: [other] } })
    const moved = await call('setNip46Relays', { body: { relays: [other] } })
    const wrong = await call('setNip46Relays', { body: { relays: ['ftp://x.y'] } })
    const before = await relays()
    const back = await call('setNip46Relays', { body: { relays: null } })

    expect(added.body).toEqual({ relays: [relay.url, other] })
    expect(moved.body).toEqual({ relays: [other] })
    expect(wrong.status).toBe(400)
    expect(before).toEqual({ relays: [other] })
    expect(back.body).toEqual({ relays: [relay.url] })
    expect((await sessionsOf(connected))[0]?.relays).toEqual([relay.url])
  })

  test('keeps an app’s name and rights when it connects anew', async (t) => {
    const connected = await connect(t)
    const { client, call, relay, server } = connected
    const [{ id = '' } = {}] = server.context.keysets.first.apps.list()
    await call('updateApp', { params: { id }, body: { name: 'Mine', preset: 'everyday' } })
    const uri = `nostrconnect://${client.pubkey}?relay=${encodeURIComponent(relay.url)}&secret=t&name=Other`

    const again = await call('connectNip46', { body: { uri } })

    expect(again.body).toMatchObject({
      session: { pubkey: client.pubkey, profile: { name: 'Mine' } },
    })
    expect((await call('app', { params: { id } })).body).toMatchObject({ preset: 'everyday' })
  })
})

describe('What igloo-server lets through', () => {
  test('is refused: its key, apps without a link, requests of others, done by the caller', async (t) => {
    const { call, server, client, waiting } = await connect(t)
    const key = await call('nip46Transport', { as: 'read' })
    const set = await call('setNip46Transport', { body: { transport_sk: 'ab'.repeat(32) } })
    const made = await call('updateNip46Session', {
      body: { pubkey: 'cd'.repeat(32), status: 'active' },
    })
    const { first } = server.context.keysets
    first.policy.ruleSet.update({ door: 'owner', id: 'olga' }, { preset: 'ask' })
    const caller = { door: 'owner', id: 'olga' } as const
    const request = { operation: 'sign', caller, hash: 'ab'.repeat(32) } as const
    const outcome = await first.key.carryOut(request, { waitFor: 0 })
    const id = outcome.ok ? '' : (outcome.question?.id ?? expect.fail('nobody was asked'))
    const listed = await call('nip46Requests', { as: 'approve' })
    const others = await call('answerNip46Request', { body: { id, action: 'approve' } })
    const deleted = await call('deleteNip46Request', { body: { id } })
    const asked = client.ask('nip44_encrypt', [client.pubkey, TEXT])
    const own = await waiting()
    const completed = await call('answerNip46Request', {
      body: { id: own.id, action: 'complete', result: 'forged' },
    })
    const isDenied = await call('deleteNip46Request', { body: { id: own.id }, as: 'approve' })

    expect(key.body).toEqual({ transport_sk: '' })
    expect(own).toMatchObject({ method: 'nip44_encrypt' })
    expect(JSON.parse(own.params)).toMatchObject({ params: [client.pubkey] })
    expect(set).toMatchObject({ status: 400, body: { error: texts.transportKey } })
    expect(set.text).not.toContain('abab')
    expect(made).toMatchObject({ status: 404, body: { error: texts.noSession } })
    expect(listed.body).toEqual({ requests: [] })
    expect(others.status).toBe(404)
    expect(deleted.body).toEqual({ ok: false })
    expect(first.policy.waiting().map((waits) => waits.id)).toEqual([id])
    expect(completed).toMatchObject({ status: 400, body: { error: texts.notByCaller } })
    expect(isDenied.body).toEqual({ ok: true })
    expect((await asked).error).toMatch(/refused/i)
  })

  test('needs its scope here, and an answer grants no more than its request', async (t) => {
    const connected = await connect(t)
    const { call, client, waiting } = connected
    const params = { pubkey: client.pubkey }
    const asked = client.ask('sign_event', note(1))
    const { id } = await waiting()
    const approve = (policy: object, as: Role = 'approve') =>
      call('answerNip46Request', { body: { id, action: 'approve', policy }, as })

    const statuses = {
      read: (await call('nip46Requests', { as: 'read' })).status,
      sign: (await approve({}, 'sign')).status,
      ended: (await call('deleteNip46Session', { params, as: 'approve' })).status,
      laidDown: (await call('setNip46Policy', { params, body: {}, as: 'read' })).status,
    }
    const beyond = [
      await approve({ methods: { nip44_decrypt: true } }),
      await approve({ methods: { sign_event: true }, kinds: { '*': true } }),
      await approve({ methods: { sign_event: true }, kinds: { '1': true, '4': true } }),
    ]
    const own = await approve({ methods: { sign_event: true }, kinds: { '1': true } })
    const twice = await approve({})

    expect(statuses).toEqual({ read: 403, sign: 403, ended: 403, laidDown: 403 })
    for (const { status, body } of beyond) {
      expect([status, body]).toMatchObject([403, { error: texts.policyBeyond }])
    }
    expect(own.status).toBe(200)
    expect(twice.status).toBe(404)
    expect((await asked).error).toBeUndefined()
    expect((await client.ask('sign_event', note(1))).error).toBeUndefined()
    const policy = { methods: { sign_event: true }, kinds: { '1': true } }
    expect(await sessionsOf(connected)).toMatchObject([{ policy }])
  })
})
