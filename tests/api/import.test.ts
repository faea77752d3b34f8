import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { createPasswords } from '#auth/passwords.ts'
import type { ImportAnswer } from '#contract/import.ts'
import { imports as texts } from '#contract/import-messages.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { policyOf } from '#import/apps-policy.ts'
import { npubOf } from '#nostr/keys.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { readBunkerLink, startAppClient } from '../support/app-client.ts'
import { CHEAP_HASHING } from '../support/cheap-hashing.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { spawnFloe } from '../support/floe-process.ts'
import { type IglooContents, makeIglooDatabase } from '../support/igloo-database.ts'
import { isLong } from '../support/long.ts'
import { startMember } from '../support/pair.ts'
import { runFloe, runHere } from '../support/run-command.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'Correct1!horse'
/** A port where nothing answers. At the default one, a server of another test may. */
const NOWHERE = 'HOST_PORT=9\n'

/** An igloo-server that has all there is to import, and whose it is. */
function installation(relay = 'ws://127.0.0.1:9') {
  const keyset = newKeyset()
  const [share = '', ...others] = keyset.shareCredentials
  const [, second, third] = keyset.group.commits.map(({ pubkey }) => pubkey)
  const clients = [generateSecretKey(), generateSecretKey()]
  const transport = generateSecretKey()
  const [token, revoked, bobs] = [1, 2, 3].map(() => randomBytes(32).toString('hex'))
  const alice = {
    ...{ name: 'alice', password: PASSWORD, share, group: keyset.groupCredential },
    ...{ groupName: 'Family', relays: [relay] },
    policies: [
      { pubkey: second, allowSend: null, allowReceive: null, label: 'Phone', note: 'in the hall' },
      { pubkey: third?.slice(2), allowSend: false, allowReceive: null },
      { pubkey: 'ab'.repeat(32), allowSend: false },
    ],
    transport: Buffer.from(transport).toString('hex'),
    appRelays: [relay],
    apps: [
      {
        ...{ client: getPublicKey(clients[0] as Uint8Array), name: 'Notes', relays: [relay] },
        methods: { sign_event: true, nip44_encrypt: true, odd: true },
        kinds: { '1': true, '22242': true, '7': false },
      },
      { client: getPublicKey(clients[1] as Uint8Array), name: 'Other' },
      { client: 'cd'.repeat(32), status: 'revoked' as const },
    ],
  }
  const contents: IglooContents = {
    people: [alice, { name: 'bob', password: 'Another1!horse' }],
    keys: [
      { token: token as string, label: 'home', by: 1 },
      { token: revoked as string, label: 'old', isRevoked: true },
      { token: bobs as string, by: 2 },
    ],
  }
  const secrets = [share, keyset.groupCredential, PASSWORD, alice.transport, token, bobs]
  return {
    ...{ keyset, share, others, contents, clients, transport, second, third },
    ...{ token: token as string, revoked: revoked as string, bobs: bobs as string },
    secrets: secrets.map(String),
    npub: npubOf(keyset.group.group_pk.slice(2)),
  }
}

/** All bytes and times of a folder. */
const stateOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [
      name,
      statSync(join(folder, name)).mtimeMs,
      readFileSync(join(folder, name), 'hex'),
    ])

/** igloo-server's folder as its compose file makes it. */
function iglooFolder(scope: Scope, contents: IglooContents): string {
  const folder = temporaryFolder(scope)
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, '.env'), NOWHERE)
  makeIglooDatabase(scope, contents, join(folder, 'data'))
  return folder
}

function importer(scope: Scope, password = PASSWORD) {
  const dataDir = join(temporaryFolder(scope), 'data')
  const passwordFile = join(temporaryFolder(scope), 'password')
  writeFileSync(passwordFile, `${password}\n`)
  const run = (path: string, ...args: string[]) =>
    runHere(
      ...[{ DATA_DIR: dataDir }, 'import', 'igloo', path],
      ...['--password-file', passwordFile, ...args],
    )
  return { dataDir, passwordFile, run }
}

const isCopy = (name: string): boolean => name.startsWith('import-')

/** Sends files to a server. @param file a path, or what is in it */
const sender =
  ({ url }: Pick<ApiServer, 'url'>, file: string | Buffer) =>
  (query: Record<string, string> = {}, password?: string, headers: Record<string, string> = {}) =>
    call(`${url}/api/import/igloo?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: new Uint8Array(typeof file === 'string' ? readFileSync(file) : file),
      headers: {
        ...(password !== undefined && { 'X-Import-Password': encodeURIComponent(password) }),
        ...headers,
      },
    })

/** The status of a call that announces so many bytes, and sends none. */
const raw = ({ url }: Pick<ApiServer, 'url'>, bytes: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Length': String(bytes) }
    const asked = request(`${url}/api/import/igloo`, { method: 'POST', headers })
    asked.on('response', (answer) => {
      resolve(answer.statusCode)
      asked.destroy()
    })
    asked.on('error', reject)
    asked.flushHeaders()
  })

/** A program that has a file open. */
function holding(scope: Scope, file: string) {
  const held = 'exec 3<"$1"; echo held; read -r line'
  const child = spawn('sh', ['-c', held, 'sh', file], { stdio: ['pipe', 'pipe', 'ignore'] })
  scope.onTestFinished(() => void child.kill())
  let isHolding = false
  child.stdout.once('data', () => {
    isHolding = true
  })
  return { pid: child.pid, isHolding: () => isHolding }
}

describe.concurrent('floe import igloo', () => {
  test('takes over everything: signing, the API key, the login, and apps that notice nothing', async (t) => {
    const relay = await startRelayFor(t)
    const from = installation(relay.url)
    const folder = iglooFolder(t, from.contents)
    const before = stateOf(join(folder, 'data'))
    const { dataDir, passwordFile, run } = importer(t)

    const dry = await run(folder, '--dry-run')
    const given = ['--password-file', passwordFile]
    const done = await runFloe(t, { DATA_DIR: dataDir }, 'import', 'igloo', folder, ...given)

    const outcome = { dry: dry.code, done: done.code, stderr: done.stderr }
    expect(outcome).toEqual({ dry: 0, done: 0, stderr: '' })
    expect(stateOf(join(folder, 'data'))).toEqual(before)
    for (const { stdout } of [dry, done]) {
      expect(stdout).toContain(from.npub)
      expect(stdout).toContain(texts.apiKey('home', 'sign'))
      expect(stdout).toContain('called “Phone”')
      expect(stdout).toContain('in the hall')
      expect(stdout).toContain(texts.revoked(1))
      expect(stdout).toContain(texts.othersKeys(1))
      expect(stdout).toContain(texts.logins('Notes'))
      for (const secret of from.secrets) expect(stdout).not.toContain(secret)
    }
    expect(dry.stderr).toContain(texts.stopFirst)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('import-'))).toEqual([])

    const environment = { AUTH_ENABLED: 'true' }
    const server = await startServer(t, { environment, dataDir })
    await startMember(t, from.keyset, 2, [relay.url])
    const { supervisor } = server.context.keysets.first
    await until(() => supervisor.health.directions.ask.can)
    const headers = { 'X-API-Key': from.token }
    const event = { kind: 1, created_at: 1, tags: [], content: 'hello' }
    const signed = await server.post('/api/sign', { event }, headers)
    expect(signed.status).toBe(200)
    expect(await server.get('/api/env', headers)).toMatchObject({ status: 403 })
    for (const token of [from.revoked, from.bobs]) {
      const { status } = await server.get('/api/peers', { 'X-API-Key': token })
      expect(status).toBe(401)
    }
    const login = { username: 'alice', password: PASSWORD }
    expect(await server.post('/api/auth/login', login)).toMatchObject({ status: 200 })
    const { policies, policy } = server.context.keysets.first
    expect(policy.ruleSet.nameOf({ door: 'peer', id: String(from.second).slice(2) })).toBe('Phone')
    expect(policies.now(String(from.third))).toMatchObject({ allowSend: false, allowReceive: true })
    expect(policies.now(String(from.second))).toMatchObject({ allowSend: true, source: 'default' })

    // Both clients go on over the key that they know, each with its own rights.
    const uri = `bunker://${getPublicKey(from.transport)}?relay=${encodeURIComponent(relay.url)}`
    const [notes, other] = await Promise.all(
      from.clients.map((seckey) => startAppClient(t, { uri, seckey })),
    )
    const template = JSON.stringify({ ...event, content: 'by an app' })
    expect(await notes?.ask('sign_event', [template])).toHaveProperty('result')
    expect(await other?.ask('get_public_key')).toMatchObject({
      result: from.keyset.group.group_pk.slice(2),
    })
    await other?.send({ id: 'asked', method: 'sign_event', params: [template] })
    await until(() => policy.approvals.list().length === 1)
    await server.stop()
  })

  // By itself: what other tests compute in this process would make its answer late.
  test('an igloo-server that runs is noticed, by its port or by its database being open', {
    concurrent: false,
  }, async (t) => {
    const from = installation()
    const answering = createServer((_, answer) => answer.end('{"restartInfo":{},"health":{}}'))
    await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
    t.onTestFinished(() => void answering.close())
    const { port } = answering.address() as AddressInfo
    const folder = iglooFolder(t, from.contents)
    const database = join(folder, 'data/igloo.db')
    const { run, dataDir } = importer(t)
    writeFileSync(join(folder, '.env'), `HOST_PORT=${port}\n`)

    const byPort = await run(folder)
    writeFileSync(join(folder, '.env'), NOWHERE)
    const holder = holding(t, database)
    await until(() => holder.isHolding())
    const byFile = await run(database, '--dry-run')

    expect(byPort).toMatchObject({ code: 3, stdout: '' })
    expect(byPort.stderr).toContain(texts.running(texts.answers(`127.0.0.1:${port}`)))
    expect(byFile).toMatchObject({ code: 3, stdout: '' })
    expect(byFile.stderr).toContain(texts.running(texts.isOpen(String(holder.pid))))
    expect(existsSync(dataDir)).toBe(false)
  })

  test('what can not be imported leaves both folders as they were', async (t) => {
    const from = installation()
    const whole = iglooFolder(t, from.contents)
    const torn = iglooFolder(t, from.contents)
    const file = join(torn, 'data/igloo.db')
    writeFileSync(file, readFileSync(file).fill(0xa5, 4_096))
    const newer = iglooFolder(t, { ...from.contents, step: '20300101_0001_more.sql' })
    const { run, dataDir } = importer(t)
    const wrong = importer(t, 'Wrong1!horse')
    const folders = [whole, torn, newer].map((folder) => join(folder, 'data'))
    const before = folders.map(stateOf)

    const guessed = await wrong.run(whole)
    const damaged = await run(torn)
    const later = await run(newer)

    expect([guessed.code, damaged.code, later.code]).toEqual([4, 5, 5])
    expect(guessed.stderr).toContain(texts.passwordWrong('alice'))
    expect(damaged.stderr).toMatch(/igloo-server's database is damaged/)
    expect(later.stderr).toContain(texts.newer('20300101_0001_more.sql'))
    expect(folders.map(stateOf)).toEqual(before)
    for (const folder of [dataDir, wrong.dataDir]) {
      expect(readdirSync(folder).filter(isCopy)).toEqual([])
    }
    expect(await run(whole)).toMatchObject({ code: 0 })
  })

  test.skipIf(!isLong)('a kill at any moment leaves all of it, or nothing', async (t) => {
    const from = installation()
    const file = makeIglooDatabase(t, from.contents)
    writeFileSync(join(dirname(file), '.env'), NOWHERE)
    const password = join(temporaryFolder(t), 'password')
    writeFileSync(password, PASSWORD)
    const outcomes = new Set<string>()
    for (let after = 200; after < 1_800; after += 50) {
      const { dataDir, run } = importer(t)
      const args = ['import', 'igloo', file, '--password-file', password]
      const floe = spawnFloe(t, { DATA_DIR: dataDir }, args)
      await delay(after)
      floe.send('SIGKILL')
      await floe.exit
      const { code, stderr } = await run(file)
      outcomes.add(code === 3 && stderr.includes(texts.taken) ? 'all' : `nothing, then ${code}`)
      expect(readdirSync(dataDir).filter(isCopy)).toEqual([])
    }
    expect(outcomes).toEqual(new Set(['nothing, then 0', 'all']))
  })

  test('a wrong call, or one without a password, is refused with the reason', async (t) => {
    const { run } = importer(t, '')
    const from = installation()
    const folder = iglooFolder(t, from.contents)

    const [nothing, scope, empty, elsewhere] = await Promise.all([
      runHere({}, 'import'),
      run(folder, '--scope', 'all'),
      run(folder),
      run(temporaryFolder(t)),
    ])

    expect(nothing).toMatchObject({ code: 2, stdout: '' })
    expect(scope.stderr).toContain('--scope must be one of read, sign, approve, admin')
    expect(empty).toMatchObject({ code: 4, stderr: `floe: ${texts.passwordNeeded}\n` })
    expect(elsewhere).toMatchObject({ code: 5, stdout: '' })
  })
})

describe('POST /api/import/igloo', () => {
  test('says who has a share, what would come over, and then takes it over at once', async (t) => {
    const relay = await startRelayFor(t)
    const from = installation(relay.url)
    const server = await startServer(t)
    const send = sender(server, makeIglooDatabase(t, from.contents))

    const locked = await send()
    const dry = await send({ dryRun: 'true' }, PASSWORD)
    const kept = await server.get('/api/env')
    const done = await send({ user: 'alice', scope: 'read' }, PASSWORD)

    expect(locked).toMatchObject({ status: 200, body: { state: 'locked', users: ['alice'] } })
    expect(dry).toMatchObject({ status: 200, body: { state: 'dry run', npub: from.npub } })
    expect(kept.body).toEqual({})
    expect(done).toMatchObject({ status: 200, body: { state: 'imported', user: 'alice' } })
    for (const { text } of [locked, dry, done]) {
      for (const secret of from.secrets) expect(text).not.toContain(secret)
    }
    const { comes } = done.body as Extract<ImportAnswer, { state: 'imported' }>
    expect(comes).toContain(texts.apiKey('home', 'read'))
    await startMember(t, from.keyset, 2, [relay.url])
    await server.status(({ canSign }) => canSign)
    expect((await server.get('/api/auth/keys')).text).toContain('"home"')
    expect((await server.get('/api/peers')).text).toContain('"Phone"')
    expect(server.context.auth.apiKeys.find(from.token)).toMatchObject({ scope: 'read' })
    for (const line of server.log) {
      for (const secret of from.secrets) expect(line).not.toContain(secret)
    }
  })

  test('a client with a new link of an imported app takes over that app, and no other', async (t) => {
    const relay = await startRelayFor(t)
    const from = installation(relay.url)
    const server = await startServer(t)
    await sender(server, makeIglooDatabase(t, from.contents))({}, PASSWORD)
    const { apps } = server.context.keysets.first
    const [first, second] = apps.list()
    apps.reinvite(first?.id ?? '', 600)
    const again = apps.reinvite(second?.id ?? '', 600)
    const uri = again.ok ? again.value.uri : expect.fail(again.error)
    const { signer, relays } = readBunkerLink(uri)
    const wrong = `bunker://${signer}?relay=${encodeURIComponent(relays[0] ?? '')}&secret=wrong`

    const guesser = await startAppClient(t, { uri: wrong })
    await guesser.send({ id: 1, method: 'connect', params: [signer, 'wrong'] })
    const client = await startAppClient(t, { uri })
    const paired = await client.connect()
    const known = await startAppClient(t, { uri, seckey: from.clients[0] as Uint8Array })
    const still = await known.ask('ping')

    expect(paired.result).toBe('ack')
    expect(still.result).toBe('pong')
    expect(guesser.answers).toEqual([])
    expect(apps.get(second?.id ?? '')?.client).toBe(client.pubkey)
    expect(apps.get(first?.id ?? '')?.client).toBe(known.pubkey)
    const replaced = await startAppClient(t, { uri, seckey: from.clients[1] as Uint8Array })
    await replaced.send({ id: 2, method: 'ping', params: [] })
    // Removing an app takes nothing from the others that the same key answers.
    apps.remove(second?.id ?? '')
    await client.send({ id: 3, method: 'ping', params: [] })
    expect((await known.ask('ping')).result).toBe('pong')
    expect(replaced.answers).toEqual([])
    expect(client.answers).toHaveLength(1)
  })

  test('as many apps as there may be come over at once, the one used last first', async (t) => {
    const from = installation()
    const kinds = Object.fromEntries(Array.from({ length: 70 }, (_, kind) => [kind, true]))
    const apps = Array.from({ length: 102 }, (_, at) => ({
      ...{ client: getPublicKey(generateSecretKey()), name: `App ${at}` },
      ...{ methods: { sign_event: true, nip04_encrypt: true }, kinds },
    }))
    const [alice] = from.contents.people
    const person = { ...alice, name: 'alice', password: PASSWORD, apps }
    const sql =
      "UPDATE nip46_sessions SET last_active_at = '2026-01-01';" +
      "UPDATE nip46_sessions SET last_active_at = '2999-01-01' WHERE profile_name = 'App 101'"
    const server = await startServer(t)

    const done = await sender(server, makeIglooDatabase(t, { people: [person], sql }))({}, PASSWORD)

    const { stays } = done.body as Extract<ImportAnswer, { state: 'imported' }>
    expect(stays).toContain(texts.appsFull('App 99', 100))
    expect(stays).toContain(texts.appsFull('App 100', 100))
    const { apps: kept, policy } = server.context.keysets.first
    expect(kept.list()).toHaveLength(100)
    const [first] = kept.list()
    const own = { door: 'app', id: first?.id ?? '' } as const
    expect(policyOf(policy.ruleSet, own)).toMatchObject({
      methods: { sign_event: true, nip04_encrypt: true },
      kinds,
    })
  })

  test('a copy that a kill has left is removed at the next start', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')
    mkdirSync(join(dataDir, 'import-x'), { recursive: true })
    writeFileSync(join(dataDir, 'import-x/igloo.db'), 'a copy')

    await startServer(t, { dataDir })

    expect(readdirSync(dataDir).filter(isCopy)).toEqual([])
  })

  test('a file that can’t be imported is refused with the reason, and nothing of it is kept', async (t) => {
    const server = await startServer(t, { environment: { RATE_LIMIT_ENABLED: 'false' } })
    const from = installation()
    const whole = makeIglooDatabase(t, from.contents)
    const bytes = readFileSync(whole)
    const torn = Buffer.from(bytes).fill(0xa5, 4_096)
    const cut = bytes.subarray(0, 8_192)
    const made = (contents: Partial<IglooContents>) =>
      readFileSync(makeIglooDatabase(t, { ...from.contents, ...contents }))
    const [alice] = from.contents.people
    const other = newKeyset()
    const mixed = { ...alice, name: 'alice', password: PASSWORD, group: other.groupCredential }
    const cases: [Buffer, Record<string, string>, string, string | RegExp][] = [
      [bytes, {}, 'Wrong1!horse', texts.passwordWrong('alice')],
      [bytes, { user: 'carol' }, PASSWORD, texts.userUnknown('carol', ['alice'])],
      [bytes, { user: 'bob' }, PASSWORD, texts.noShare('bob')],
      [torn, {}, PASSWORD, /^igloo-server's database is damaged/],
      [cut, {}, PASSWORD, /^igloo-server's database is damaged/],
      [
        made({ step: '20300101_0001_more.sql' }),
        {},
        PASSWORD,
        texts.newer('20300101_0001_more.sql'),
      ],
      [made({ people: [], keys: [] }), {}, PASSWORD, texts.noUsers],
      [
        made({ people: [mixed], keys: [] }),
        {},
        PASSWORD,
        /^igloo-server's credentials can't be used: SHARE_CRED/,
      ],
      [made({ sql: 'CREATE VIEW spy AS SELECT 1' }), {}, PASSWORD, texts.notIgloo('it has spy')],
      [
        made({ sql: 'ALTER TABLE users ADD COLUMN big AS (hex(zeroblob(100)))' }),
        ...[{}, PASSWORD, texts.notIgloo('it has users')],
      ] as [Buffer, Record<string, string>, string, string],
      [
        made({ sql: 'ALTER TABLE users RENAME TO others' }),
        {},
        PASSWORD,
        texts.notIgloo('it has no accounts'),
      ],
      [Buffer.from('{"not": "it"}'), {}, PASSWORD, texts.noShareInEnvironment],
      [bytes, { beside: String(bytes.length + 1) }, PASSWORD, texts.besideTooLong],
    ]
    for (const [file, query, password, error] of cases) {
      const answer = await sender(server, file)(query, password)
      expect([error, answer.status, answer.body]).toMatchObject([
        error,
        400,
        { error: typeof error === 'string' ? error : expect.stringMatching(error) },
      ])
    }
    const { kept } = server.context.keysets.first
    expect((await server.get('/api/env')).body).toEqual({})
    expect(kept.apps.list()).toEqual([])
    expect(readdirSync(server.dataDir).filter(isCopy)).toEqual([])
  })

  test('an import that can’t be written leaves nothing behind, and can be tried again', async (t) => {
    const from = installation()
    const server = await startServer(t)
    const { store, auth, keysets } = server.context
    const send = sender(server, makeIglooDatabase(t, from.contents))
    const mend = failToSave(server.dataDir, 'rules')

    const failed = await send({}, PASSWORD)
    const left = {
      env: (await server.get('/api/env')).body,
      apps: keysets.first.apps.list(),
      names: keysets.first.policy.ruleSet.callerViews(),
      keys: auth.apiKeys.list(),
      owner: store.owner.get(),
    }
    mend()
    const done = await send({}, PASSWORD)
    const twice = await send({}, PASSWORD)

    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(left).toEqual({ env: {}, apps: [], names: [], keys: [], owner: undefined })
    expect(done.body).toMatchObject({ state: 'imported' })
    expect(twice).toMatchObject({ status: 409, body: { error: texts.taken } })
    expect(keysets.first.apps.list()).toHaveLength(2)
  })

  test('the newest rows come from the log beside the database', async (t) => {
    const from = installation()
    const server = await startServer(t)
    const file = makeIglooDatabase(t, { ...from.contents, inLog: true })
    const log = readFileSync(`${file}-wal`)
    const both = Buffer.concat([readFileSync(file), log])

    const without = await sender(server, file)()
    const answer = await sender(server, both)({ beside: String(log.length) })

    expect(without.status).toBe(400)
    expect(answer.body).toEqual({ state: 'locked', users: ['alice'] })
  })

  test('a .env with what was set for peers is taken over as well', async (t) => {
    const { keyset, share, second, third, npub } = installation()
    const server = await startServer(t)
    const environment = `# igloo-server
HEADLESS=true
export GROUP_CRED="${keyset.groupCredential}"
SHARE_CRED=${share} # the first
GROUP_NAME='Family # one'
RELAYS=["ws://127.0.0.1:9"]
API_KEY=a key of some length
BASIC_AUTH_USER=anna
BASIC_AUTH_PASS="correct \\"horse"
PEER_POLICIES='[{"pubkey":"${second}","allowSend":false},{"pubkey":"${third}","allowReceive":false}]'
RATE_LIMIT_MAX=600
`
    const policies = JSON.stringify([{ pubkey: second, allowSend: true, label: 'Phone' }])
    const body = Buffer.from(environment + policies)

    const answer = await sender(server, body)({ beside: String(policies.length) })

    expect(answer.body).toMatchObject({ state: 'imported', user: null, npub })
    const { context } = server
    const { first } = context.keysets
    expect((await server.get('/api/env')).body).toMatchObject({ GROUP_NAME: 'Family # one' })
    expect(context.auth.apiKeys.find('a key of some length')).toMatchObject({ scope: 'admin' })
    expect(first.policies.now(String(second))).toMatchObject({ source: 'default' })
    expect(first.policies.now(String(third))).toMatchObject({ allowReceive: false })
    const login = { username: 'anna', password: 'correct "horse' }
    expect(await server.post('/api/auth/login', login)).toMatchObject({ status: 200 })
    const { stays } = answer.body as Extract<ImportAnswer, { state: 'imported' }>
    expect(stays).toContain(texts.environment(['RATE_LIMIT_MAX']))
  })

  test("the examples of igloo-server's own .env let nobody in", async (t) => {
    const { keyset, share } = installation()
    const server = await startServer(t)
    const environment = `SHARE_CRED=${share}
GROUP_CRED=${keyset.groupCredential}
API_KEY=your-secure-api-key-here
BASIC_AUTH_USER=admin
BASIC_AUTH_PASS=your-secure-password-here
`
    const answer = await sender(server, Buffer.from(environment))()

    expect(answer.body).toMatchObject({
      state: 'imported',
      stays: expect.arrayContaining([texts.keyExample, texts.passExample]),
    })
    expect(server.context.auth.apiKeys.count).toBe(0)
    expect(server.context.store.owner.get()).toBeUndefined()
  })

  test('a login that Floe has already stays', async (t) => {
    const from = installation()
    const server = await startServer(t, { environment: { AUTH_ENABLED: 'true' } })
    const { auth, store } = server.context
    const passwordHash = await createPasswords({ cost: CHEAP_HASHING.password }).hashPassword(
      'correct horse',
    )
    store.owner.set({ username: 'olga', passwordHash, changedAt: 1 })
    const token = auth.createSignInToken()
    const opened = await server.post('/api/auth/login', { token })
    const { sessionId } = opened.body as { sessionId: string }
    const send = sender(server, makeIglooDatabase(t, from.contents))

    const nobody = await send({}, PASSWORD)
    const done = await send({}, PASSWORD, { 'X-Session-ID': sessionId })

    expect(nobody.status).toBe(401)
    expect(done.body).toMatchObject({
      state: 'imported',
      stays: expect.arrayContaining([texts.staysOwner('alice', 'olga')]),
      staysMessages: expect.arrayContaining([
        {
          error: texts.staysOwner('alice', 'olga'),
          code: 'imports.staysOwner',
          params: ['alice', 'olga'],
        },
      ]),
    })
    expect(store.owner.get()?.username).toBe('olga')
  })

  test('a keyset from the environment is not replaced, and too large a file is refused', async (t) => {
    const from = installation()
    const server = await startServer(t, {
      environment: firstShare(newKeyset(), ['ws://127.0.0.1:9']),
    })
    const large = await raw(server, IMPORT_BYTES_MAX + 1)

    const taken = await sender(server, makeIglooDatabase(t, from.contents))({}, PASSWORD)

    expect(taken).toMatchObject({ status: 409, body: { error: texts.taken } })
    expect(large).toBe(413)
  })
})
