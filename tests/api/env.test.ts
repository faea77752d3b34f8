import { expect, type TestContext, test } from 'vitest'
import { envAnswer } from '#contract/env.ts'
import { envKeys } from '#contract/keysets.ts'
import {
  decoding,
  protocolTexts as decodingTexts,
  http,
  httpDone,
  settings as texts,
  validation,
} from '#contract/messages.ts'
import { openStore } from '#store/open.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { fitting } from '../support/fitting.ts'
import { temporaryFolder } from '../support/scope.ts'

/** Nothing in this file waits for a relay, so one that is not there will do. */
const RELAYS = ['ws://127.0.0.1:9']

const settings = async (server: ApiServer) =>
  fitting(envAnswer, (await server.get('/api/env')).body)

const updated = { success: true, message: httpDone.envUpdated }

test('A fresh server has no credentials', async (t) => {
  const server = await startServer(t)

  const answer = await server.get('/api/env')

  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(answer.text).toBe('{}')
})

test('What is saved is answered in full and read back', async (t) => {
  const server = await startServer(t)
  const saved = firstShare(newKeyset(), RELAYS)

  const answer = await server.post('/api/env', saved)

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual(updated)
  expect(await settings(server)).toEqual(saved)
})

test('A deleted key that the environment still has is reported, until it is saved again', async (t) => {
  const environment = firstShare(newKeyset(), RELAYS)
  const server = await startServer(t, { environment })
  await server.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_NAME'] })

  const status = await server.status(({ hasCredentials }) => !hasCredentials)
  expect(status.warnings).toContain(texts.deletedHere('SHARE_CRED, GROUP_NAME'))

  await server.post('/api/env', environment)
  const { warnings } = await server.status(({ hasCredentials }) => hasCredentials)
  expect(warnings.join()).not.toContain('SHARE_CRED')
})

test('A single key is saved without touching the others', async (t) => {
  const server = await startServer(t)
  const saved = firstShare(newKeyset(), RELAYS)
  await server.post('/api/env', saved)

  const answer = await server.post('/api/env', { GROUP_NAME: 'Another name' })

  expect(answer.body).toEqual(updated)
  expect(await settings(server)).toEqual({ ...saved, GROUP_NAME: 'Another name' })
})

test('Whitespace around a pasted text is not saved', async (t) => {
  const server = await startServer(t)
  const saved = firstShare(newKeyset(), RELAYS)
  const pasted = Object.fromEntries(
    Object.entries(saved).map(([key, text]) => [key, `\n ${text} `]),
  )

  await server.post('/api/env', pasted)

  expect(await settings(server)).toEqual(saved)
})

const relayForms = [
  ['a JSON array', '["wss://one.example","ws://localhost:7000"]'],
  ['a list with commas', 'wss://one.example,ws://localhost:7000'],
  ['a list with spaces', 'wss://one.example ws://localhost:7000'],
  ['a list with both', ' wss://one.example,  ws://localhost:7000 '],
  ['a list with line breaks', 'wss://one.example\nws://localhost:7000\n'],
  ['URLs as people write them', 'one.example/, WS://LOCALHOST:7000'],
] as const

for (const [form, text] of relayForms) {
  test(`RELAYS is saved from ${form} and read back as a JSON array`, async (t) => {
    const server = await startServer(t)

    expect((await server.post('/api/env', { RELAYS: text })).body).toEqual(updated)

    expect(await settings(server)).toEqual({
      RELAYS: '["wss://one.example","ws://localhost:7000"]',
    })
  })
}

test('RELAYS of one URL, as text or as a JSON string, is a list of one', async (t) => {
  const server = await startServer(t)

  for (const text of ['wss://one.example', '"wss://one.example"', 'https://one.example/']) {
    await server.post('/api/env', { RELAYS: text })
    expect(await settings(server)).toEqual({ RELAYS: '["wss://one.example"]' })
    await server.post('/api/env/delete', { keys: ['RELAYS'] })
  }
})

test('RELAYS in the environment is read in every form', async (t) => {
  const forms = ['["wss://a.example","wss://b.example"]', 'wss://a.example, wss://b.example']
  for (const text of forms) {
    const server = await startServer(t, { environment: { RELAYS: text } })
    expect(await settings(server)).toEqual({ RELAYS: '["wss://a.example","wss://b.example"]' })
  }
})

const good = firstShare(newKeyset(), RELAYS)
const { checksum } = decoding

const refusals: [what: string, body: Record<string, unknown>, error: string][] = [
  ['an empty share', { SHARE_CRED: ' ' }, `SHARE_CRED: ${validation.shareRequired}`],
  ['a share of another kind', { SHARE_CRED: 'nsec1' }, `SHARE_CRED: ${validation.sharePrefix}`],
  [
    'a share that is cut short',
    { SHARE_CRED: good.SHARE_CRED.slice(0, 100) },
    `SHARE_CRED: ${validation.shareLength(174)}`,
  ],
  [
    'a mistyped share',
    { SHARE_CRED: mistype(good.SHARE_CRED, 60) },
    `SHARE_CRED: ${decodingTexts.decodeShare(checksum)}`,
  ],
  [
    'a share with a foreign character',
    { SHARE_CRED: good.SHARE_CRED.replace(/.$/, 'b') },
    `SHARE_CRED: ${validation.shareBech32m}`,
  ],
  ['an empty group', { GROUP_CRED: '' }, `GROUP_CRED: ${validation.groupRequired}`],
  [
    'a share in place of the group',
    { GROUP_CRED: good.SHARE_CRED },
    `GROUP_CRED: ${validation.groupPrefix}`,
  ],
  [
    'a mistyped group',
    { GROUP_CRED: mistype(good.GROUP_CRED, 60) },
    `GROUP_CRED: ${decodingTexts.decodeGroup(checksum)}`,
  ],
  ['an empty name', { GROUP_NAME: ' \t' }, `GROUP_NAME: ${validation.nameRequired}`],
  [
    'a name that is too long',
    { GROUP_NAME: 'n'.repeat(201) },
    `GROUP_NAME: ${validation.nameTooLong(200)}`,
  ],
  ['no relay', { RELAYS: '' }, `RELAYS: ${validation.relayListRequired}`],
  ['an empty list of relays', { RELAYS: '[]' }, `RELAYS: ${validation.relayListRequired}`],
  [
    'relays of which none is valid',
    { RELAYS: 'no,yes' },
    `RELAYS: ${validation.relayNoneValid}. ${validation.relayDotless}`,
  ],
]

for (const [what, body, error] of refusals) {
  test(`Saving ${what} is refused with the reason, and nothing of it is saved`, async (t) => {
    const server = await startServer(t)

    const answer = await server.post('/api/env', body)

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error })
    expect(await settings(server)).toEqual({})
  })
}

test('An invalid relay among valid ones is left out, and the answer says so', async (t) => {
  const server = await startServer(t)

  const { status, body } = await server.post('/api/env', {
    RELAYS: '["wss://one.example","ftp://two.example"]',
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    warnings: [validation.relayItem(2, validation.relayProtocol)],
  })
  expect(await settings(server)).toEqual({ RELAYS: '["wss://one.example"]' })
})

test('A key of the wrong type is refused by name', async (t) => {
  const server = await startServer(t)

  for (const key of envKeys) {
    for (const value of [null, 1, true, ['ws://127.0.0.1'], { text: 'x' }]) {
      const answer = await server.post('/api/env', { [key]: value })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: `${key}: ${http.mustBeString}` })
    }
  }
  expect(await settings(server)).toEqual({})
})

test('One wrong key of four keeps all four from being saved', async (t) => {
  const server = await startServer(t)
  const before = { GROUP_NAME: 'Before' }
  await server.post('/api/env', before)
  const wrong = { SHARE_CRED: 'x', GROUP_CRED: 'x', GROUP_NAME: '', RELAYS: 'x' }

  for (const key of envKeys) {
    const answer = await server.post('/api/env', { ...good, [key]: wrong[key] })
    expect(answer.status).toBe(400)
    expect(await settings(server)).toEqual(before)
  }
  expect((await server.get('/api/status')).body).toMatchObject({ hasCredentials: false })
})

test('Unknown keys are named and not saved', async (t) => {
  const server = await startServer(t)

  const answer = await server.post('/api/env', {
    HOST_PORT: '1',
    GROUP_NAME: 'Name',
    constructor: 1,
  })

  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...updated, rejectedKeys: ['HOST_PORT', 'constructor'] })
  expect(await settings(server)).toEqual({ GROUP_NAME: 'Name' })
})

const stranger = { error: `SHARE_CRED: ${validation.shareNotInGroup}` }

test('A share and a group that do not belong together are refused', async (t) => {
  const server = await startServer(t)
  const { GROUP_CRED } = firstShare(newKeyset(), RELAYS)

  const answer = await server.post('/api/env', { ...good, GROUP_CRED })

  expect(answer).toMatchObject({ status: 400, body: stranger })
  expect(await settings(server)).toEqual({})
})

test('A share of another group than the saved one is refused, and so is such a group', async (t) => {
  const server = await startServer(t)
  const other = firstShare(newKeyset(), RELAYS)
  await server.post('/api/env', good)

  const share = await server.post('/api/env', { SHARE_CRED: other.SHARE_CRED })
  const group = await server.post('/api/env', { GROUP_CRED: other.GROUP_CRED })

  expect(share).toMatchObject({ status: 400, body: stranger })
  expect(group).toMatchObject({ status: 400, body: stranger })
  expect(await settings(server)).toEqual(good)
})

test('A share of another group than the environment’s is refused', async (t) => {
  const { GROUP_CRED } = firstShare(newKeyset(), RELAYS)
  const server = await startServer(t, { environment: { GROUP_CRED } })

  const answer = await server.post('/api/env', { SHARE_CRED: good.SHARE_CRED })

  expect(answer).toMatchObject({ status: 400, body: stranger })
})

test('Both credentials of another keyset replace the saved ones', async (t) => {
  const server = await startServer(t)
  const other = firstShare(newKeyset(), RELAYS)
  await server.post('/api/env', good)

  expect((await server.post('/api/env', other)).body).toEqual(updated)

  expect(await settings(server)).toEqual(other)
})

const deleted = { success: true, message: httpDone.envDeleted }

test('Deleted keys are named, and are gone', async (t) => {
  const server = await startServer(t)
  await server.post('/api/env', good)

  const answer = await server.post('/api/env/delete', {
    keys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'],
  })

  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    ...deleted,
    deletedKeys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'],
  })
  expect(await settings(server)).toEqual({ RELAYS: good.RELAYS })
})

test('Unknown keys to delete are named, and each known one counts once', async (t) => {
  const server = await startServer(t)
  await server.post('/api/env', { GROUP_NAME: 'Name' })

  const answer = await server.post('/api/env/delete', {
    keys: ['GROUP_NAME', 'PATH', 'GROUP_NAME', '__proto__'],
  })

  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    ...deleted,
    deletedKeys: ['GROUP_NAME'],
    rejectedKeys: ['PATH', '__proto__'],
  })
})

test('Deleting without an array of names is refused, and deletes nothing', async (t) => {
  const server = await startServer(t)
  await server.post('/api/env', { GROUP_NAME: 'Name' })

  for (const body of [{}, { keys: null }, { keys: 'GROUP_NAME' }, { keys: ['GROUP_NAME', 1] }]) {
    const answer = await server.post('/api/env/delete', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: http.keysArrayRequired })
  }
  expect(await settings(server)).toEqual({ GROUP_NAME: 'Name' })
})

test('A deleted key stays deleted after a restart, though the environment has it', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startServer(t, { dataDir, environment: good })
  expect(await settings(first)).toEqual(good)
  await first.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_NAME'] })
  await first.stop()

  const second = await startServer(t, { dataDir, environment: good })

  expect(await settings(second)).toEqual({ GROUP_CRED: good.GROUP_CRED, RELAYS: good.RELAYS })
  expect((await second.get('/api/status')).body).toMatchObject({ hasCredentials: false })
})

test('Saving a deleted key brings it back', async (t) => {
  const server = await startServer(t, { environment: { GROUP_NAME: 'Environment' } })
  await server.post('/api/env/delete', { keys: ['GROUP_NAME'] })

  await server.post('/api/env', { GROUP_NAME: 'Saved' })

  expect(await settings(server)).toEqual({ GROUP_NAME: 'Saved' })
})

test('What is saved wins over the environment, even after a restart', async (t) => {
  const dataDir = temporaryFolder(t)
  const environment = firstShare(newKeyset(), ['ws://127.0.0.1:10'])
  const first = await startServer(t, { dataDir, environment })
  await first.post('/api/env', good)
  expect(await settings(first)).toEqual(good)
  await first.stop()

  const second = await startServer(t, { dataDir, environment })

  expect(await settings(second)).toEqual(good)
})

/** Stops the server and reads its audit, oldest first. */
async function auditOf(t: TestContext, server: ApiServer) {
  await server.stop()
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const store = openStore({ dataDir: server.dataDir, log: quiet })
  t.onTestFinished(() => store.close())
  return store.audit.page({ limit: 100 }).reverse()
}

test('Saving, refusing and deleting are in the audit, without what was saved', async (t) => {
  const server = await startServer(t)
  await server.post('/api/env', good)
  await server.post('/api/env', { ...good, RELAYS: 'x' })
  await server.post('/api/env/delete', { keys: ['SHARE_CRED', 'PATH'] })

  const audit = await auditOf(t, server)

  expect(audit).toMatchObject([
    { actor: 'open', action: 'env.save', outcome: 'ok', detail: { keys: [...envKeys] } },
    { actor: 'open', action: 'env.save', outcome: 'refused', detail: {} },
    { actor: 'open', action: 'env.delete', outcome: 'ok', detail: { keys: ['SHARE_CRED'] } },
  ])
  const text = JSON.stringify(audit)
  for (const value of Object.values(good)) expect(text).not.toContain(value)
})

test('The credentials are not kept by caches', async (t) => {
  const server = await startServer(t, { environment: good })

  expect((await server.get('/api/env')).headers.get('cache-control')).toBe('no-store')
})
