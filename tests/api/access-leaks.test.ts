import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { nsecEncode } from 'nostr-tools/nip19'
import { getConversationKey } from 'nostr-tools/nip44'
import { expect, type TestContext, test } from 'vitest'
import type { RouteName } from '#api/table.ts'
import { dealAnswer, sealAnswer } from '#contract/packages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { ask, byBearer, byKey, byPassword, bySession, CLOSED } from '../support/access.ts'
import { firstShare } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { openEvents } from '../support/event-client.ts'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { findSecrets, formsOf, type Places, type Secrets } from '../support/secret-search.ts'
import { until } from '../support/until.ts'
import { vectors } from '../support/v2-vectors.ts'

const NSEC = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa'
const OTHER_NSEC = '3f1c5d6a7b8e9f00112233445566778899aabbccddeeff0123456789abcdef42'
const FIRST = { username: 'olga', password: 'first passphrase of mine' }
const SECOND = { username: 'olga', password: 'second passphrase, unlike' }
const WRONG = { username: 'olga', password: 'nearly the passphrase of mine' }
const ENVIRONMENT = {
  API_KEY: 'environment-api-key-2f8c1d',
  BASIC_AUTH_USER: 'eve',
  BASIC_AUTH_PASS: 'passphrase of the environment',
  METRICS_TOKEN: 'scrape-token-9d3e7a5b1c',
  NOTIFY_URL: 'http://127.0.0.1:9/topic-that-only-we-know',
  NOTIFY_TOKEN: 'tk_notify-token-4b7a',
}
const PLAINTEXT = 'what only the two of us may read'

const keyset = generateKeyset({ threshold: 2, totalMembers: 2, secretKey: NSEC })
const stranger = generateKeyset({ threshold: 2, totalMembers: 2 })
const { groupCredential, shareCredentials } = keyset
const [share = '', otherShare = ''] = shareCredentials
const peer_pubkey = stranger.group.group_pk

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const text = (secret: string): Uint8Array => Buffer.from(secret)

/** An id that was given to someone: as text, and as the bytes it stands for. */
const idOf = (name: string, id: string): Secrets => ({
  [name]: text(id),
  [`the bytes of ${name}`]: Buffer.from(id.replace(/^floe_/, ''), 'base64url'),
})

const known: Secrets = {
  'the share': share,
  'the other share': otherShare,
  'the group credential': groupCredential,
  "the group's secret key": bytes(NSEC),
  "the other keyset's secret key": bytes(OTHER_NSEC),
  'the first password': text(FIRST.password),
  'the second password': text(SECOND.password),
  'a wrong password': text(WRONG.password),
  'the API key of the environment': text(ENVIRONMENT.API_KEY),
  'the password of the environment': text(ENVIRONMENT.BASIC_AUTH_PASS),
  'the metrics token': text(ENVIRONMENT.METRICS_TOKEN),
  'the topic of notices': text('topic-that-only-we-know'),
  'the token of notices': text(ENVIRONMENT.NOTIFY_TOKEN),
  'the plaintext': text(PLAINTEXT),
  'the shared secret': secp256k1.getSharedSecret(bytes(NSEC), bytes(peer_pubkey)).subarray(1),
  'the conversation key': getConversationKey(bytes(NSEC), peer_pubkey.slice(2)),
}

/** Packages in the older form, which a real process makes in a moment. */
const OLDER = { form: 'older' } as const
const dealing = {
  ...OLDER,
  groupCredential,
  shareCredentials,
  name: 'Anew',
  threshold: 2,
  totalMembers: 2,
  relays: ['ws://127.0.0.1:9'],
}

/** Makes a call that must succeed, and returns its answer's fields. */
async function done(
  floe: FloeServer,
  name: RouteName,
  options: Parameters<typeof ask>[2],
): Promise<Record<string, unknown>> {
  const { status, body } = await ask(floe, name, options)
  expect([name, status]).toEqual([name, 200])
  return body as Record<string, unknown>
}

/** Makes wrong calls of every kind, with secrets where they do not belong. @returns their answers */
async function errorsOf(
  floe: FloeServer,
  secrets: readonly string[],
  headers: Record<string, string>,
) {
  const places: Record<string, string> = {}
  const note = async (name: RouteName, options: Parameters<typeof ask>[2]) => {
    const answer = await ask(floe, name, options)
    expect([name, answer.status]).not.toEqual([name, 200])
    places[`error ${Object.keys(places).length} of ${name}`] = answer.text
  }
  for (const secret of secrets) {
    const inHeader = encodeURIComponent(secret)
    for (const wrong of [byKey, byBearer, bySession]) {
      await note('env', { headers: wrong(`x${inHeader}x`) })
    }
    await note('env', { headers: { Authorization: inHeader } })
    await note('login', { body: { apiKey: `${secret}x` } })
    await note('login', { body: { token: `${secret}x` } })
    await note('login', { body: { username: secret, password: [secret] } })
    await note('setPassword', { headers, body: { username: `${secret}:`, password: secret } })
    await note('setPassword', { headers, body: { username: 'a', password: secret, current: 'x' } })
    await note('createApiKey', { headers, body: { name: secret.repeat(9), scope: secret } })
    await note('revokeApiKey', { headers, params: { id: inHeader } })
    await note('endSession', { headers, params: { handle: inHeader } })
    await note('recover', {
      headers,
      body: { groupCredential: `${secret}x`, shareCredentials: [secret] },
    })
    await note('recover', {
      headers,
      body: { groupCredential, shareCredentials: [`${secret}x`, share] },
    })
    await note('recover', { headers, body: { groupCredential, shareCredentials: { secret } } })
    await note('keyset', {
      headers,
      body: { name: 'Name', threshold: 2, totalMembers: 2, secretKey: `${secret}x` },
    })
    await note('keyset', { headers, body: { name: 'Name', threshold: secret, totalMembers: 2 } })
    for (const body of [
      { package: `bfshare1${secret}`, password: secret },
      { package: vectors.packages.bfshare.text, password: secret, groupCredential: secret },
      { package: vectors.packages.bfprofile.text, password: `${secret}x` },
      { package: [secret], password: { secret } },
    ]) {
      await note('openPackage', { headers, body })
    }
    for (const body of [
      { password: secret, shareCredential: `${secret}x` },
      { password: secret, groupCredential: `{"${secret}` },
      { password: [secret], name: { secret } },
    ]) {
      await note('sealPackage', { headers, body })
    }
    for (const wrong of [{ groupCredential: `{"${secret}` }, { shareCredentials: [secret] }]) {
      await note('dealKeyset', { headers, body: { ...dealing, ...wrong } })
    }
    await note('saveEnv', { headers, body: { SHARE_CRED: `{"idx":1,"seckey":"${secret}"` } })
    await note('saveShare', { headers, body: { shareCredential: `${secret}x`, groupCredential } })
    await note('sign', { headers, body: { message: secret.slice(1) } })
    await note('sign', { headers, body: { event: { kind: secret, content: secret } } })
    await note('nip44Encrypt', { headers, body: { peer_pubkey: `${secret}x`, content: secret } })
    await note('nip44Decrypt', { headers, body: { peer_pubkey, content: secret } })
    await note('nip04Decrypt', { headers, body: { peer_pubkey, content: secret } })
    await note('setPolicy', { headers, params: { pubkey: inHeader }, body: { allowSend: secret } })
    await note('testRelays', { headers, body: { relays: secret } })
    await note('audit', { headers, query: `?limit=${inHeader}` })
  }
  return places
}

const READS = [
  'authStatus',
  'status',
  'peers',
  'self',
  'sessions',
  'apiKeys',
  'audit',
  'exportAudit',
  'health',
  'openapi',
  'docs',
  'doctor',
  'metrics',
] as const

/** Everything that can be read without a secret in the answer. */
async function readsOf(floe: FloeServer, headers: Record<string, string>): Promise<Places> {
  const places: Record<string, string> = {}
  for (const name of READS) {
    const { status, text: read } = await ask(floe, name, { headers })
    expect([name, status]).toEqual([name, 200])
    places[name] = read
  }
  return places
}

const filesOf = (folder: string): Places =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [`file ${name}`, readFileSync(join(folder, name))]),
  )

/** Logs in by every method, changes the password, and makes and revokes API keys. */
async function comeAndGo(t: TestContext, floe: FloeServer, token: string) {
  const byLink = await done(floe, 'login', { body: { token } })
  const link = String(byLink['sessionId'])
  await done(floe, 'setPassword', { headers: bySession(link), body: FIRST })
  const first = String((await done(floe, 'login', { body: FIRST }))['sessionId'])
  const headers = bySession(first)
  const key = String(
    (await done(floe, 'createApiKey', { headers, body: { name: 'Bot', scope: 'admin' } }))['key'],
  )
  const revoked = await done(floe, 'createApiKey', {
    headers,
    body: { name: 'Old', scope: 'sign' },
  })
  const byRevoked = await openEvents(t, floe.url, { query: `?apiKey=${revoked['key']}` })
  await done(floe, 'revokeApiKey', { headers, params: { id: String(revoked['id']) } })
  await done(floe, 'env', { headers: byPassword(FIRST.username, FIRST.password) })
  const stream = await openEvents(t, floe.url, { query: `?apiKey=${key}&since=0` })
  await openEvents(t, floe.url, { query: `?sessionId=${first}` })
  expect((await ask(floe, 'login', { body: WRONG })).status).toBe(401)
  const wrong = byPassword(WRONG.username, WRONG.password)
  expect((await ask(floe, 'env', { headers: wrong })).status).toBe(401)
  await done(floe, 'setPassword', { headers, body: { ...SECOND, current: FIRST.password } })
  const second = String((await done(floe, 'login', { body: SECOND }))['sessionId'])
  await done(floe, 'logout', { headers: bySession(second) })
  const last = String((await done(floe, 'login', { body: { apiKey: key } }))['sessionId'])
  const given: Secrets = {
    ...idOf('the token of the link', token),
    ...idOf("the link's session", link),
    ...idOf('the first session', first),
    ...idOf('the second session', second),
    ...idOf("the key's session", last),
    ...idOf('the API key', key),
    ...idOf('the revoked API key', String(revoked['key'])),
  }
  return { given, key, session: last, streams: [stream, byRevoked] }
}

/** Has a key dealt again, the resulting package opened, and a share sealed. */
async function dealOpenAndSeal(
  floe: FloeServer,
  headers: Record<string, string>,
): Promise<Secrets> {
  const answer = await done(floe, 'dealKeyset', { headers, body: dealing })
  const { shareCredential, groupCredential: group, packages } = dealAnswer.parse(answer)
  const [{ package: dealt = '', password = '' } = {}] = packages
  const opened = await done(floe, 'openPackage', { headers, body: { package: dealt, password } })
  expect(opened['type']).toBe('bfonboard')
  const { bfprofile, password: recorded } = vectors.packages
  const body = { package: bfprofile.text, password: recorded }
  expect(await done(floe, 'openPackage', { headers, body })).toHaveProperty('shareCredential')
  const toSeal = { password: null, shareCredential: otherShare, groupCredential, ...OLDER }
  const sealed = sealAnswer.parse(await done(floe, 'sealPackage', { headers, body: toSeal }))
  return {
    'the share that was dealt': bytes(JSON.parse(shareCredential).seckey),
    'the group that was dealt': text(group),
    'the package that was made': dealt,
    'the password that was made': text(password),
    'the share in a package': bytes(vectors.keyset.shares[0]?.seckey ?? ''),
    'the package of a device': bfprofile.text,
    'the sealed share': sealed.bfshare,
    'the sealed profile': sealed.bfprofile,
    'the password of the sealed ones': text(sealed.password),
  }
}

/** Has secrets computed, each of which is in the answer alone. */
async function compute(floe: FloeServer, headers: Record<string, string>): Promise<Secrets> {
  const recovered = await done(floe, 'recover', {
    headers,
    body: { groupCredential, shareCredentials },
  })
  expect(recovered['nsec']).toBe(nsecEncode(bytes(NSEC)))
  const made: Record<string, string | Uint8Array> = {}
  for (const secretKey of [OTHER_NSEC, nsecEncode(bytes(OTHER_NSEC)), undefined]) {
    const answer = await done(floe, 'keyset', {
      headers,
      body: { name: 'Other', threshold: 2, totalMembers: 2, secretKey, generation: '1.x' },
    })
    const credentials = [answer['groupCredential'], ...(answer['shareCredentials'] as string[])]
    for (const credential of credentials) {
      made[`credential ${Object.keys(made).length} that was made`] = String(credential)
    }
  }
  Object.assign(made, await dealOpenAndSeal(floe, headers))
  for (const cipher of ['nip44', 'nip04'] as const) {
    const body = { peer_pubkey, content: PLAINTEXT }
    const { result } = await done(floe, `${cipher}Encrypt`, { headers, body })
    const read = await done(floe, `${cipher}Decrypt`, {
      headers,
      body: { peer_pubkey, content: result },
    })
    expect(read['result']).toBe(PLAINTEXT)
  }
  await done(floe, 'sign', { headers, body: { message: 'ab'.repeat(32) } })
  await done(floe, 'saveShare', {
    headers,
    body: { shareCredential: otherShare, groupCredential, name: 'Mine share 2' },
  })
  for (const [type, credential] of [
    ['nsec', nsecEncode(bytes(NSEC))],
    ['share', share],
    ['nsec', mistype(nsecEncode(bytes(NSEC)), 40)],
  ]) {
    await done(floe, 'validate', { headers, body: { type, credential } })
  }
  return made
}

test('No password, key, session, link or computed secret is anywhere but where it was asked for', async (t) => {
  const relay = await startRelayFor(t)
  const dataDir = join(temporaryFolder(t), 'data')
  const environment = { ...CLOSED, ...firstShare(keyset, [relay.url]), LOG_LEVEL: 'trace' }
  const floe = await startFloe(t, environment, dataDir)
  await until(() => /#token=.*\n/.test(floe.stdout))
  const lines = floe.stdout.split('\n')
  const [link = '', ...otherLinks] = lines.filter((line) => line.includes('#token='))
  expect(otherLinks).toEqual([])
  const [, token = ''] = /#token=([\w-]{43})/.exec(link) ?? []
  await startPeerFor(t, { group: groupCredential, share: otherShare, relays: [relay.url] })

  const { given, key, session, streams } = await comeAndGo(t, floe, token)
  const headers = byKey(key)
  const computed = await compute(floe, headers)
  const secrets = [
    ...[key, session, token, share, nsecEncode(bytes(NSEC)), OTHER_NSEC],
    ...[SECOND.password, WRONG.password, PLAINTEXT],
  ]
  const errors = await errorsOf(floe, secrets, headers)
  const reads = await readsOf(floe, headers)
  const whileRunning = filesOf(dataDir)
  floe.send('SIGTERM')
  expect(await floe.exit).toEqual({ code: 0, signal: null })

  const again = await startFloe(t, { ...environment, ...ENVIRONMENT }, dataDir)
  const { BASIC_AUTH_USER, BASIC_AUTH_PASS, API_KEY, METRICS_TOKEN } = ENVIRONMENT
  await done(again, 'login', { body: { username: BASIC_AUTH_USER, password: BASIC_AUTH_PASS } })
  await done(again, 'login', { body: { apiKey: API_KEY } })
  await done(again, 'metrics', { headers: byBearer(METRICS_TOKEN) })
  const laterReads = await readsOf(again, byPassword(BASIC_AUTH_USER, BASIC_AUTH_PASS))
  const laterFiles = filesOf(dataDir)

  const printedLines = `${floe.stdout}\n${floe.stderr}`.split('\n')
  // Two lines show the link on purpose: an entry of the log, and the link alone. All others are searched.
  expect(printedLines.filter((line) => line.includes('#token='))).toHaveLength(2)
  const places: Places = {
    ...errors,
    ...reads,
    ...whileRunning,
    events: streams.flatMap(({ texts }) => texts).join('\n'),
    log: printedLines.filter((line) => !line.includes('#token=')).join('\n'),
  }
  const later = Object.entries({
    ...laterReads,
    ...laterFiles,
    log: again.stdout + again.stderr,
  }).map(([name, content]) => [`${name} after a restart`, content])
  const forms = formsOf({ ...known, ...given, ...computed })
  expect(findSecrets(forms, { ...places, ...Object.fromEntries(later) })).toEqual([])

  // Finding nothing means something only if all of it is there to be searched,
  const ways = ['login', 'password.set', 'api-key.create', 'recover', 'keyset', 'nip44']
  for (const part of [...ways, 'keyset.deal', 'package.open']) {
    expect(reads['exportAudit']).toContain(part)
  }
  expect(reads['metrics']).toContain('# HELP ')
  expect(places['events']).toContain('Signer running')
  expect(floe.stdout).toContain('a login failed')
  expect(whileRunning).toHaveProperty(['file floe.db-wal'])
  // and only if it finds what is there to be found.
  expect(findSecrets(forms, { link })).toContain('the token of the link as raw bytes in link')
})
