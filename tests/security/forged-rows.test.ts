import { createHash, randomBytes } from 'node:crypto'
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createPasswords } from '#auth/passwords.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { takeChecksum } from '#store/backup/checksum.ts'
import { openDatabase } from '#store/database.ts'
import { GUARDED_NAMES, GUARDED_SINCE } from '#store/guarded-tables.ts'
import { migrate } from '#store/migrate.ts'
import { migrations } from '#store/migrations/index.ts'
import { createSealer } from '#store/sealing.ts'
import { keyFromSecret } from '#store/sealing-key.ts'
import { byKey, byPassword, bySession, CLOSED } from '../support/access.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { runFloe } from '../support/run-command.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'

/** The last schema version without lists of rows. */
const BEFORE = GUARDED_SINCE - 1
const WARNING = 'Somebody other than Floe has changed its database'
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
/** The attacker has the database, but not this. */
const SECRET_KEY = 'a secret that is in no file of the data folder'
const environment = { ...CLOSED, SECRET_KEY, AUTH_ENABLED: 'true' }

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
const EVE_KEY = `floe_${randomBytes(32).toString('base64url')}`
const EVE_SECRET = randomBytes(32).toString('base64url')
const EVE_PASSWORD = 'the password of eve'
const FAR = 8_000_000_000_000

interface Scene {
  dataDir: string
  keyset: Keyset
  /** The owner's keys: an admin's and one that may only read. */
  admin: string
  reader: string
  /** A key that was revoked, and its row as it was; a session that has ended. */
  revoked: string
  revokedRow: Record<string, unknown>
  endedSession: string
  self: string
  /** Denied everything; heard in 2026. */
  peer: string
  other: string
}

const withDatabase = <T>(dataDir: string, work: (db: Database.Database) => T): T => {
  const db = new Database(join(dataDir, 'floe.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const INSERT_KEY = `INSERT INTO api_keys (id, name, hash, scope, created_at) VALUES ('eve', 'eve', ?, 'admin', 1)`

const STOP = { since: 1, until: null }

const ruleFor = (id: string) =>
  ({ whom: { door: 'peer', id }, verdict: 'refuse', createdAt: 1, until: null }) as const

const callerSettingsOf = (id: string) =>
  ({ caller: { door: 'peer', id }, name: 'lost', preset: null, isSuspended: true }) as const

/** A stopped server with some of everything that is guarded. */
async function madeScene(scope: Scope): Promise<Scene> {
  const keyset = newKeyset()
  const server = await startServer(scope, { environment })
  const { auth, store } = server.context
  const admin = auth.apiKeys.create({ name: 'owner', scope: 'admin' }).key
  const reader = auth.apiKeys.create({ name: 'reader', scope: 'read' }).key
  const revoked = auth.apiKeys.create({ name: 'revoked', scope: 'admin' })
  const revokedRow = withDatabase(
    server.dataDir,
    (db) =>
      db.prepare('SELECT * FROM api_keys WHERE id = ?').get(revoked.id) as Record<string, unknown>,
  )
  auth.apiKeys.revoke(revoked.id)
  store.owner.set({
    username: 'olga',
    passwordHash: await createPasswords().hashPassword('the password of olga'),
    changedAt: 1,
  })
  const login = await auth.login({ apiKey: admin }, { clientKey: '192.0.2.1' })
  if (!login.ok) throw new Error(login.error)
  auth.sessions.end(login.sessionId)
  const saved = await server.post(
    '/api/env',
    firstShare(keyset, ['ws://127.0.0.1:9']),
    byKey(admin),
  )
  expect(saved.status).toBe(200)
  const [self = '', peer = '', other = ''] = keyset.group.commits.map(({ pubkey }) => xOnly(pubkey))
  store.keyset(1).policies.set({ pubkey: peer, allowSend: false, allowReceive: false, denied: [] })
  store
    .keyset(1)
    .policies.set({ pubkey: other, allowSend: true, allowReceive: true, denied: ['send.sign'] })
  store.keyset(1).peerProtocols.heardIn2026(self, peer)
  store.keyset(1).peerProtocols.setBuild(self, peer, 'igloo-beta')
  server.context.keysets.first.protocol.save({ firstGeneration: 'refuse' })
  store.keyset(1).rules.add(ruleFor(peer))
  store.keyset(1).callerSettings.set(callerSettingsOf(peer))
  store.stop.set(STOP)
  await server.stop()
  return {
    ...{ dataDir: server.dataDir, keyset, admin, reader, self, peer, other },
    ...{ revoked: revoked.key, revokedRow, endedSession: login.sessionId },
  }
}

const statusOf = async (server: ApiServer, headers: Record<string, string>) =>
  (await server.get('/api/env', headers)).status

/** Expects what somebody did to be reported wherever it should be, and nowhere else. */
async function expectReported(server: ApiServer, admin: string) {
  const { body } = await server.get('/api/status', byKey(admin))
  expect((body as { warnings: string[] }).warnings).toContainEqual(expect.stringContaining(WARNING))
  expect((await server.get('/api/status')).text).not.toContain('Somebody')
  expect(server.log.some((line) => line.includes(WARNING))).toBe(true)
  expect(server.context.store.audit.page({ limit: 20 })).toContainEqual(
    expect.objectContaining({ action: 'database.changed', outcome: 'refused' }),
  )
}

interface Attack {
  name: string
  forge(db: Database.Database, scene: Scene): void | Promise<void>
  /** Expects it to have been in vain. */
  refused(server: ApiServer, scene: Scene): void | Promise<void>
}

const evesHash = createPasswords().hashPassword(EVE_PASSWORD)

const ATTACKS: readonly Attack[] = [
  {
    name: 'an API key put in',
    forge: (db) => void db.prepare(INSERT_KEY).run(hashOf(EVE_KEY)),
    refused: async (server) => {
      expect(await statusOf(server, byKey(EVE_KEY))).toBe(401)
    },
  },
  {
    name: 'the owner’s key replaced by the attacker’s hash',
    forge: (db) =>
      void db.prepare("UPDATE api_keys SET hash = ? WHERE name = 'reader'").run(hashOf(EVE_KEY)),
    refused: async (server) => {
      expect(await statusOf(server, byKey(EVE_KEY))).toBe(401)
    },
  },
  {
    name: 'a revoked key put back as it was',
    forge: (db, { revokedRow }) => {
      const names = Object.keys(revokedRow)
      db.prepare(`INSERT INTO api_keys (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(
        revokedRow,
      )
    },
    refused: async (server, { revoked }) => {
      expect(await statusOf(server, byKey(revoked))).toBe(401)
    },
  },
  {
    name: 'a key’s scope raised',
    forge: (db) => void db.exec("UPDATE api_keys SET scope = 'admin' WHERE name = 'reader'"),
    refused: async (server, { reader }) => {
      expect(await statusOf(server, byKey(reader))).toBe(401)
    },
  },
  {
    name: 'another password',
    forge: async (db) => {
      db.prepare('UPDATE owner SET password_hash = ?').run(await evesHash)
    },
    refused: async (server) => {
      expect(await statusOf(server, byPassword('olga', EVE_PASSWORD))).toBe(401)
      expect(server.context.auth.needsSetup).toBe(false)
    },
  },
  {
    name: 'another owner',
    forge: async (db) => {
      db.prepare("UPDATE owner SET username = 'eve', password_hash = ?").run(await evesHash)
    },
    refused: async (server) => {
      expect(await statusOf(server, byPassword('eve', EVE_PASSWORD))).toBe(401)
    },
  },
  {
    name: 'a session put in',
    forge: (db) => {
      db.prepare(
        `INSERT INTO sessions (hash, user_id, scope, opened_by, created_at, last_used_at, expires_at)
         VALUES (?, 'olga', 'admin', 'sign-in-link', ?, ?, ?)`,
      ).run(hashOf(EVE_SECRET), Date.now(), Date.now(), FAR)
    },
    refused: async (server) => {
      expect(await statusOf(server, bySession(EVE_SECRET))).toBe(401)
    },
  },
  {
    name: 'an ended session opened again',
    forge: (db) => void db.exec('UPDATE sessions SET ended_at = NULL'),
    refused: async (server, { endedSession }) => {
      expect(await statusOf(server, bySession(endedSession))).toBe(401)
    },
  },
  {
    name: 'a sign-in link put in',
    forge: (db) => {
      const put = db.prepare('INSERT INTO sign_in_tokens (hash, expires_at) VALUES (?, ?)')
      put.run(hashOf(EVE_SECRET), FAR)
    },
    refused: async (server) => {
      expect((await server.post('/api/auth/login', { token: EVE_SECRET })).status).toBe(401)
    },
  },
  {
    name: 'a denial changed into permission',
    forge: (db) =>
      void db.exec("UPDATE peer_policies SET allow_send = 1, allow_receive = 1, denied = '[]'"),
    refused: ({ context }, { peer, other }) => {
      for (const pubkey of [peer, other]) {
        expect(context.store.keyset(1).policies.list()).toContainEqual(
          expect.objectContaining({ pubkey, allowSend: false, allowReceive: false }),
        )
      }
    },
  },
  {
    name: 'a denial taken out',
    forge: (db) => void db.exec('DELETE FROM peer_policies'),
    refused: ({ context }, { peer }) => {
      expect(context.store.keyset(1).policies.list()).toContainEqual(
        expect.objectContaining({ pubkey: peer, allowSend: false, allowReceive: false }),
      )
    },
  },
  {
    name: '1.x allowed for a peer that speaks 2026',
    forge: (db) => void db.exec('UPDATE peer_generations SET allow_1x = 1'),
    refused: ({ context }, { self, peer }) => {
      expect(context.store.keyset(1).peerProtocols.of(self).get(peer)).toEqual({
        heardIn2026: true,
        firstAllowed: false,
        build: null,
      })
    },
  },
  {
    name: '1.x allowed for a peer, which is then heard in 2026',
    forge: (db, { self, other }) => {
      const put = db.prepare('INSERT INTO peer_generations VALUES (1, ?, ?, 0, 1, NULL)')
      put.run(self, other)
    },
    refused: ({ context }, { self, other }) => {
      context.store.keyset(1).peerProtocols.heardIn2026(self, other)
      expect(context.store.keyset(1).peerProtocols.of(self).get(other)?.firstAllowed).toBe(false)
    },
  },
  {
    name: 'another app given out for a peer’s',
    forge: (db) => void db.exec("UPDATE peer_generations SET build = 'igloo'"),
    refused: ({ context }, { self, peer }) => {
      expect(context.store.keyset(1).peerProtocols.of(self).get(peer)?.build).toBe(null)
    },
  },
  {
    name: 'a peer’s 2026 messages forgotten',
    forge: (db) => void db.exec('DELETE FROM peer_generations'),
    refused: ({ context }, { self, peer }) => {
      expect(context.store.keyset(1).peerProtocols.of(self).get(peer)?.heardIn2026).toBe(true)
    },
  },
  {
    name: '1.x no longer refused',
    forge: (db) => void db.exec("DELETE FROM settings WHERE name = 'protocol'"),
    refused: ({ context }) => {
      expect(context.keysets.first.protocol.inForce().firstGeneration).toBe('refuse')
    },
  },
  {
    name: 'other relays',
    forge: (db) =>
      void db.exec(
        `UPDATE env_settings SET value = '["ws://eve.example.org"]' WHERE name = 'RELAYS'`,
      ),
    refused: ({ context }) => {
      expect(context.keysets.first.settings().RELAYS.source).toBe('deleted')
    },
  },
  {
    name: 'denials moved to another keyset',
    forge: (db) => void db.exec('UPDATE peer_policies SET keyset = 2'),
    refused: ({ context }, { peer, other }) => {
      for (const pubkey of [peer, other]) {
        expect(context.store.keyset(1).policies.list()).toContainEqual(
          expect.objectContaining({ pubkey, allowSend: false, allowReceive: false }),
        )
      }
    },
  },
  {
    name: 'what peers speak moved to another keyset',
    forge: (db) => void db.exec('UPDATE peer_generations SET keyset = 2'),
    refused: ({ context }, { self, peer }) => {
      expect(context.store.keyset(1).peerProtocols.of(self).get(peer)?.heardIn2026).toBe(true)
    },
  },
  {
    name: 'settings moved to another keyset',
    forge: (db) =>
      void db.exec('UPDATE settings SET keyset = 2; UPDATE env_settings SET keyset = 2'),
    refused: ({ context }) => {
      expect(context.keysets.first.protocol.inForce().firstGeneration).toBe('refuse')
      expect(context.keysets.first.settings().RELAYS.source).toBe('deleted')
      expect(context.keysets.first.settings().SHARE_CRED.source).toBe('deleted')
    },
  },
  {
    name: 'a refusing rule taken out, and another one put in',
    forge: (db) =>
      void db.exec(`DELETE FROM rules;
        INSERT INTO rules (id, keyset, verdict, created_at) VALUES (2, 1, 'allow', 1)`),
    refused: ({ context }, { peer }) => {
      expect(context.store.keyset(1).rules.list()).toEqual([{ id: 1, ...ruleFor(peer) }])
    },
  },
  {
    name: 'a refusing rule made to allow',
    forge: (db) => void db.exec("UPDATE rules SET verdict = 'allow'"),
    refused: ({ context }, { peer }) => {
      expect(context.store.keyset(1).rules.list()).toEqual([{ id: 1, ...ruleFor(peer) }])
    },
  },
  {
    name: 'a caller suspended no more, under another name',
    forge: (db) => void db.exec("UPDATE standings SET suspended = 0, name = 'mine'"),
    refused: ({ context }, { peer }) => {
      expect(context.store.keyset(1).callerSettings.list()).toEqual([callerSettingsOf(peer)])
    },
  },
  {
    name: 'an answer put in',
    forge: (db) => {
      const put = db.prepare("INSERT INTO answers VALUES (1, 'eve', ?, 'allowed', ?)")
      put.run(hashOf(EVE_SECRET), FAR)
    },
    refused: ({ context }) => {
      expect(context.store.keyset(1).approvals.list().answers).toEqual([])
    },
  },
  {
    name: 'the stop lifted, in the database and beside it',
    forge: (db) => {
      db.exec('DELETE FROM stop')
      rmSync(join(dirname(db.name), 'floe.stopped'))
    },
    refused: ({ context }) => {
      expect(context.store.stop.get()).toEqual(STOP)
    },
  },
  {
    name: 'the first keyset taken out, and another put in',
    forge: (db) => void db.exec('DELETE FROM keysets; INSERT INTO keysets (id) VALUES (2)'),
    refused: ({ context }) => {
      expect(context.store.keysets).toEqual([1])
      expect(context.keysets.first.settings().SHARE_CRED.source).toBe('saved')
    },
  },
]

/** Expects the owner's admin key to work. Other rows may be lost: some attacks destroy what they change. */
async function expectGenuine(server: ApiServer, { admin }: Scene) {
  expect(await statusOf(server, byKey(admin))).toBe(200)
}

describe('A row that somebody wrote into the database without its key', () => {
  test('opens nothing after a start, and is reported', async (t) => {
    const scene = await madeScene(t)
    const worked: string[] = []
    const sound = temporaryFolder(t)
    cpSync(scene.dataDir, sound, { recursive: true })

    for (const { name, forge, refused } of ATTACKS) {
      const dataDir = join(temporaryFolder(t), 'data')
      cpSync(sound, dataDir, { recursive: true })
      const db = new Database(join(dataDir, 'floe.db'))
      await forge(db, scene)
      db.close()
      const server = await startServer(t, { environment, dataDir })
      try {
        await refused(server, scene)
        await expectGenuine(server, scene)
        await expectReported(server, scene.admin)
      } catch (error) {
        worked.push(`${name}: ${(error as Error).message}`)
      }
      await server.stop()
    }
    expect(worked).toEqual([])
  }, 120_000)

  test('opens nothing beside the running server either, and is reported', async (t) => {
    const scene = await madeScene(t)
    const worked: string[] = []

    for (const { name, forge, refused } of ATTACKS) {
      const dataDir = join(temporaryFolder(t), 'data')
      cpSync(scene.dataDir, dataDir, { recursive: true })
      const server = await startServer(t, { environment, dataDir })
      const db = new Database(join(dataDir, 'floe.db'))
      await forge(db, scene)
      db.close()
      try {
        await refused(server, scene)
        await expectGenuine(server, scene)
        // Sessions and keysets are in memory: rows put in meanwhile are only read by the next start.
        if (!/session|the first keyset/.test(name)) await expectReported(server, scene.admin)
      } catch (error) {
        worked.push(`${name}: ${(error as Error).message}`)
      }
      await server.stop()
    }
    expect(worked).toEqual([])
  }, 120_000)

  test('opens nothing even when Floe then writes to the same table', async (t) => {
    const { dataDir, admin } = await madeScene(t)
    const server = await startServer(t, { environment, dataDir })
    withDatabase(dataDir, (db) => db.prepare(INSERT_KEY).run(hashOf(EVE_KEY)))

    const { key } = server.context.auth.apiKeys.create({ name: 'later', scope: 'admin' })
    await server.stop()
    const after = await startServer(t, { environment, dataDir })

    expect(await statusOf(after, byKey(EVE_KEY))).toBe(401)
    for (const genuine of [key, admin]) expect(await statusOf(after, byKey(genuine))).toBe(200)
  })

  test('does not bring back the environment’s password that the owner replaced', async (t) => {
    const { dataDir } = await madeScene(t)
    withDatabase(dataDir, (db) => db.exec('DELETE FROM owner'))

    const password = { BASIC_AUTH_USER: 'olga', BASIC_AUTH_PASS: 'of the environment' }
    const server = await startServer(t, { environment: { ...environment, ...password }, dataDir })

    expect(await statusOf(server, byPassword('olga', 'of the environment'))).toBe(401)
    // The way back: a link, which sets another password.
    const token = server.context.auth.createSignInToken()
    const { body } = await server.post('/api/auth/login', { token })
    const session = bySession((body as { sessionId: string }).sessionId)
    const set = await call(`${server.url}/api/auth/password`, {
      method: 'PUT',
      headers: { ...session, 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'olga', password: 'another one of olga' }),
    })
    expect([set.status, set.text]).toEqual([200, expect.any(String)])
    expect(await statusOf(server, byPassword('olga', 'another one of olga'))).toBe(200)
  })

  test('brings no sign-in link into the log, even when nobody can sign in any more', async (t) => {
    const first = await startServer(t, { environment })
    const { dataDir } = first
    first.context.auth.apiKeys.create({ name: 'only', scope: 'admin' })
    await first.stop()
    withDatabase(dataDir, (db) => db.exec('DELETE FROM api_keys'))

    const server = await startServer(t, { environment, dataDir })

    expect(server.log.join('\n')).not.toContain('Sign in within')
    expect(server.log.join('\n')).toContain('floe sign-in-link')
  })
})

describe('A database whose lists of rows somebody changed', () => {
  const start = (scope: Scope, dataDir: string) => startServer(scope, { environment, dataDir })
  const FORGED = expect.objectContaining({
    code: 'FORGED',
    message: expect.stringMatching(/adopt/),
  })

  const LISTS: readonly [what: string, sql: string][] = [
    [
      'one in place of another',
      `UPDATE guards SET sealed = (SELECT sealed FROM guards WHERE name = 'settings')
       WHERE name = 'peer_policies'`,
    ],
    ['one taken out', "DELETE FROM guards WHERE name = 'peer_policies'; DELETE FROM peer_policies"],
    ['all taken out', 'DELETE FROM guards'],
    ['bits changed', "UPDATE guards SET sealed = zeroblob(60) WHERE name = 'owner'"],
  ]

  test('starts no server, and the message says the way back', async (t) => {
    const { dataDir } = await madeScene(t)
    const sound = temporaryFolder(t)
    cpSync(dataDir, sound, { recursive: true })
    for (const [, sql] of LISTS) {
      cpSync(sound, dataDir, { recursive: true })
      withDatabase(dataDir, (db) => db.exec(sql))
      await expect(start(t, dataDir)).rejects.toEqual(FORGED)
    }
  })

  /** Like a database from before: no lists, and a key of the attacker's in it. */
  const bringBack = (dataDir: string) => {
    const file = join(dataDir, 'floe.db')
    const now = `${file}.now`
    renameSync(file, now)
    const db = openDatabase(file)
    migrate(db, migrations.slice(0, BEFORE), quiet)
    db.prepare('ATTACH ? AS now').run(now)
    for (const table of GUARDED_NAMES) {
      const columns = (db.pragma(`main.table_info(${table})`) as { name: string }[]).map(
        ({ name }) => name,
      )
      // A table that did not exist yet.
      if (columns.length === 0) continue
      db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM now.${table}`)
    }
    db.prepare(INSERT_KEY).run(hashOf(EVE_KEY))
    db.close()
    rmSync(now)
  }

  test('is not taken for one from before there were lists', async (t) => {
    const { dataDir } = await madeScene(t)
    bringBack(dataDir)

    await expect(start(t, dataDir)).rejects.toEqual(FORGED)

    rmSync(join(dataDir, 'floe.guarded'))
    await expect(start(t, dataDir)).rejects.toEqual(FORGED)
  })

  test('is taken in as it is by its owner, who has the key and is shown what is in it', async (t) => {
    const { dataDir, admin } = await madeScene(t)
    withDatabase(dataDir, (db) => db.exec('DELETE FROM guards'))

    const env = { DATA_DIR: dataDir, SECRET_KEY }
    const { code, stdout } = await runFloe(t, env, 'adopt')

    expect(code).toBe(0)
    expect(stdout).toContain('scope admin, "owner"')
    expect(stdout).toContain('the password of "olga"')
    expect(stdout).toMatch(
      /policies of peers: 2\n {2}rules: 1\n {2}callers with .*: 1\n {2}the stop/,
    )
    const server = await start(t, dataDir)
    expect(await statusOf(server, byKey(admin))).toBe(200)
    expect(await statusOf(server, byPassword('olga', 'the password of olga'))).toBe(200)
  })
})

describe('What was there before is kept', () => {
  /** A database as the release before left it. */
  function oldFolder(scope: Scope, keyset: Keyset) {
    const dataDir = temporaryFolder(scope)
    const key = `floe_${randomBytes(32).toString('base64url')}`
    const db = openDatabase(join(dataDir, 'floe.db'))
    migrate(db, migrations.slice(0, BEFORE), quiet)
    db.prepare(INSERT_KEY).run(hashOf(key))
    const sealer = createSealer(keyFromSecret(SECRET_KEY))
    const env = firstShare(keyset, ['ws://127.0.0.1:9'])
    const put = db.prepare('INSERT INTO env_settings (name, sealed) VALUES (?, ?)')
    for (const name of ['SHARE_CRED', 'GROUP_CRED'] as const) {
      put.run(name, sealer.seal(env[name], `env_settings/${name}`))
    }
    db.prepare("INSERT INTO peer_policies VALUES (?, 0, 0, '[]')").run('ab'.repeat(32))
    db.close()
    return { dataDir, key, env }
  }

  test('by the update: rows of an older database are taken in, once', async (t) => {
    const { dataDir, key, env } = oldFolder(t, newKeyset())

    const server = await startServer(t, { environment, dataDir })
    expect((await server.get('/api/env', byKey(key))).body).toMatchObject({
      SHARE_CRED: env.SHARE_CRED,
    })
    expect(server.context.store.keyset(1).policies.list()).toHaveLength(1)
    expect(server.context.store.audit.page({ limit: 5 })).toContainEqual(
      expect.objectContaining({ action: 'database.adopt', detail: { from: BEFORE } }),
    )
    await server.stop()
    withDatabase(dataDir, (db) => db.exec("UPDATE api_keys SET name = 'x'"))

    const after = await startServer(t, { environment, dataDir })
    expect(await statusOf(after, byKey(key))).toBe(401)
  })

  test('by a restore, without what somebody put into the back-up', async (t) => {
    const scene = await madeScene(t)
    const made = join(temporaryFolder(t), 'made.db')
    const env = { DATA_DIR: scene.dataDir, SECRET_KEY }
    expect((await runFloe(t, env, 'backup', made)).code).toBe(0)
    // Whoever changes a back-up can take its checksum away.
    takeChecksum(made)
    const db = new Database(made)
    db.prepare(INSERT_KEY).run(hashOf(EVE_KEY))
    db.exec('DELETE FROM peer_policies')
    db.close()
    const elsewhere = { DATA_DIR: temporaryFolder(t), SECRET_KEY: 'of another machine'.repeat(3) }
    const keyFile = join(temporaryFolder(t), 'key')
    writeFileSync(keyFile, SECRET_KEY)

    const restored = await runFloe(t, elsewhere, 'restore', made, '--key-file', keyFile)

    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(WARNING)])
    const server = await startServer(t, {
      environment: { ...environment, SECRET_KEY: elsewhere.SECRET_KEY },
      dataDir: elsewhere.DATA_DIR,
    })
    expect(await statusOf(server, byKey(EVE_KEY))).toBe(401)
    expect(await statusOf(server, byKey(scene.admin))).toBe(200)
    expect(await statusOf(server, byPassword('olga', 'the password of olga'))).toBe(200)
    expect(server.context.store.keyset(1).policies.list()).toContainEqual(
      expect.objectContaining({ pubkey: scene.peer, allowReceive: false }),
    )
  })
})
