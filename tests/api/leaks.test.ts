import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { sharedX } from '#crypto/cipher.ts'
import { MAX_BODY_BYTES } from '#http/body.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { firstShare, newKeyset } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { openEvents } from '../support/event-client.ts'
import { type FloeServer, spawnFloe, startFloe } from '../support/floe-process.ts'
import { PATIENT } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { findSecrets, formsOf, type Places, type Secrets } from '../support/secret-search.ts'
import { until } from '../support/until.ts'

const NSEC_HEX = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa'
const SEALING_KEY = '1f'.repeat(8) + 'c3a59d'.repeat(8)

const keyset = generateKeyset({ threshold: 2, totalMembers: 3, secretKey: NSEC_HEX })
const stranger = newKeyset()
const [self = '', other = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)
const own = firstShare(keyset, [])
const foreign = firstShare(stranger, [])
const mistyped = {
  SHARE_CRED: mistype(own.SHARE_CRED, 120),
  GROUP_CRED: mistype(own.GROUP_CRED, 300),
}

const bytes = (hex = ''): Uint8Array => Buffer.from(hex, 'hex')

const secrets: Secrets = {
  'the share': own.SHARE_CRED,
  'the group credential': own.GROUP_CRED,
  'a mistyped share': mistyped.SHARE_CRED,
  'a mistyped group credential': mistyped.GROUP_CRED,
  'a share of another group': foreign.SHARE_CRED,
  'another group credential': foreign.GROUP_CRED,
  'the sealing key': bytes(SEALING_KEY),
  "the group's secret key": bytes(NSEC_HEX),
  'the conversation key': sharedX(keyset.shares[0]?.seckey ?? '', xOnly(other)),
  ...Object.fromEntries(
    [...keyset.shares.slice(0, 1), ...stranger.shares.slice(0, 1)].flatMap((share, n) =>
      (['seckey', 'binder_sn', 'hidden_sn'] as const).map((field) => [
        `${field} of share ${n}`,
        bytes(share[field]),
      ]),
    ),
  ),
  ...Object.fromEntries(
    keyset.group.commits.flatMap(({ idx, binder_pn, hidden_pn }) => [
      [`binder_pn of member ${idx}`, bytes(binder_pn).subarray(1)],
      [`hidden_pn of member ${idx}`, bytes(hidden_pn).subarray(1)],
    ]),
  ),
}
const forms = formsOf(secrets)

const filesOf = (folder: string): Places =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [`file ${name}`, readFileSync(join(folder, name))]),
  )

/** Asks for everything that can be asked for without a secret in the answer. */
async function answersOf(floe: FloeServer, when: string): Promise<Places> {
  const paths = ['/api/status', '/api/peers', '/api/peers/self', '/api/health', '/', '/api/nothing']
  const answers = await Promise.all(
    paths.map(async (path) => [`${path} ${when}`, (await floe.get(path)).text]),
  )
  return Object.fromEntries(answers)
}

/** Makes wrong calls of every kind, with secrets in every place. @returns their answers */
async function errorsOf(floe: FloeServer, when: string): Promise<Places> {
  const { SHARE_CRED, GROUP_CRED } = own
  const texts = [SHARE_CRED, GROUP_CRED, ...Object.values(mistyped), NSEC_HEX]
  const bodies: [path: string, body: unknown][] = [
    ['/api/env', mistyped],
    ['/api/env', { SHARE_CRED: mistyped.SHARE_CRED }],
    ['/api/env', { GROUP_CRED: mistyped.GROUP_CRED }],
    ['/api/env', { SHARE_CRED: foreign.SHARE_CRED, GROUP_CRED }],
    ['/api/env', { SHARE_CRED, GROUP_CRED: foreign.GROUP_CRED }],
    ['/api/env', { ...own, RELAYS: 'no relay' }],
    ['/api/env', { SHARE_CRED: GROUP_CRED, GROUP_CRED: SHARE_CRED }],
    ['/api/env', `${JSON.stringify(own)}`.padEnd(MAX_BODY_BYTES + 1)],
    ...texts.flatMap((text): [path: string, body: unknown][] => [
      ['/api/env', text],
      ['/api/env', `{"SHARE_CRED":"${text}"`],
      ['/api/env', [text]],
      ['/api/env', { SHARE_CRED: [text] }],
      ['/api/env', { SHARE_CRED: `${text}x` }],
      ['/api/env', { GROUP_CRED: text.slice(1) }],
      ['/api/env', { RELAYS: text }],
      ['/api/env', { RELAYS: JSON.stringify([`wss://${text}`, `ws://${text}.example:99999`]) }],
      ['/api/env', { GROUP_NAME: text.repeat(4) }],
      ['/api/env/delete', { keys: text }],
      ['/api/env/delete', { keys: [[text]] }],
      ['/api/peers/ping', { target: text }],
      ['/api/peers/ping', { target: { text } }],
      [`/api/${text}`, { text }],
    ]),
  ]
  const places: Record<string, string> = {}
  for (const [n, [path, body]] of bodies.entries()) {
    const headers = { Cookie: `share=${SHARE_CRED}`, 'X-API-Key': SHARE_CRED }
    const { status, text } = await floe.post(path, body, headers)
    expect(status).toBeOneOf([400, 404, 413, 503])
    places[`error ${n} ${when}`] = text
  }
  return places
}

/** Has a peer ask for everything, rightly and wrongly. */
async function work(t: TestContext, floe: FloeServer, relayUrl: string): Promise<Secrets> {
  const peer = await startPeerFor(t, {
    group: own.GROUP_CRED,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relayUrl],
    timings: { ping: PATIENT.request },
  })
  const { node } = peer
  expect((await floe.post('/api/peers/ping', { target: other })).status).toBe(200)
  expect(await node.ping(self)).toMatchObject({ success: true })
  expect(await node.sign(SIGNING, 'ab'.repeat(32), ['cd'.repeat(32)])).toMatchObject({ ok: true })
  const ecdh = await node.ecdh(EXCHANGING, stranger.group.group_pk)
  if (!ecdh.ok) throw new Error(ecdh.why.error)
  return { 'the secret of a key exchange': bytes(ecdh.secret) }
}

test('No secret leaves the server except in the credentials asked for, whatever is done with it', async (t) => {
  const relay = await startRelayFor(t)
  const dataDir = join(temporaryFolder(t), 'data')
  const environment = { LOG_LEVEL: 'trace', SECRET_KEY: SEALING_KEY }
  const RELAYS = JSON.stringify([relay.url])

  // An environment with broken credentials, which saved ones then replace.
  const floe = await startFloe(t, { ...environment, ...mistyped, RELAYS }, dataDir)
  const client = await openEvents(t, floe.url, { query: '?since=0' })
  const broken = await answersOf(floe, 'with broken credentials')
  const brokenErrors = await errorsOf(floe, 'with broken credentials')
  expect((await floe.post('/api/env', { ...own, RELAYS })).status).toBe(200)
  await floe.status(({ nodeActive }) => nodeActive)
  const exchanged = await work(t, floe, relay.url)
  relay.faults.requireAuth = true
  relay.dropAll()
  await client.frame(({ message }) => message.includes('heard again'))
  const running = await answersOf(floe, 'while running')
  const runningErrors = await errorsOf(floe, 'while running')
  const settings = await floe.get('/api/env')
  const whileRunning = filesOf(dataDir)
  floe.send('SIGTERM')
  expect(await floe.exit).toEqual({ code: 0, signal: null })
  await until(() => client.closeCode !== null)

  // Other outcomes: a key that does not fit, and a start with everything wrong.
  const otherKey = { LOG_LEVEL: 'trace', SECRET_KEY: '00'.repeat(32), HOST_PORT: '0' }
  const unopened = spawnFloe(t, { ...otherKey, ...mistyped, DATA_DIR: dataDir })
  const misconfigured = spawnFloe(t, {
    ...own,
    DATA_DIR: dataDir,
    SHARE_CRED_FILE: own.SHARE_CRED,
    GROUP_CRED_FILE: own.GROUP_CRED,
    SECRET_KEY_FILE: SEALING_KEY,
    PEER_POLICIES: JSON.stringify([{ pubkey: own.SHARE_CRED }]),
  })
  expect(await unopened.exit).toMatchObject({ code: 4 })
  expect(await misconfigured.exit).toMatchObject({ code: 1 })

  const places: Places = {
    ...broken,
    ...brokenErrors,
    ...running,
    ...runningErrors,
    ...whileRunning,
    ...filesOf(dataDir),
    events: client.texts.join('\n'),
    log: floe.stdout + floe.stderr,
    'log of a start with another key': unopened.stdout + unopened.stderr,
    'log of a wrong configuration': misconfigured.stdout + misconfigured.stderr,
  }
  const all = [...forms, ...formsOf(exchanged)]
  expect(findSecrets(all, places)).toEqual([])

  // Finding nothing means something only if all of this is there to be searched,
  for (const part of [
    'Signer not started',
    'Signer running',
    'Signature request',
    'ECDH request',
  ]) {
    expect(client.texts.join('\n')).toContain(part)
    expect(floe.stdout).toContain(part)
  }
  for (const name of ['floe.db', 'floe.db-wal', 'floe.db-shm']) {
    expect(whileRunning).toHaveProperty([`file ${name}`])
  }
  expect(misconfigured.stderr).toContain('SHARE_CRED_FILE')
  // and only if it finds what is there to be found.
  const shown = findSecrets(all, { settings: settings.text })
  expect(shown).toContain('the share as text in settings')
  expect(shown).toContain('the group credential as text in settings')
  writeFileSync(join(dataDir, 'planted'), Buffer.concat([bytes('00ff'), bytes(NSEC_HEX)]))
  expect(findSecrets(all, filesOf(dataDir))).toEqual([
    "the group's secret key as raw bytes in file planted",
  ])
})

test('The search finds every secret in every form, wherever it is in a line', () => {
  const random = seededPrng(7)
  const noise = () => Buffer.from(random.bytes(200)).toString('base64')
  const line = `{"level":10,"msg":"${noise()}","data":"${noise()}"}`

  expect(findSecrets(forms, { log: line })).toEqual([])
  for (const { secret, form, text } of forms) {
    const at = random.integer(line.length)
    const planted = `${line}\n${line.slice(0, at)}${text}${line.slice(at)}\n${line}`
    expect(findSecrets(forms, { log: planted })).toContain(`${secret} as ${form} in log`)
  }
})

test('The search finds a key as a program prints it, and half a credential', () => {
  const key = bytes(NSEC_HEX)
  const share = bytes('00000001').toString()
  const prints = [
    JSON.stringify({ key }),
    JSON.stringify({ key: Uint8Array.from(key) }),
    JSON.stringify([...key]),
    Buffer.concat([bytes('0102'), key]).toString('base64'),
    Buffer.concat([bytes('01'), key, bytes('03')]).toString('base64url'),
    `share ${own.SHARE_CRED.slice(50, 90)}…`,
    `${share}${Buffer.from(key).toString('hex').slice(20)}`,
  ]
  for (const print of prints) expect(findSecrets(forms, { print })).not.toEqual([])
})
