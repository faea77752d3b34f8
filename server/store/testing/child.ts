/**
 * Commands that tests run in another process: `node child.ts <command> <data folder> […]`.
 * They answer in lines on stdout and end when their stdin does.
 */
import fs, { cpSync, createReadStream, writeSync } from 'node:fs'
import { flushCompileCache, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { finishRestore } from '../backup/pending.ts'
import { receiveBackup } from '../backup/receive.ts'
import { stageRestore } from '../backup/stage.ts'
import { StoreError } from '../errors.ts'
import { lockFolder } from '../lock.ts'
import { createNonces } from '../nonces/nonces.ts'
import {
  IDENTITY,
  OTHER_IDENTITY,
  PEER,
  publicNonces,
  secretNonces,
} from '../nonces/testing/nonces.ts'
import { openStore, type Store } from '../open.ts'
import { changeGuarded } from '../outside.ts'
import { createSignInTokens } from '../sign-in-tokens.ts'

const say = (text: string) => writeSync(1, `${text}\n`)
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
/** Kept until the process ends: as garbage it would be closed, and its folder given back. */
const kept: unknown[] = []
function keep<T>(open: T): T {
  kept.push(open)
  return open
}
const open = (dataDir: string) => keep(openStore({ dataDir, log: quiet }))
const openFile = (dataDir: string) => keep(new Database(join(dataDir, 'floe.db')))
const stay = () => process.stdin.resume().once('end', () => process.exit())

const commands: Record<string, (dataDir: string, ...rest: string[]) => void | Promise<void>> = {
  /** Opens the store and keeps it open. */
  hold: (dataDir) => {
    open(dataDir)
    say('open')
    stay()
  },

  /** Opens the store of each folder, says how that went, and closes it. */
  try: (...dataDirs) => {
    for (const dataDir of dataDirs) {
      try {
        open(dataDir).close()
        say(JSON.stringify({ code: 'OPEN', message: '' }))
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        say(JSON.stringify({ code: error.code, message: error.message }))
      }
    }
  },

  /** Opens the store of a new folder, to be killed on the way. */
  first: (dataDir) => {
    say('starting')
    const store = open(dataDir)
    store.keyset(1).settings.saveEnv({ SHARE_CRED: 'kept' })
    say('saved')
    stay()
  },

  /** Says what it found, then writes without end, and says each write once it has returned. */
  write: (dataDir) => {
    const store = open(dataDir)
    const found = stateOf(store)
    say(JSON.stringify(found))
    for (let n = found.name + 1; ; n += 1) {
      store.keyset(1).settings.saveEnv({
        GROUP_CRED: `group ${n}`,
        SHARE_CRED: `share ${n}`,
        GROUP_NAME: String(n),
      })
      store.audit.of(1).record({ actor: 'child', action: 'write', outcome: 'ok', detail: { n } })
      say(`${n} ${store.settings.reserveEventIds(1)}`)
    }
  },

  /** Saves credentials, and keeps the database open with what is not yet checkpointed. */
  save: (dataDir, groupCredential = '', shareCredential = '', name = '') => {
    const store = open(dataDir)
    store.keyset(1).settings.saveEnv({ GROUP_CRED: groupCredential, SHARE_CRED: shareCredential })
    store.keyset(1).shares.save({ groupCredential, shareCredential, name })
    say('saved')
    stay()
  },

  /** Saves credentials, or a share record, and deletes them again. */
  delete: (dataDir, what = '') => {
    const { settings, shares } = open(dataDir).keyset(1)
    if (what === 'credentials') {
      settings.saveEnv({ GROUP_CRED: 'group', SHARE_CRED: 'share' })
      settings.deleteEnv(['GROUP_CRED', 'SHARE_CRED'])
    } else {
      const { id } = shares.save({ groupCredential: 'group', shareCredential: 'share' })
      if (what === 'a share record') shares.delete(id)
      else shares.deleteAll()
    }
    say('deleted')
    stay()
  },

  /** Adds a sign-in token as a command beside the server does, and says how that went. */
  'sign-in-link': (dataDir, hash = '', expiresAt = '') => {
    try {
      changeGuarded({ dataDir, secret: undefined, log: quiet }, (db, guards) =>
        createSignInTokens(db, guards).add({ hash, expiresAt: Number(expiresAt) }, 0),
      )
      say(JSON.stringify({ code: 'ADDED', message: '' }))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      say(JSON.stringify({ code: error.code, message: error.message }))
    }
  },

  /**
   * Restores a back-up. Before each file-system step it puts a copy of the folder into `copies`, under the
   * step's number; with `last` it is killed before that one.
   */
  restore: async (dataDir, file = '', oldKey = '', copies = '', last = '') => {
    const lock = lockFolder(dataDir)
    beforeEachStep((step) => {
      if (copies !== '') cpSync(dataDir, join(copies, String(step)), { recursive: true })
      if (step === Number(last)) process.kill(process.pid, 'SIGKILL')
    })
    finishRestore(dataDir, quiet)
    await receiveBackup(createReadStream(file), dataDir)
    await stageRestore({
      ...{ dataDir, secret: undefined, oldKey, passphrase: async () => undefined },
      ...{ actor: 'child', now: 0, log: quiet },
    })
    finishRestore(dataDir, quiet)
    lock.release()
  },

  /** Saves credentials and uses up nonces, and keeps both open with what is not yet checkpointed. */
  sign: (dataDir, groupCredential = '', shareCredential = '', name = '') => {
    const store = open(dataDir)
    const { settings, shares, nonces } = store.keyset(1)
    const [own, left] = secretNonces(2)
    nonces.of(IDENTITY).add(
      PEER,
      [own, left].filter((nonce) => nonce !== undefined),
    )
    if (own !== undefined) nonces.of(IDENTITY).spend(PEER, [own.code])
    settings.saveEnv({ GROUP_CRED: groupCredential, SHARE_CRED: shareCredential })
    shares.save({ groupCredential, shareCredential, name })
    say('saved')
    stay()
  },

  /** Uses up nonces in both directions, and names each once nothing may bring it back. */
  spend: (dataDir, count = '') => {
    const nonces = open(dataDir).keyset(1).nonces.of(IDENTITY)
    const own = secretNonces(Number(count))
    const held = publicNonces(Number(count))
    nonces.add(PEER, own)
    nonces.keepPeerNonces(PEER, { held, used: [] })
    for (const [n, { code }] of own.entries()) {
      const spent = nonces.spend(PEER, [code])
      const used = held.slice(0, n + 1).map((nonce) => nonce.code)
      nonces.keepPeerNonces(PEER, { held: held.slice(n + 1), used })
      if (spent) say(`${code} ${used.at(-1)}`)
    }
    stay()
  },

  /** The same for two keysets in turn, naming the keyset of each. */
  'spend-two': (dataDir, count = '') => {
    const nonces = createNonces(dataDir, quiet)
    const own = secretNonces(2 * Number(count))
    const stores = [nonces.keyset(1).of(IDENTITY), nonces.keyset(2).of(OTHER_IDENTITY)]
    for (const [n, nonce] of own.entries()) stores[n % 2]?.add(PEER, [nonce])
    for (const [n, { code }] of own.entries()) {
      if (stores[n % 2]?.spend(PEER, [code])) say(`${(n % 2) + 1} ${code}`)
    }
    stay()
  },

  /** Charges a limit, opens questions and ends every other one, forever. Says each once it has returned. */
  charge: (dataDir) => {
    const { uses, approvals: questions } = open(dataDir).keyset(1)
    const caller = { door: 'peer', id: PEER } as const
    say('open')
    for (let n = 1; ; n += 1) {
      const at = Date.now()
      uses.add({ rule: 1, caller: 'peer:aa', at, times: 1 })
      say('use')
      if (n % 4 !== 0) continue
      const id = `${process.pid}-${n}`
      const asked = { caller, operation: 'sign', subject: `subject of ${id}`, parts: [{}] } as const
      questions.open({ id, asked, askedAt: at, runsOutAt: at + 60_000 })
      say(`question ${id}`)
      if (n % 8 !== 0) continue
      say(`ending ${id}`)
      questions.end(id, null)
    }
  },

  /** Leaves a newer schema version in the write-ahead log, not yet in the database file. */
  newer: (dataDir) => {
    const db = openFile(dataDir)
    db.pragma('user_version = 99')
    say('written')
    stay()
  },

  /** Stays halfway through a transaction that has already reached the database file. */
  interrupt: (dataDir) => {
    open(dataDir).close()
    const db = openFile(dataDir)
    db.pragma('journal_mode = DELETE')
    db.pragma('cache_size = 1')
    db.exec('BEGIN')
    const fill = db.prepare('INSERT INTO process_settings (name, value) VALUES (?, ?)')
    for (let row = 0; row < 100; row += 1) fill.run(`filler ${row}`, 'x'.repeat(4_096))
    say('half-way')
    stay()
  },

  /** Has an audit row waiting and nothing else to do. */
  leave: (dataDir) => {
    open(dataDir)
      .audit.of(1)
      .signature({
        peers: ['00'.repeat(32)],
        sessionId: 'session',
        hashes: [],
        type: 'message',
        direction: 'asked',
        generation: '1.x',
        outcome: 'ok',
        took: 12,
      })
    say('leaving')
  },
}

/** Calls `act` before every step: a rename, a removal, or a wait for the disk. */
function beforeEachStep(act: (step: number) => void): void {
  let step = 0
  for (const name of ['renameSync', 'rmSync', 'fsyncSync'] as const) {
    const genuine = fs[name] as (...args: unknown[]) => unknown
    const counted = (...args: unknown[]) => {
      const [path] = args
      if (typeof path === 'string' && !fs.existsSync(path)) return genuine(...args)
      step += 1
      act(step)
      return genuine(...args)
    }
    Object.assign(fs, { [name]: counted })
  }
  syncBuiltinESMExports()
}

/** Numbers only: the credentials, the name, the audit's newest row and the next event id. */
function stateOf(store: Store) {
  const { GROUP_CRED, SHARE_CRED, GROUP_NAME } = store.keyset(1).settings.effectiveEnv({})
  const [newest] = store.audit.page({ limit: 1 })
  return {
    group: Number(GROUP_CRED.value?.replace('group ', '') ?? 0),
    share: Number(SHARE_CRED.value?.replace('share ', '') ?? 0),
    name: Number(GROUP_NAME.value ?? 0),
    audit: Number(newest?.detail['n'] ?? 0),
    eventId: store.settings.reserveEventIds(1),
  }
}

// Most children are killed, and would then leave no compile cache.
flushCompileCache()
const [command = '', dataDir = '', ...rest] = process.argv.slice(2)
const run = commands[command]
if (run === undefined) throw new Error(`no command ${command}`)
await run(dataDir, ...rest)
