import { generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { policyOutcome } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { Question } from '#contract/questions.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { rounds } from '../support/long.ts'
import { fileScope, type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { ClientProcess } from './client-process.ts'

const CONSOLE = 'http://floe.example:8002'
const shared = startAppSigner(fileScope(), { environment: { ALLOWED_ORIGINS: CONSOLE } })
/** How long Amethyst waits before it asks once more: 65 s, but in a normal run only 1 s. Milliseconds. */
const AMETHYST_WAITS = rounds(1_000, 65_000)
/** Longer than Amethyst waits in all. Milliseconds. */
const PATIENT = 150_000
const note = { kind: 1, content: 'hello', tags: [], created_at: 1_700_000_000 }

async function pairedApp(scope: Scope, preset: 'all' | 'ask' | 'everyday' = 'all') {
  const signer = await shared
  const { id, uri } = await signer.invite({ preset })
  const seckey = generateSecretKey()
  const client = await startAppClient(scope, { uri, seckey })
  expect(await client.connect()).toMatchObject({ result: 'ack' })
  return { ...signer, id, uri, seckey, client }
}

const pings = async (client: AppClient) =>
  expect(await client.ask('ping')).toMatchObject({ result: 'pong' })

test('An app is moved to another relay without a request lost', async (t) => {
  const { client, id, uri, seckey, call, app, relay } = await pairedApp(t)
  const other = await startRelayFor(t)
  await pings(client)

  await call('PUT', `/api/apps/${id}`, { relays: [other.url] })
  await pings(client)
  const moved = await client.ask('switch_relays')
  const there = await startAppClient(t, { uri, seckey, relay: other.url })
  await until(async () =>
    (await app(id)).relays.some(({ url, heard }) => url === other.url && heard),
  )
  await pings(client)
  await pings(there)

  expect(JSON.parse(moved.result ?? '')).toEqual([other.url])
  await until(async () => (await app(id)).relays.length === 1)
  expect((await app(id)).relays.map(({ url }) => url)).toEqual([other.url])
  expect(await there.ask('switch_relays')).toMatchObject({ result: 'null' })
  expect(relay.url).not.toBe(other.url)
})

test('An app that can show a link gets one to the owner’s console once, and then its answer', async (t) => {
  const { client, id, call } = await pairedApp(t, 'ask')
  await call('PUT', `/api/apps/${id}`, { authUrl: true })
  const told = () => client.answers.filter(({ result }) => result === 'auth_url')

  await client.send({ id: 'asked', method: 'sign_event', params: [note] })
  await until(() => told().length === 1)
  const { questions } = await call<{ questions: Question[] }>('GET', '/api/questions')
  const asked = questions.find(({ caller }) => caller.id === id)
  await call('POST', `/api/questions/${asked?.id}`, { verdict: 'allow' })
  await until(() => client.answers.filter(({ id: of }) => of === 'asked').length === 2)

  expect(told()[0]).toMatchObject({ id: 'asked', error: `${CONSOLE}/` })
  expect(asked?.caller.name).toBe('Notes')
  expect(client.answers.at(-1)?.result).toContain('"sig"')
})

test('An app whose time is over gets an error that says so, until it is paired again', async (t) => {
  const { client, id, call, app, seckey } = await pairedApp(t)

  await call('PUT', `/api/apps/${id}`, { until: new Date(Date.now() - 1_000).toISOString() })
  const over = await client.ask('get_public_key')
  const { state } = await app(id)
  await call('PUT', `/api/apps/${id}`, { until: null })
  const { uri } = await call<{ uri: string }>('POST', `/api/apps/${id}/invite`, {})
  const again = await startAppClient(t, { uri, seckey })

  expect(over).toMatchObject({ result: 'error', error: expect.stringContaining('pair it again') })
  expect(state).toBe('expired')
  expect(await again.connect()).toMatchObject({ result: 'ack' })
  expect((await app(id)).state).toBe('paired')
})

test('A client that uses a new link takes the place of the one before', async (t) => {
  const { client, id, call, app } = await pairedApp(t)
  const { uri } = await call<{ uri: string }>('POST', `/api/apps/${id}/invite`, {})
  const other = await startAppClient(t, { uri })
  await pings(client)

  await other.connect()
  const before = client.answers.length
  await client.send({ id: 'too late', method: 'ping', params: [] })
  await pings(other)

  expect(client.answers.length).toBe(before)
  expect((await app(id)).client).toBe(other.pubkey)
})

test('An app gets an error at once for each request while everything is stopped, and none of them is done later', async (t) => {
  const { client, id, call, app } = await pairedApp(t, 'ask')
  const { uri } = await call<{ uri: string }>('POST', `/api/apps/${id}/invite`, {})
  const invited = await startAppClient(t, { uri })
  const asked = { ...note, content: 'asked before' }
  await client.send({ id: 'open', method: 'sign_event', params: [asked] })
  const questions = async () =>
    (await call<{ questions: Question[] }>('GET', '/api/questions')).questions.filter(
      ({ caller }) => caller.id === id,
    )
  await until(async () => (await questions()).length === 1)

  await call('POST', '/api/stop', {})
  const told = await Promise.all([
    client.answered('open'),
    client.ask('sign_event', [note]),
    client.ask('ping'),
    client.ask('get_public_key'),
    invited.connect(),
  ])
  await call('DELETE', '/api/stop')
  await pings(client)

  expect(told.map(({ result, error }) => [result, error])).toEqual(
    told.map(() => ['error', policyOutcome.stopped]),
  )
  expect(await questions()).toEqual([])
  expect((await app(id)).client).toBe(client.pubkey)
  expect(await invited.connect()).toMatchObject({ result: 'ack' })
})

test('What an app does is counted by day and kind', async (t) => {
  const begun = new Date()
  const { client, id, app } = await pairedApp(t)

  await client.ask('sign_event', [note])
  await client.ask('sign_event', [{ ...note, content: 'again' }])
  await client.ask('sign_event', [{ ...note, kind: 7, content: '+' }])
  const { days, lastUsedAt } = await app(id)

  // Midnight may come in between.
  const possible = [begun, new Date()].map((at) => at.toISOString().slice(0, 10))
  const used = days.flatMap(({ uses }) => Object.entries(uses))
  const times = (use: string) => used.reduce((sum, [name, n]) => sum + (name === use ? n : 0), 0)
  expect(days.filter(({ day }) => !possible.includes(day))).toEqual([])
  expect(Object.fromEntries(used.map(([use]) => [use, times(use)]))).toEqual({
    connect: 1,
    'sign:1': 2,
    'sign:7': 1,
  })
  expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThanOrEqual(begun.getTime())
})

test('A change of what an app may do applies at once, also to requests that wait', async (t) => {
  const { client, id, call } = await pairedApp(t)
  const signs = () => client.ask('sign_event', [note])
  const asked = async () =>
    (await call<{ questions: Question[] }>('GET', '/api/questions')).questions.filter(
      ({ caller }) => caller.id === id,
    )
  expect(await signs()).not.toHaveProperty('error')

  await call('PUT', `/api/apps/${id}`, { preset: 'ask' })
  await client.send({ id: 'waits', method: 'sign_event', params: [{ ...note, content: 'waits' }] })
  await until(async () => (await asked()).length === 1)
  await call('PUT', `/api/apps/${id}`, { preset: 'everyday' })

  expect(await client.answered('waits')).not.toHaveProperty('error')
  expect(await signs()).not.toHaveProperty('error')
  expect(await asked()).toEqual([])
})

test('Amethyst asks again under a new id while the owner takes time, and both requests get one signature', async (t) => {
  const { call, relay, invite, app, server } = await shared
  const { id, uri } = await invite({ preset: 'ask' })
  const other = await pairedApp(t, 'ask')
  const client = await ClientProcess.start(t, ['amethyst.mjs', String(AMETHYST_WAITS)])
  await client.pairByBunker(uri)
  const { client: pubkey, signer } = await app(id)
  const events: NostrEvent[] = []
  t.onTestFinished(relay.onEvent((event) => events.push(event)))
  const by = (author: string | undefined) => events.filter((event) => event.pubkey === author)
  const questions = async (of = id) => {
    const { questions } = await call<{ questions: Question[] }>('GET', '/api/questions')
    return questions.filter(({ caller }) => caller.id === of)
  }

  const signed = client.sign({ ...note, content: 'late' }, PATIENT)
  await until(() => by(pubkey).length === 2, { timeout: PATIENT })
  // Requests are read in their order: the second has been read once a later one has its question.
  await other.client.send({ id: 'later', method: 'sign_event', params: [note] })
  await until(async () => (await questions(other.id)).length === 1)
  const asked = await questions()
  await call('POST', `/api/questions/${asked[0]?.id}`, { verdict: 'allow' })
  const { sig } = await signed
  await until(() => by(signer).length === 2)

  expect(asked).toHaveLength(1)
  expect(await questions()).toEqual([])
  const rows = server.context.store.audit.page({ limit: 100 })
  const uses = rows.filter(({ actor, action }) => actor === id && action === 'sign')
  expect(uses).toHaveLength(1)
  expect(sig).toMatch(/^[0-9a-f]{128}$/)
})
