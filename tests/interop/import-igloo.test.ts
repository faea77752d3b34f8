import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { BunkerSigner, createNostrConnectURI } from 'nostr-tools/nip46'
import { SimplePool } from 'nostr-tools/pool'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { imports as texts } from '../../server/contract/import-messages.ts'
import { npubOf } from '../../server/nostr/keys.ts'
import { newKeyset, startServer } from '../support/api-server.ts'
import { ADMIN_SECRET, hasIgloo, startIgloo } from '../support/genuine-igloo.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { runFloe } from '../support/run-floe.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'Violet7!Kettle'

/** What is in a folder, byte for byte. */
const digestOf = (folder: string): string[][] =>
  readdirSync(folder)
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])

/** A group over a relay whose second member is a genuine node. */
async function startGroup(scope: Scope) {
  // It uses none that is called localhost or 127.0.0.1.
  const relay = await startRelayFor(scope, { host: '127.0.0.2' })
  const keyset = newKeyset()
  const [share = '', other = ''] = keyset.shareCredentials
  const group = keyset.groupCredential
  const peer = await GenuinePeer.start({ group, share: other, relays: [relay.url] })
  scope.onTestFinished(() => peer.stop())
  return { relay, keyset, share, group, pubkey: keyset.group.group_pk.slice(2) }
}

const importer = (scope: Scope, dataDir: string) => {
  const passwordFile = join(temporaryFolder(scope), 'password')
  writeFileSync(passwordFile, PASSWORD)
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
      { timeout: 20_000, what: 'a policy' },
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
    const pool = new SimplePool()
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
    await igloo.stop()
    // An older hash of the password is none of ours to check.
    const older = new Database(join(igloo.folder, 'data/igloo.db'))
    older.exec("UPDATE users SET password_hash = '$2b$10$older'")
    older.close()
    const before = digestOf(join(igloo.folder, 'data'))
    const dry = await run(igloo.folder, '--dry-run')
    const done = await run(igloo.folder)

    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    expect(dry.stdout.replace('Would be imported', 'Imported')).toBe(
      done.stdout.replace(/Start Floe\..*\n/, ''),
    )
    expect(digestOf(join(igloo.folder, 'data'))).toEqual(before)
    expect(done.stdout).toContain(npubOf(pubkey))
    expect(done.stdout).toContain(texts.revoked(1))
    const server = await startServer(t, { environment: { AUTH_ENABLED: 'true' }, dataDir })
    const { supervisor, policies } = server.context.keysets.first
    await until(() => supervisor.verdict.directions.ask.can)
    const headers = { 'X-API-Key': home.token }
    const signed = await server.post('/api/sign', { event: { ...template, pubkey } }, headers)
    expect(signed.status).toBe(200)
    expect((await server.get('/api/peers', { 'X-API-Key': old.token })).status).toBe(401)
    expect((await server.post('/api/auth/login', login)).status).toBe(200)
    expect(policies.now(third)).toMatchObject({ allowSend: false, allowReceive: true })
    const event = await client.signEvent(template)
    expect([event.pubkey, verifyEvent(event)]).toEqual([pubkey, true])
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
      { timeout: 20_000, what: 'a policy' },
    )
    await igloo.stop()
    const dataDir = join(temporaryFolder(t), 'data')

    const done = await importer(t, dataDir)(igloo.folder)

    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    const server = await startServer(t, { environment: { AUTH_ENABLED: 'true' }, dataDir })
    const { supervisor, policies, rules } = server.context.keysets.first
    await until(() => supervisor.verdict.directions.ask.can)
    const event = { kind: 1, created_at: 1, tags: [], content: '', pubkey }
    expect((await server.post('/api/sign', { event }, headers)).status).toBe(200)
    expect(policies.now(third)).toMatchObject({ allowSend: false })
    expect(rules.book.nameOf({ door: 'peer', id: third.slice(2) })).toBe('Laptop')
    const login = { username: 'anna', password: PASSWORD }
    expect((await server.post('/api/auth/login', login)).status).toBe(200)
  })
})

const POLICY = { allowSend: false, allowReceive: null }
