import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { finalizeEvent, generateSecretKey, getEventHash, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, test, vi } from 'vitest'
import { apps as texts } from '#contract/app-messages.ts'
import type { InviteAnswer } from '#contract/apps.ts'
import { policyOutcome } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { questionList } from '#contract/questions.ts'
import { ATTEMPTS } from '#nip46/limits.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { ask } from '../support/access.ts'
import { firstShare } from '../support/api-server.ts'
import { type AppClient, readBunkerLink, startAppClient } from '../support/app-client.ts'
import { type AppSigner, startAppSigner } from '../support/app-signer.ts'
import { counterparty } from '../support/counterparty.ts'
import { fitting } from '../support/fitting.ts'
import { rounds } from '../support/long.ts'
import { startOwnedProcess } from '../support/owned-process.ts'
import { newPair } from '../support/pair.ts'
import { fileScope, type Scope, startRelayFor } from '../support/scope.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

const shared = startAppSigner(fileScope())
/** Its share holders exchange keys in crowds. */
const shared2026 = startAppSigner(fileScope(), { generation: '2026' })
const note = (content: string) => ({ kind: 1, content, tags: [], created_at: 1_700_000_000 })

const GUESSES = rounds(60, 200)
/** Events that an app asks to have signed, and messages to have read, at once. */
const SIGNED = rounds(48, 64)
const READ = rounds(64, 128)
/** Pings after which all of that would be done. */
const TURNS = rounds(40, 200)

/** This many requests, each made when it is sent. */
function* each(count: number, request: (n: number) => object): Iterable<object> {
  for (let n = 0; n < count; n += 1) yield request(n)
}

/**
 * Has a share holder ping the signer this many times. When one ping is answered, all events that the relay had
 * before have reached the signer, and all that the signer had published before have reached their recipients.
 * After enough of them, whatever else the signer had to do is done too, or would have been.
 */
async function pings({ members, keyset }: AppSigner, times: number): Promise<void> {
  const signer = xOnly(present(keyset.group.commits[0]).pubkey)
  const answered = async () => (await present(members[0]).node.ping(signer)).success
  for (let n = 0; n < times; n += 1) await until(answered, { what: 'the signer to answer a ping' })
  // The client's answer may be read after the pong, in the same turn of the event loop.
  for (let n = 0; n < 3; n += 1) await turn()
}

/** Sends an event. Resolves when the relay has it. */
async function relayed(relay: RelayFixture, send: () => Promise<NostrEvent>): Promise<NostrEvent> {
  const taken = new Set<string>()
  const end = relay.onEvent(({ id }) => void taken.add(id))
  try {
    const event = await send()
    await until(() => taken.has(event.id), { what: 'the relay to take an event' })
    return event
  } finally {
    end()
  }
}

/** Sends a client's request, and expects that it has no answer when the signer has answered later pings. */
async function unanswered(client: AppClient, method: string, params: unknown[]): Promise<void> {
  const signer = await shared
  const before = client.answers.length
  await relayed(signer.relay, () => client.send({ id: 'silence', method, params }))
  await pings(signer, 3)
  expect(client.answers.length).toBe(before)
}

async function pairedApp(scope: Scope, request: object = {}, signers = shared) {
  const signer = await signers
  const { id, uri } = await signer.invite(request)
  const client = await startAppClient(scope, { uri })
  expect(await client.connect()).toMatchObject({ result: 'ack' })
  return { ...signer, id, uri, client }
}

describe('A stranger', () => {
  test('learns nothing from an app’s key, the public key included', async (t) => {
    const { uri, id, app } = await pairedApp(t)
    const stranger = await startAppClient(t, { uri })

    await unanswered(stranger, 'get_public_key', [])
    await unanswered(stranger, 'ping', [])
    await unanswered(stranger, 'sign_event', [note('x')])
    // The secret is spent.
    await unanswered(stranger, 'connect', [readBunkerLink(uri).signer, readBunkerLink(uri).secret])

    const { state, wrongSecrets, client } = await app(id)
    expect(state).toBe('paired')
    expect(client).not.toBe(stranger.pubkey)
    expect(wrongSecrets).toBeGreaterThan(0)
  })

  test('does not pair by a wrong secret, nor by an empty one', async (t) => {
    const { invite, app } = await shared
    const { id, uri } = await invite()
    const { signer } = readBunkerLink(uri)
    const guesses = ['', 'x', readBunkerLink(uri).secret.slice(1), randomBytes(16).toString('hex')]
    for (const secret of guesses) {
      const stranger = await startAppClient(t, { uri })
      await unanswered(stranger, 'connect', [signer, secret])
    }
    await until(async () => (await app(id)).wrongSecrets === guesses.length)
    expect((await app(id)).state).toBe('invited')
  })

  test('who floods an app is heard a few times a minute', async (t) => {
    const { id, uri, app, relay } = await pairedApp(t)
    const { signer } = readBunkerLink(uri)
    const flood = await startAppClient(t, { uri })
    // Attempts are counted by the minute: a flood over its end would be heard in two.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    t.onTestFinished(() => clock.mockRestore())

    const guess = (n: number) => ({ id: n, method: 'connect', params: [signer, `guess ${n}`] })
    await flood.sendAll(each(GUESSES, guess))
    await relayed(relay, () => flood.send(guess(GUESSES)))
    await until(async () => (await app(id)).wrongSecrets > 0)
    await pings(await shared, 10)

    expect((await app(id)).wrongSecrets).toBeLessThanOrEqual(5)
    expect(flood.answers).toEqual([])
  })

  test('who floods one app keeps nobody from pairing another', async (t) => {
    const { uri, invite, app, relay } = await pairedApp(t)
    const { signer } = readBunkerLink(uri)
    const created_at = Math.floor(Date.now() / 1000)
    for (let n = 0; n <= ATTEMPTS; n += 1) {
      const template = { kind: 24_133, created_at, tags: [['p', signer]], content: 'no message' }
      relay.inject(finalizeEvent(template, generateSecretKey()))
    }

    const { id, uri: other } = await invite()
    const client = await startAppClient(t, { uri: other })

    expect(await client.connect()).toMatchObject({ result: 'ack' })
    expect((await app(id)).state).toBe('paired')
  })

  test('is not let in by a name, or metadata, however it is written', async (t) => {
    const { invite, app } = await shared
    const { id, uri } = await invite({ preset: 'ask' })
    const { signer, secret } = readBunkerLink(uri)
    const client = await startAppClient(t, { uri })
    const name = `Floe\u202eevil\u200b${'x'.repeat(30_000)}`
    const metadata = JSON.stringify({ name, url: 'javascript:alert(1)', image: 'https://x/' })

    const answer = await client.ask('connect', [signer, secret, 'sign_event', metadata])
    const view = await app(id)

    expect(answer).toMatchObject({ result: 'ack' })
    expect(view.claims.name).toMatch(/^Floe\[U\+202E\]evil\[U\+200B\]x+…$/)
    expect(view.claims.name?.length).toBeLessThan(100)
    expect(view.name).toBe('Notes')
    expect(view.preset).toBe('ask')
  })
})

describe('An app', () => {
  test('gets no rumor signed, and no message of remote signing', async (t) => {
    const { client } = await pairedApp(t, { preset: 'all', allow: ['sign_event'] })

    for (const kind of [14, 15, 24_133]) {
      const answer = await client.ask('sign_event', [{ ...note('x'), kind }])
      expect(answer).toMatchObject({ result: 'error', error: policyOutcome.never })
    }
  })

  test('signs nothing beyond its rights, and asks the owner ten times at most', async (t) => {
    const { client, call } = await pairedApp(t, { preset: 'ask' })
    const list = async () =>
      (await call<{ questions: { id: string }[] }>('GET', '/api/questions')).questions

    for (let n = 0; n < 12; n += 1) {
      await client.send({ id: n, method: 'sign_event', params: [note(`${n}`)] })
    }
    await until(async () => (await list()).length === 10)
    await until(() => client.answers.filter(({ result }) => result === 'error').length === 2)
    for (const { id } of await list()) {
      await call('POST', `/api/questions/${id}`, { verdict: 'refuse' })
    }
    for (let n = 0; n < 12; n += 1) await client.answered(n)

    const results = client.answers.filter(({ id }) => typeof id === 'number')
    expect(results.every(({ result }) => result === 'error')).toBe(true)
    expect(results.map(({ error }) => error)).toContain(policyOutcome.crowded)
    expect(results.map(({ error }) => error)).toContain(policyOutcome.answer)
  })

  test('whose requests are replayed makes nothing happen', async (t) => {
    const { client, relay, id, app } = await pairedApp(t)
    const asked = await client.send({ id: 'once', method: 'sign_event', params: [note('once')] })
    await client.answered('once')
    const used = async () => Object.values((await app(id)).days[0]?.uses ?? {})
    const before = await used()

    for (let n = 0; n < 20; n += 1) relay.inject(asked)
    await client.ask('ping')

    expect(client.answers.filter(({ id: of }) => of === 'once')).toHaveLength(1)
    expect(await used()).toEqual(before)
  })

  test('that was logged out by a replay of an old logout stays signed in', async (t) => {
    const { client, call, id, relay, app } = await pairedApp(t)
    const { pairedAt = '' } = await app(id)
    const createdAt = Math.floor(Date.parse(pairedAt) / 1000) - 5
    const logout = await relayed(relay, () =>
      client.send({ id: 'out', method: 'logout', params: [] }, { createdAt }),
    )
    await pings(await shared, 3)
    expect((await app(id)).state).toBe('paired')

    relay.inject(logout)
    await call('GET', '/api/apps')

    expect((await app(id)).state).toBe('paired')
  })

  test('can’t have relays in private networks looked at by its link', async () => {
    const { server } = await shared
    const link = (url: string) =>
      `nostrconnect://${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}?relay=${encodeURIComponent(url)}&secret=s`
    const post = (uri: string) => server.post('/api/apps/accept', { uri, preset: 'ask' })

    const plain = await post(link('ws://relay.example'))
    const none = await post(link('file:///etc/passwd'))

    expect(plain.body).toMatchObject({ error: texts.plainRelay('ws://relay.example') })
    expect(none.status).toBe(400)
  })

  test('has its own relays left when it is removed', async (t) => {
    const { accept, call } = await shared
    const itsOwn = await startRelayFor(t)
    const client = getPublicKey(generateSecretKey())
    const relay = encodeURIComponent(itsOwn.url)
    const id = await accept({ uri: `nostrconnect://${client}?relay=${relay}&secret=s` })
    expect(itsOwn.connections).toBe(1)

    await call('DELETE', `/api/apps/${id}`)

    await until(() => itsOwn.connections === 0)
  })

  test('has a key of Floe’s for itself alone, which is not the group’s', async (t) => {
    const apps = await Promise.all([pairedApp(t), pairedApp(t)])
    const { pubkey } = await shared
    const keys = apps.map(({ uri }) => readBunkerLink(uri).signer)
    expect(new Set([...keys, pubkey]).size).toBe(3)
  })

  test('can’t answer the question about itself, neither as an app nor by the API', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newPair()
    const { floe, by } = await startOwnedProcess(t, firstShare(keyset, [relay.url]))
    const { body } = await ask(floe, 'inviteApp', {
      headers: by.owner,
      body: { name: 'App', preset: 'ask' },
    })
    const client = await startAppClient(t, { uri: (body as InviteAnswer).uri })
    await client.connect()
    await client.send({ id: 'asked', method: 'nip44_encrypt', params: [client.pubkey, 'x'] })
    const open = async () =>
      fitting(questionList, (await ask(floe, 'questions', { headers: by.owner })).body).questions
    await until(async () => (await open()).length === 1)
    const id = (await open())[0]?.id ?? ''

    const answer = { params: { id }, body: { verdict: 'allow' } }
    const nobody = await ask(floe, 'answerQuestion', answer)
    const program = await ask(floe, 'answerQuestion', { ...answer, headers: by.program })
    const foreign = await ask(floe, 'answerQuestion', {
      ...answer,
      headers: { ...by.owner, Origin: 'https://app.example' },
    })
    for (const method of ['approve', 'answerQuestion', 'allow']) {
      expect(await client.ask(method, [id, 'allow'])).toMatchObject({ result: 'error' })
    }

    expect([nobody.status, program.status, foreign.status]).toEqual([401, 403, 403])
    expect(await open()).toHaveLength(1)
    expect(client.answers.filter(({ id }) => id === 'asked')).toEqual([])
  })
})

test('Neither its link, its key nor what it reads is in the log, the events, the audit or the clear on the disk', async (t) => {
  const { client, uri, call, server } = await pairedApp(t, {
    preset: 'all',
    allow: ['nip44_decrypt'],
  })
  const { secret } = readBunkerLink(uri)
  const text = `read by nobody ${randomBytes(8).toString('hex')}`
  const other = counterparty((await shared).keyset)
  await client.ask('nip44_decrypt', [other.pubkey, other.nip44.encrypt(text)])
  await client.ask('nip44_encrypt', [other.pubkey, text])
  const { kept } = server.context.keysets.first
  const seckeys = kept.apps.list().map(({ seckey }) => seckey)

  const places = {
    log: server.log.join('\n'),
    events: JSON.stringify(server.context.events.entries()),
    audit: JSON.stringify(await call('GET', '/api/audit')),
    apps: JSON.stringify(await call('GET', '/api/apps')),
    database: readFileSync(join(server.dataDir, 'floe.db')),
    'write-ahead log': readFileSync(join(server.dataDir, 'floe.db-wal')),
  }

  const keys = Object.entries(seckeys).map(([n, key]) => [`key ${n}`, Buffer.from(key, 'hex')])
  const forms = formsOf({
    secret: `bunker1${secret}`,
    text: `1${text}`,
    ...Object.fromEntries(keys),
  })
  expect(new Set(forms.map(({ secret: of }) => of)).size).toBe(2 + seckeys.length)
  expect(findSecrets(forms, places)).toEqual([])
})

describe('A relay', () => {
  test('that sends a request again under another id or time is not answered', async (t) => {
    const { client, relay } = await pairedApp(t, { preset: 'all' })
    const request = { id: 'once', method: 'sign_event', params: [JSON.stringify(note('once'))] }
    const event = await client.send(request)
    await client.answered('once')
    const later = { ...event, created_at: event.created_at + 1 }
    const before = client.answers.length

    for (const forged of [
      { ...event, id: randomBytes(32).toString('hex') },
      { ...later, id: getEventHash(later) },
    ]) {
      expect(relay.inject(forged)).toBeGreaterThan(0)
    }

    // Requests of one app are read in turn.
    await client.ask('sign_event', [JSON.stringify(note('after'))])
    expect(client.answers.length).toBe(before + 1)
  })
})

describe('From the moment that its owner', () => {
  /** The last part: the only error that an app gets from then on; null: no answer at all. */
  const acts: [string, (call: Call, id: string) => Promise<unknown>, string | null][] = [
    ['removes it', (call, id) => call('DELETE', `/api/apps/${id}`), null],
    ['suspends it', (call, id) => call('PUT', `/api/apps/${id}`, { suspended: true }), null],
    ['stops everything', (call) => call('POST', '/api/stop', {}), policyOutcome.stopped],
  ]

  /** Expects no results, of requests under way or of a new one, once all that was published before has come. */
  const expectNoMore = async (client: AppClient, signer: AppSigner, only: string | null) => {
    await pings(signer, 1)
    const before = client.answers.length
    await relayed(signer.relay, () => client.send({ id: 'ping', method: 'ping', params: [] }))
    await pings(signer, TURNS)
    const after = client.answers.slice(before)
    if (only !== null) expect(after).toContainEqual(expect.objectContaining({ id: 'ping' }))
    expect(after.filter(({ error }) => error !== only || only === null)).toEqual([])
  }
  const results = ({ answers }: AppClient) => answers.filter(({ error }) => error === undefined)

  /** Keeps the share holders' answers to such requests back until they are released. */
  const holdHolders = ({ members }: AppSigner, operation: 'sign' | 'ecdh') => {
    const whom = { door: 'peer' } as const
    const rules = members.map((member) => member.rules)
    const held = rules.map(({ ruleSet }) =>
      ruleSet.add({ whom, operation, verdict: 'ask', for: 'ever' }),
    )
    return {
      isAsked: () => rules.some(({ approvals }) => approvals.list().length > 0),
      release: () => {
        for (const [n, { approvals, answer, ruleSet }] of rules.entries()) {
          for (const { id } of approvals.list()) answer(id, { verdict: 'allow' })
          const rule = held[n]
          if (rule?.ok) ruleSet.delete(rule.value.id)
        }
      },
    }
  }

  test.each(acts)(
    '%s, an app gets nothing more, also of what is under way',
    async (_, act, only) => {
      const scope: (() => unknown)[] = []
      const t: Scope = { onTestFinished: (end) => void scope.push(end) }
      try {
        const { client, id, call } = await pairedApp(t, { allow: ['nip44_decrypt'] })
        // No event twice: a share holder's owner has answered for those of an earlier test.
        const request = (n: number) => ({
          id: n,
          method: 'sign_event',
          params: [note(`${n} for ${id}`)],
        })
        await client.ask('sign_event', [note('before')])
        const holders = holdHolders(await shared, 'sign')
        scope.push(holders.release)
        const before = results(client).length
        await client.sendAll(each(SIGNED, request))
        await until(holders.isAsked)

        await act(call, id)
        holders.release()
        await expectNoMore(client, await shared, only)
        expect(results(client)).toHaveLength(before)
        await call('DELETE', '/api/stop')
      } finally {
        for (const end of scope.reverse()) await end()
      }
    },
  )

  test.each(acts)(
    '%s, an app gets nothing more, also in the middle of a crowd of messages to be read',
    async (_, act, only) => {
      const scope: (() => unknown)[] = []
      const t: Scope = { onTestFinished: (end) => void scope.push(end) }
      try {
        const { client, id, call, keyset, server } = await pairedApp(
          t,
          { allow: ['nip44_decrypt'] },
          shared2026,
        )
        const readAll = async () => {
          // More keys than these would keep three signers in one process from hearing each other's pings.
          const others = Array.from({ length: 12 }, () => counterparty(keyset))
          const request = (id: number) => {
            const { pubkey, nip44 } = present(others[id % others.length])
            return { id, method: 'nip44_decrypt', params: [pubkey, nip44.encrypt('for the group')] }
          }
          await until(() => server.context.keysets.first.supervisor.health.directions.ask.can)
          client.answers.length = 0
          await client.sendAll(each(READ, request))
        }
        const holders = holdHolders(await shared2026, 'ecdh')
        scope.push(holders.release)
        // On a busy machine share holders may be missed while the crowd is made.
        const isMissed = () => client.answers.some(({ error }) => error?.includes('offline'))
        do {
          if (isMissed()) await until(() => client.answers.length >= READ)
          await readAll()
          await until(() => holders.isAsked() || isMissed())
        } while (!holders.isAsked())

        await act(call, id)
        holders.release()
        await expectNoMore(client, await shared2026, only)
        expect(results(client)).toEqual([])
        await call('DELETE', '/api/stop')
      } finally {
        for (const end of scope.reverse()) await end()
      }
    },
  )
})

type Act = [string, (call: Call, id: string) => Promise<unknown>]

describe('Nothing is kept of the key exchanges for an app once its owner', () => {
  test.each<Act>([
    ['removes it', (call, id) => call('DELETE', `/api/apps/${id}`)],
    ['suspends it', (call, id) => call('PUT', `/api/apps/${id}`, { suspended: true })],
  ])('%s', async (_, act) => {
    const scope: (() => unknown)[] = []
    const t: Scope = { onTestFinished: (end) => void scope.push(end) }
    try {
      const { client, id, call, server, keyset } = await pairedApp(t)
      const other = await pairedApp(t)
      const { pubkey } = counterparty(keyset)
      const encrypts = (of: AppClient) => of.ask('nip44_encrypt', [pubkey, 'text'])
      const exchanges = () =>
        server.context.events.entries().filter(({ type }) => type === 'ecdh').length
      await encrypts(client)
      const before = exchanges()
      await encrypts(other.client)
      expect(exchanges()).toBe(before)

      await act(call, id)
      expect(await encrypts(other.client)).not.toHaveProperty('error')

      expect(exchanges()).toBe(before + 1)
    } finally {
      for (const end of scope) await end()
    }
  })
})

type Call = Awaited<typeof shared>['call']
