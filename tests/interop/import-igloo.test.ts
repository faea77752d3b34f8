import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { BunkerSigner, createNostrConnectURI } from 'nostr-tools/nip46'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { imports as texts } from '#contract/import-messages.ts'
import { npubOf } from '#nostr/keys.ts'
import { newKeyset, startServer } from '../support/api-server.ts'
import { ADMIN_SECRET, hasIgloo, startIgloo } from '../support/genuine-igloo.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { patientPool } from '../support/patient-pool.ts'
import { runFloe } from '../support/run-command.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'Violet7!Kettle'

/** What igloo-server has written in its folder, byte for byte, and when. */
const digestOf = (folder: string): (string | number)[][] =>
  ['.env', ...readdirSync(join(folder, 'data')).map((name) => `data/${name}`)]
    .sort()
    .map((name) => [
      ...[name, statSync(join(folder, name)).mtimeMs],
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])

/** A copy of its folder, with its database changed. */
function changedCopy(scope: Scope, folder: string, change: (file: string) => void): string {
  const copy = temporaryFolder(scope)
  cpSync(join(folder, '.env'), join(copy, '.env'))
  cpSync(join(folder, 'data'), join(copy, 'data'), { recursive: true })
  change(join(copy, 'data/igloo.db'))
  return copy
}

/** The password's bcrypt hash, as igloo-server stored passwords before, made by its runtime. */
const olderHash = (): string =>
  execFileSync(process.env['BUN'] ?? 'bun', [
    ...[
      '-e',
      'console.log(Bun.password.hashSync(process.argv[1], { algorithm: "bcrypt", cost: 10 }))',
    ],
    PASSWORD,
  ])
    .toString()
    .trim()

/** Runs a statement of SQL on a database. @returns a query's first value */
function onDatabase(file: string, sql: string, ...values: string[]): unknown {
  const db = new Database(file)
  try {
    const statement = db.prepare(sql)
    return statement.reader ? statement.pluck().get(...values) : statement.run(...values)
  } finally {
    db.close()
  }
}

/** A group over a relay whose second member is a genuine node. */
async function startGroup(scope: Scope) {
  // igloo-server uses no relay that is called localhost or 127.0.0.1.
  const relay = await startRelayFor(scope, { host: '127.0.0.2' })
  const keyset = newKeyset()
  const [share = '', other = ''] = keyset.shareCredentials
  const group = keyset.groupCredential
  const peer = await GenuinePeer.start({ group, share: other, relays: [relay.url] })
  scope.onTestFinished(() => peer.stop())
  return { relay, keyset, share, group, pubkey: keyset.group.group_pk.slice(2) }
}

const importer = (scope: Scope, dataDir: string, password = PASSWORD) => {
  const passwordFile = join(temporaryFolder(scope), 'password')
  writeFileSync(passwordFile, password)
  return (folder: string, ...args: string[]) =>
    runFloe(
      ...[scope, { DATA_DIR: dataDir }, 'import', 'igloo', folder],
      ...['--password-file', passwordFile, ...args],
    )
}

describe.skipIf(!hasIgloo)('Moving in from the genuine igloo-server 1.1.0', () => {
  test('with accounts: the device signs, the key, the login and the app go on', async (t) => {
    const { relay, keyset, share, group, pubkey } = await startGroup(t)
    const igloo = await startIgloo(t, { HEADLESS: 'false' })
    const admin = { Authorization: `Bearer ${ADMIN_SECRET}` }
    const login = { username: 'alice', password: PASSWORD }
    await igloo.ask('POST', '/api/onboarding/setup', login, admin)
    const { sessionId } = await igloo.ask<{ sessionId: string }>('POST', '/api/auth/login', login)
    const session = { 'X-Session-ID': sessionId }
    const credentials = { group_cred: group, share_cred: share, group_name: 'Family' }
    await igloo.ask(
      ...['POST', '/api/user/credentials', { ...credentials, relays: [relay.url] }, session],
    )
    const newKey = (label: string) =>
      igloo.ask<{ apiKey: { id: number; token: string } }>(
        ...['POST', '/api/admin/api-keys', { label }, admin],
      )
    const { apiKey: home } = await newKey('home')
    const { apiKey: old } = await newKey('old')
    await igloo.ask('POST', '/api/admin/api-keys/revoke', { apiKeyId: old.id }, admin)
    const third = keyset.group.commits[2]?.pubkey ?? ''
    await until(
      () =>
        igloo.ask('PUT', `/api/peers/${third}/policy`, POLICY, session).then(
          () => true,
          () => false,
        ),
      { what: 'a policy' },
    )

    // A genuine client, paired by its own link.
    await igloo.ask('PUT', '/api/nip46/relays', { relays: [relay.url] }, session)
    const seckey = generateSecretKey()
    const uri = createNostrConnectURI({
      ...{ clientPubkey: getPublicKey(seckey), relays: [relay.url], secret: 'abc', name: 'Notes' },
      perms: ['sign_event', 'sign_event:1', 'nip44_encrypt'],
    })
    await igloo.ask('POST', '/api/nip46/connect', { uri }, session)
    const { transport_sk } = await igloo.ask<{ transport_sk: string }>(
      ...['GET', '/api/nip46/transport', undefined, session],
    )
    const transport = getPublicKey(Buffer.from(transport_sk, 'hex'))
    const pool = patientPool()
    const pointer = { pubkey: transport, relays: [relay.url], secret: null }
    const client = BunkerSigner.fromBunker(seckey, pointer, { pool })
    t.onTestFinished(() => client.close())
    const template = { kind: 1, created_at: 1_790_000_000, tags: [], content: 'hello' }
    await until(
      () =>
        client.signEvent({ ...template, content: 'before' }).then(
          () => true,
          () => false,
        ),
      { timeout: 40_000, what: 'igloo-server to sign for the client' },
    )

    const dataDir = join(temporaryFolder(t), 'data')
    const run = importer(t, dataDir)
    const running = await run(igloo.folder)
    expect(running).toMatchObject({ code: 3, stdout: '' })
    const database = join(igloo.folder, 'data/igloo.db')
    const HASH = 'SELECT password_hash FROM users'
    expect(onDatabase(database, HASH)).toMatch(/^\$argon2id\$/)
    const newer = changedCopy(t, igloo.folder, () => {})
    onDatabase(database, 'UPDATE users SET password_hash = ?', olderHash())
    expect(onDatabase(database, HASH)).toMatch(/^\$2b\$/)
    await igloo.ask('POST', '/api/auth/login', login)
    await igloo.stop()
    const before = digestOf(igloo.folder)
    const dry = await run(igloo.folder, '--dry-run')
    const refused = await refusals(t, igloo.folder, dataDir)
    expect(refused).toEqual([4, 5, 5])
    const done = await run(igloo.folder)

    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    expect(dry.stdout.replace('Would be imported', 'Imported')).toBe(
      done.stdout.replace(/Start Floe\..*\n/, ''),
    )
    expect(digestOf(igloo.folder)).toEqual(before)
    expect(done.stdout).toContain(npubOf(pubkey))
    expect(done.stdout).toContain(texts.revoked(1))
    const server = await startServer(t, { environment: { AUTH_ENABLED: 'true' }, dataDir })
    const { supervisor, policies } = server.context.keysets.first
    await until(() => supervisor.health.directions.ask.can)
    const headers = { 'X-API-Key': home.token }
    const signed = await server.post('/api/sign', { event: { ...template, pubkey } }, headers)
    expect(signed.status).toBe(200)
    expect((await server.get('/api/peers', { 'X-API-Key': old.token })).status).toBe(401)
    expect((await server.post('/api/auth/login', login)).status).toBe(200)
    expect(policies.now(third)).toMatchObject({ allowSend: false, allowReceive: true })
    const event = await client.signEvent(template)
    expect([event.pubkey, verifyEvent(event)]).toEqual([pubkey, true])

    // The same with the password's argon2id hash, as igloo-server stores it today.
    const other = join(temporaryFolder(t), 'data')
    expect(await importer(t, other)(newer)).toMatchObject({ code: 0, stderr: '' })
    const second = await startServer(t, { environment: { AUTH_ENABLED: 'true' }, dataDir: other })
    expect((await second.post('/api/auth/login', login)).status).toBe(200)
  })

  test('without accounts: what its environment and its policies say', async (t) => {
    const { relay, keyset, share, group, pubkey } = await startGroup(t)
    const third = keyset.group.commits[2]?.pubkey ?? ''
    const igloo = await startIgloo(t, {
      ...{ HEADLESS: 'true', SHARE_CRED: share, GROUP_CRED: group, GROUP_NAME: 'Family' },
      ...{ RELAYS: JSON.stringify([relay.url]), API_KEY: 'a key of some length' },
      ...{ BASIC_AUTH_USER: 'anna', BASIC_AUTH_PASS: PASSWORD },
      PEER_POLICIES: JSON.stringify([{ pubkey: third, label: 'Laptop' }]),
    })
    const headers = { 'X-API-Key': 'a key of some length' }
    await until(
      () =>
        igloo.ask('PUT', `/api/peers/${third}/policy`, POLICY, headers).then(
          () => true,
          () => false,
        ),
      { what: 'a policy' },
    )
    const dataDir = join(temporaryFolder(t), 'data')
    const run = importer(t, dataDir)
    const running = await run(igloo.folder)
    await igloo.stop()
    const before = digestOf(igloo.folder)

    const done = await run(igloo.folder)

    expect(running).toMatchObject({ code: 3, stdout: '' })
    expect(digestOf(igloo.folder)).toEqual(before)
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    const server = await startServer(t, { environment: { AUTH_ENABLED: 'true' }, dataDir })
    const { supervisor, policies, policy } = server.context.keysets.first
    await until(() => supervisor.health.directions.ask.can)
    const event = { kind: 1, created_at: 1, tags: [], content: '', pubkey }
    expect((await server.post('/api/sign', { event }, headers)).status).toBe(200)
    expect(policies.now(third)).toMatchObject({ allowSend: false })
    expect(policy.ruleSet.nameOf({ door: 'peer', id: third.slice(2) })).toBe('Laptop')
    const login = { username: 'anna', password: PASSWORD }
    expect((await server.post('/api/auth/login', login)).status).toBe(200)
  })
})

const POLICY = { allowSend: false, allowReceive: null }

/** The exit codes with a wrong password, and of copies that are torn or from a newer igloo-server. */
async function refusals(scope: Scope, folder: string, dataDir: string) {
  const torn = changedCopy(scope, folder, (file) => {
    writeFileSync(file, readFileSync(file).fill(0xa5, 4_096))
  })
  const newer = changedCopy(scope, folder, (file) => {
    onDatabase(file, 'INSERT INTO schema_migrations (name) VALUES (?)', '20300101_0001_more.sql')
  })
  const tries = [
    { from: folder, password: 'Wrong7!Kettle' },
    { from: torn, password: PASSWORD },
    { from: newer, password: PASSWORD },
  ]
  const codes: (number | null)[] = []
  // One after the other: only one process may have the data folder.
  for (const { from, password } of tries) {
    codes.push((await importer(scope, dataDir, password)(from)).code)
  }
  return codes
}
