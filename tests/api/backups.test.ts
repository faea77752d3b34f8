import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backupContents, backupList, type RestoreAnswer } from '#contract/backup.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import { backupOutput, backup as texts } from '#contract/messages.ts'
import { VERSION } from '#lib/version.ts'
import { byKey, bySession } from '../support/access.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { fitting } from '../support/fitting.ts'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import { raw } from '../support/raw-request.ts'
import { copyReadyMade } from '../support/ready-made.ts'
import { runHere } from '../support/run-command.ts'
import { startRelayFor, temporaryFolder } from '../support/scope.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { until } from '../support/until.ts'

const PASSPHRASE = 'Пароль: correct horse'
const KEY = 'sixteen letters!'
const CLOSED = { AUTH_ENABLED: 'true', API_KEY: KEY }

type Headers = Record<string, string>

async function download(
  { url }: Pick<ApiServer, 'url'>,
  body: object = { withKey: false },
  headers: Headers = {},
): Promise<{ status: number; bytes: Blob; headers: globalThis.Headers }> {
  const response = await fetch(`${url}/api/backup`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  return { status: response.status, bytes: await response.blob(), headers: response.headers }
}

const upload = ({ url }: Pick<ApiServer, 'url'>, body: Blob | string, headers: Headers = {}) =>
  call(`${url}/api/restore`, { method: 'POST', body, headers })

/** Waits until the server has restarted and answers with the credentials of a keyset of this name. */
const untilNamed = (floe: FloeServer, name: string, headers: Headers = {}) =>
  until(async () => {
    const { body } = await floe.get('/api/env', headers).catch(() => ({ body: null }))
    return (body as { GROUP_NAME?: string } | null)?.GROUP_NAME === name
  })

describe.concurrent('A back-up over the API', () => {
  test('leaves nothing on the server, and holds no secret in the clear', async (t) => {
    const keyset = newKeyset()
    const own = firstShare(keyset, [])
    const SECRET_KEY = '1f'.repeat(8) + 'c3a59d'.repeat(8)
    const server = await startServer(t, { environment: { ...CLOSED, SECRET_KEY } })
    const headers = byKey(KEY)
    await server.post('/api/env', { ...own, RELAYS: '["ws://127.0.0.1:9"]' }, headers)

    const plain = await download(server, { withKey: false }, headers)
    const sealed = await download(server, { withKey: true, passphrase: PASSPHRASE }, headers)

    for (const { status, headers, bytes } of [plain, sealed]) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/vnd.sqlite3')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="floe-\d{8}T\d{6}Z\.db"$/,
      )
      expect(headers.get('content-length')).toBe(String(bytes.size))
    }
    expect(readdirSync(join(server.dataDir, 'backups'))).toEqual([])
    const forms = formsOf({
      share: own.SHARE_CRED,
      group: own.GROUP_CRED,
      key: Buffer.from(SECRET_KEY, 'hex'),
    })
    const places = {
      plain: Buffer.from(await plain.bytes.arrayBuffer()),
      sealed: Buffer.from(await sealed.bytes.arrayBuffer()),
    }
    expect(findSecrets(forms, places)).toEqual([])
    expect(server.context.store.audit.page({ limit: 2 })).toMatchObject([
      { action: 'backup', outcome: 'ok', detail: { withKey: true } },
      { action: 'backup', outcome: 'ok', detail: { withKey: false } },
    ])
    expect(server.log.join('\n')).not.toContain(PASSPHRASE)
  })

  test('seals the key only with a passphrase that is hard to guess', async (t) => {
    const server = await startServer(t)

    for (const body of [{ withKey: true }, { withKey: true, passphrase: 'short' }, {}]) {
      expect((await download(server, body)).status).toBe(400)
    }
  })
})

describe.concurrent('A check of a back-up over the API', () => {
  const check = ({ url }: ApiServer, body: Blob, headers: Headers = {}) =>
    call(`${url}/api/backup/check`, { method: 'POST', body, headers })
  const opens = (passphrase: string) => ({
    'X-Backup-Passphrase': encodeURIComponent(passphrase),
  })

  test('says what is in it and whether the passphrase opens it, and restores nothing', async (t) => {
    const server = await startServer(t)
    await server.post('/api/env', firstShare(newKeyset(), ['ws://127.0.0.1:9']))
    const { bytes } = await download(server, { withKey: true, passphrase: PASSPHRASE })
    const plain = await download(server)
    await server.post('/api/env', { GROUP_NAME: 'Changed since' })
    const elsewhere = await startServer(t)

    // Also where the key is here anyway.
    for (const at of [server, elsewhere]) {
      const { status, body } = await check(at, bytes, opens(PASSPHRASE))
      expect(status).toBe(200)
      expect(fitting(backupContents, body)).toMatchObject({
        ...{ key: 'opened', madeBy: VERSION, keysets: ['Test keyset'] },
        counts: { apps: 0, apiKeys: 0, rules: 0 },
      })
      expect(await check(at, bytes, opens('another one'))).toMatchObject({
        status: 400,
        body: { error: texts.passphraseWrong },
      })
    }
    expect((await check(server, bytes)).body).toMatchObject({ key: 'locked' })
    expect((await check(server, plain.bytes)).body).toMatchObject({ key: 'outside' })
    expect(await check(elsewhere, plain.bytes)).toMatchObject({ status: 400 })
    expect(await check(server, new Blob(['nothing']))).toMatchObject({ status: 400 })
    expect((await server.get('/api/env')).body).toMatchObject({ GROUP_NAME: 'Changed since' })
    expect(readdirSync(server.dataDir).filter((name) => name.includes('restor'))).toEqual([])
  })
})

describe.concurrent('A restore over the API', () => {
  test('starts the signer again by itself, ends sessions, and is in the audit', async (t) => {
    const relay = await startRelayFor(t)
    const saved = firstShare(newKeyset(), [relay.url])
    const floe = await startFloe(t, CLOSED)
    const headers = byKey(KEY)
    await floe.post('/api/env', saved, headers)
    const login = await floe.post('/api/auth/login', { apiKey: KEY })
    const session = bySession((login.body as { sessionId: string }).sessionId)
    expect((await floe.get('/api/env', session)).status).toBe(200)
    const client = await openEvents(t, floe.url, { headers: session })
    const { bytes } = await download(floe, { withKey: false }, headers)
    await floe.post('/api/env', { GROUP_NAME: 'Changed since' }, headers)

    const answer = await upload(floe, bytes, headers)
    await untilNamed(floe, 'Test keyset', headers)

    expect(answer).toMatchObject({ status: 200, body: { success: true, withKey: false } })
    expect((answer.body as RestoreAnswer).madeAt).toMatch(/^\d{4}-/)
    expect((await floe.get('/api/env', session)).status).toBe(401)
    await until(() => client.closeCode === 1012)
    await until(async () => {
      const { body } = await floe.get('/api/status', headers)
      return (body as { nodeActive: boolean }).nodeActive
    })
    const audit = await floe.get('/api/audit?limit=100', headers)
    const { entries } = audit.body as { entries: { action: string; actor: string }[] }
    expect(entries.filter(({ action }) => action === 'restore')).toMatchObject([
      { actor: 'api-key:environment', outcome: 'ok' },
    ])
  })

  test('takes the key out of a back-up of another server, with a passphrase in any script', async (t) => {
    const first = await startServer(t, { dataDir: copyReadyMade(t, '1.x').dataDir })
    const { bytes } = await download(first, { withKey: true, passphrase: PASSPHRASE })
    const second = await startFloe(t)
    const given = (passphrase: string) => ({
      'X-Backup-Passphrase': encodeURIComponent(passphrase),
    })

    const without = await upload(second, bytes)
    const wrong = await upload(second, bytes, given('wrong passphrase'))
    const right = await upload(second, bytes, given(PASSPHRASE))
    await untilNamed(second, 'Test keyset')

    expect(without).toMatchObject({ status: 400, body: { error: texts.passphraseNeeded } })
    expect(wrong).toMatchObject({ status: 400, body: { error: texts.passphraseWrong } })
    expect(right).toMatchObject({ status: 200, body: { withKey: true } })
    const all = first.log.join() + second.stdout + second.stderr
    for (const text of [PASSPHRASE, encodeURIComponent(PASSPHRASE)]) expect(all).not.toContain(text)
  })

  test('takes the key of the old machine beside it, and neither shows in a log', async (t) => {
    const first = await startServer(t, { dataDir: copyReadyMade(t, '1.x').dataDir })
    const { bytes } = await download(first)
    const key = readFileSync(join(first.dataDir, 'secret.key'), 'utf8')
    const second = await startFloe(t, { SECRET_KEY: 'cd'.repeat(32) })
    const given = (text: string) => ({ 'X-Backup-Key': encodeURIComponent(text) })

    const without = await upload(second, bytes)
    const wrong = await upload(second, bytes, given('ef'.repeat(32)))
    const right = await upload(second, bytes, given(key))
    await untilNamed(second, 'Test keyset')

    expect(without).toMatchObject({ status: 400, body: { error: texts.wrongKey } })
    expect(wrong).toMatchObject({ status: 400, body: { error: texts.oldKeyWrong } })
    expect(right).toMatchObject({ status: 200, body: { withKey: false } })
    expect(first.log.join() + second.stdout + second.stderr).not.toContain(key.trim())
  })

  test('of a file that is no back-up is refused, and the server goes on as it was', async (t) => {
    const server = await startServer(t)
    await server.post('/api/env', { GROUP_NAME: 'Name' })
    const { bytes } = await download(server)
    const cut = bytes.slice(0, bytes.size - 4_096)

    for (const body of ['', 'a text', cut]) {
      expect((await upload(server, body)).status).toBe(400)
    }

    expect((await server.get('/api/env')).body).toEqual({ GROUP_NAME: 'Name' })
    expect(readdirSync(server.dataDir).filter((name) => name.includes('rest'))).toEqual([])
    expect(server.context.store.audit.page({ limit: 3 })).toMatchObject([
      { action: 'restore', outcome: 'refused' },
      { action: 'restore', outcome: 'refused' },
      { action: 'restore', outcome: 'refused' },
    ])
  })

  test('of a file too large to upload is refused before any of it is read', async (t) => {
    const server = await startServer(t)
    const headers = { 'content-length': String(RESTORE_BYTES_MAX + 1) }

    const { status } = await raw(server, '/api/restore', { method: 'POST', headers, chunks: ['x'] })

    expect(status).toBe(413)
    expect(existsSync(join(server.dataDir, 'floe.db.restoring'))).toBe(false)
  })

  test('that is asked for twice at once is done once', async (t) => {
    const server = await startServer(t)
    const { bytes } = await download(server)

    const answers = await Promise.all([upload(server, bytes), upload(server, bytes)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 503])
  })
})

describe.concurrent('The last back-up', () => {
  test('is known, whoever made it', async (t) => {
    const floe = await startServer(t)
    const last = async () => fitting(backupList, (await floe.get('/api/backups')).body).last
    expect(await last()).toBeNull()

    await download(floe, { withKey: true, passphrase: PASSPHRASE })
    expect(await last()).toMatchObject({ withKey: true, by: 'download' })

    const target = join(temporaryFolder(t), 'today.floe')
    await runHere({ DATA_DIR: floe.dataDir }, 'backup', target)
    expect(await last()).toMatchObject({ withKey: false, by: 'command' })
  })
})

describe.concurrent('Scheduled back-ups', () => {
  test('are planned by a call, which wins over the environment and outlasts a restart', async (t) => {
    const dataDir = temporaryFolder(t)
    const environment = { BACKUP_INTERVAL: '24', BACKUP_KEEP: '2' }
    const first = await startServer(t, { dataDir, environment })

    const plan = (body: object) =>
      call(`${first.url}/api/backups/schedule`, { method: 'PUT', body: JSON.stringify(body) })

    const wrong = await plan({ keep: 0 })
    const answer = await plan({ interval: 0 })
    await first.stop()
    const second = await startServer(t, { dataDir, environment })

    expect(wrong.status).toBe(400)
    expect(answer).toMatchObject({ status: 200, body: { interval: 0, keep: 2, nextAt: null } })
    expect((await second.get('/api/backups')).body).toMatchObject({ interval: 0, keep: 2 })
    expect(second.context.store.audit.page({ limit: 1 })).toMatchObject([
      { action: 'backup.plan', outcome: 'ok', detail: { interval: 0, keep: 2 } },
    ])
  })

  test('are made when a setting says so, and listed', async (t) => {
    const server = await startServer(t, {
      environment: { BACKUP_INTERVAL: '24', BACKUP_KEEP: '2' },
    })
    const list = async () => fitting(backupList, (await server.get('/api/backups')).body)

    await until(async () => (await list()).backups.length === 1)

    const { backups, interval, keep, nextAt, failure } = await list()
    const [made] = backups
    expect({ interval, keep, failure }).toEqual({ interval: 24, keep: 2, failure: null })
    expect(made?.bytes).toBeGreaterThan(4_096)
    expect(Date.parse(nextAt ?? '')).toBe(Date.parse(made?.madeAt ?? '') + 24 * 3_600_000)
    const { context } = server
    await until(() =>
      context.events
        .entries()
        .some(({ message }) => message === backupOutput.scheduled(made?.name ?? '')),
    )
  })

  test('are not made unless asked for', async (t) => {
    const server = await startServer(t)

    const { body } = await server.get('/api/backups')

    expect(body).toMatchObject({ interval: 0, backups: [], nextAt: null })
    expect(existsSync(join(server.dataDir, 'backups'))).toBe(false)
  })

  test('that fail show in health, status and events', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'backups'), 'in the way')
    const server = await startServer(t, { dataDir, environment: { BACKUP_INTERVAL: '24' } })
    const health = async () => (await server.get('/api/health')).body

    await until(async () => JSON.stringify(await health()).includes('scheduled back-up failed'))

    expect(await health()).toMatchObject({ status: 'degraded' })
    const { warnings } = await server.status(() => true)
    expect(warnings).toContainEqual(expect.stringContaining('scheduled back-up failed'))
    const warned = server.context.events.entries().filter(({ type }) => type === 'warning')
    expect(warned).toHaveLength(1)
  })
})
