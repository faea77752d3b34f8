import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NONCES_USED_KEPT } from '#protocol/limits.ts'
import type { NonceStore } from '#signer/v2/nonce-store.ts'
import { findSecrets, formsOf } from '#tests/support/secret-search.ts'
import { withoutSync } from '../database.ts'
import { V2_REPLAYS_PER_PEER_MAX } from '../limits.ts'
import { filesOf, recordingLog, startChild, temporaryFolder } from '../testing/support.ts'
import { LASTING, openNonceFile, removeNonces } from './file.ts'
import type { NonceIdentity } from './identity.ts'
import { NonceDatabase } from './nonce-database.ts'
import { createNonces } from './nonces.ts'
import { OpenFile } from './open-file.ts'
import { damageInUse, IDENTITY, PEER, publicNonces, secretNonces } from './testing/nonces.ts'

const OTHER_PEER = 'c3'.repeat(32)

function start(dataDir: string, log = recordingLog().log) {
  const nonces = createNonces(dataDir, log).keyset(1)
  onTestFinished(() => nonces.close())
  return nonces
}

/** A start of Floe, as the signer sees it. */
function opened(
  dataDir: string,
  { identity = IDENTITY, log = recordingLog().log } = {},
): NonceStore & Pick<NonceDatabase, 'close'> {
  return start(dataDir, log).of(identity)
}

const codesOf = (nonces: readonly { code: string }[]): string[] =>
  nonces.map(({ code }) => code).sort()
const unspentCodes = (store: NonceStore, peer = PEER): string[] =>
  codesOf(store.unspent(peer).map(({ nonce }) => nonce))

/** The codes of new nonces that a store was given. */
function addedTo(store: NonceDatabase, count: number): string[] {
  const nonces = secretNonces(count)
  store.add(PEER, nonces)
  return codesOf(nonces)
}

/** Makes the database refuse to add or delete one nonce, until the returned function is called. */
function refuse(dataDir: string, code: string): () => void {
  const db = new Database(join(dataDir, 'nonces.db'))
  onTestFinished(() => {
    db.close()
  })
  const raise = (event: string, row: string) =>
    db.exec(`CREATE TRIGGER no_${event} BEFORE ${event} ON own_nonces WHEN ${row}.code = '${code}'
             BEGIN SELECT raise(FAIL, 'refused'); END`)
  raise('DELETE', 'old')
  raise('INSERT', 'new')
  return () => db.exec('DROP TRIGGER no_DELETE; DROP TRIGGER no_INSERT')
}

describe('Nonces of ours', () => {
  test('are there after a restart, for the peer they were made for and no other', () => {
    const folder = temporaryFolder()
    const mine = secretNonces(3)
    const theirs = secretNonces(2)
    const before = opened(folder)
    before.add(PEER, mine)
    before.add(OTHER_PEER, theirs)
    before.close()

    const after = opened(folder)

    const found = after.unspent(PEER).map(({ nonce }) => nonce)
    expect(found).toEqual(expect.arrayContaining(mine))
    expect(found).toHaveLength(3)
    expect(unspentCodes(after, OTHER_PEER)).toEqual(codesOf(theirs))
  })

  test('that were made since the start are marked as such, and older ones are not', () => {
    const folder = temporaryFolder()
    const [older, newer] = [secretNonces(1), secretNonces(1)]
    const before = opened(folder)
    before.add(PEER, older)
    before.close()

    const after = opened(folder)
    after.add(PEER, newer)

    const made = new Map(
      after.unspent(PEER).map(({ nonce, madeSinceStart }) => [nonce.code, madeSinceStart]),
    )
    expect(made).toEqual(
      new Map([...codesOf(older).map((code) => [code, false] as const), [newer[0]?.code, true]]),
    )
  })

  test('are still known as made since the start when the signer starts again in the same process', () => {
    const nonces = start(temporaryFolder())
    nonces.of(IDENTITY).add(PEER, secretNonces(1))

    const again = nonces.of({ ...IDENTITY }).unspent(PEER)

    expect(again.map(({ madeSinceStart }) => madeSinceStart)).toEqual([true])
  })

  test('that come back with an old copy of the folder don’t count as made since the start', () => {
    const folder = temporaryFolder()
    const copy = join(temporaryFolder(), 'nonces.db')
    const own = secretNonces(2)
    const first = opened(folder)
    first.add(PEER, own)
    first.close()
    copyFileSync(join(folder, 'nonces.db'), copy)
    const second = opened(folder)
    expect(second.spend(PEER, codesOf(own))).toBe(true)
    second.close()

    copyFileSync(copy, join(folder, 'nonces.db'))

    const third = opened(folder)
    expect(unspentCodes(third)).toEqual(codesOf(own))
    expect(third.unspent(PEER).some(({ madeSinceStart }) => madeSinceStart)).toBe(false)
  })

  test('are in no file in the clear, neither their secrets nor the share', async () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const own = secretNonces(5)
    store.add(PEER, own)

    const secrets = Object.fromEntries(
      own.flatMap(({ binder_sn, hidden_sn }, n) => [
        [`binder ${n}`, Buffer.from(binder_sn, 'hex')],
        [`hidden ${n}`, Buffer.from(hidden_sn, 'hex')],
      ]),
    )
    const forms = formsOf({ ...secrets, share: Buffer.from(IDENTITY.seckey, 'hex') })
    const files = Object.fromEntries(filesOf(folder))

    expect(Object.keys(files)).toContain('nonces.db-wal')
    expect(findSecrets(forms, files)).toEqual([])
    expect(findSecrets(forms, { own: Buffer.from(JSON.stringify(own)) })).not.toEqual([])
  })
})

describe('A session’s codes', () => {
  test('are all gone once they are spent, and can’t be spent again, even after a restart', () => {
    const folder = temporaryFolder()
    const own = secretNonces(3)
    const [first, second, third] = own.map(({ code }) => code) as [string, string, string]
    const store = opened(folder)
    store.add(PEER, own)

    expect(store.spend(PEER, [first, third])).toBe(true)
    expect(store.spend(PEER, [first])).toBe(false)
    expect(unspentCodes(store)).toEqual([second])
    store.close()

    const after = opened(folder)
    expect(after.spend(PEER, [third])).toBe(false)
    expect(unspentCodes(after)).toEqual([second])
  })

  test.each([
    ['one is not there', (codes: string[]) => [...codes, 'f'.repeat(64)], PEER],
    ['one is named twice', (codes: string[]) => [...codes, ...codes.slice(0, 1)], PEER],
    ['they are another peer’s', (codes: string[]) => codes, OTHER_PEER],
  ])('stay, every one of them, when %s', (_, asked, peer) => {
    const store = opened(temporaryFolder())
    const own = secretNonces(2)
    store.add(PEER, own)

    expect(store.spend(peer, asked(codesOf(own)))).toBe(false)

    expect(unspentCodes(store)).toEqual(codesOf(own))
    expect(store.unspent(PEER).every(({ madeSinceStart }) => madeSinceStart)).toBe(true)
  })

  test('stay spent when the process is killed at any later instant', async () => {
    for (let kill = 0; kill < 5; kill += 1) {
      const folder = temporaryFolder()
      const child = startChild(['spend', folder, '200'])
      const lines = Array.from({ length: 1 + 10 * kill }, () => child.line())
      const gone = (await Promise.all(lines)).map((line) => line.split(' '))
      child.kill()
      await child.exit

      const after = opened(folder)

      const left = new Set(unspentCodes(after))
      expect(gone.filter(([own = '']) => left.has(own))).toEqual([])
      expect(left.size).toBeGreaterThan(0)
      const { held, used } = after.peerNonces(PEER)
      expect(used).toEqual(expect.arrayContaining(gone.map(([, theirs]) => theirs)))
      expect(held.filter(({ code }) => used.includes(code))).toEqual([])
      expect(held.length + used.length).toBe(200)
      after.close()
    }
  })

  test('are deleted with commits that wait for the disk, and added with ones that do not', () => {
    const { log } = recordingLog()
    const file = new OpenFile({ dataDir: temporaryFolder(), log })
    const store = new NonceDatabase({ file, keyset: 1, identity: IDENTITY, log })
    onTestFinished(() => store.close())
    const db = file.use(store)
    db.exec(`CREATE TEMP TABLE modes (what TEXT, mode INTEGER)`)
    for (const what of ['DELETE', 'INSERT']) {
      db.exec(`CREATE TEMP TRIGGER on_${what} AFTER ${what} ON main.own_nonces
               BEGIN INSERT INTO modes SELECT '${what}', synchronous FROM pragma_synchronous; END`)
    }

    const [one = '', ...others] = addedTo(store, 3)
    store.spend(PEER, [one])
    store.spend(PEER, others)

    const modes = db.prepare('SELECT DISTINCT what, mode FROM modes ORDER BY what').raw().all()
    // EXTRA and NORMAL, as SQLite numbers them.
    expect(modes).toEqual([
      ['DELETE', 3],
      ['INSERT', 1],
    ])
  })

  test('wait for the disk again after a write without sync that failed', () => {
    const db = openNonceFile(temporaryFolder(), recordingLog().log)
    onTestFinished(() => void db.close())
    const failing = (): never => {
      throw new Error('disk full')
    }
    expect(() => withoutSync(db, LASTING, failing)).toThrow('disk full')
    expect(db.pragma('synchronous', { simple: true })).toBe(3)
  })
})

describe('A write that fails halfway', () => {
  const storeError = expect.objectContaining({ name: 'StoreError' })

  test('spends nothing, and says so', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const own = secretNonces(3)
    store.add(PEER, own)
    const allow = refuse(folder, own[2]?.code ?? '')

    expect(() =>
      store.spend(
        PEER,
        own.map(({ code }) => code),
      ),
    ).toThrow(storeError)

    allow()
    expect(unspentCodes(store)).toEqual(codesOf(own))
  })

  test('adds nothing, and says so', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const own = secretNonces(3)
    refuse(folder, own[2]?.code ?? '')

    expect(() => store.add(PEER, own)).toThrow(storeError)

    expect(store.unspent(PEER)).toEqual([])
  })
})

describe('A peer’s nonces', () => {
  test('are there after a restart, oldest first, with the codes that were used', () => {
    const folder = temporaryFolder()
    const nonces = publicNonces(6)
    const store = opened(folder)
    store.keepPeerNonces(PEER, { held: nonces.slice(0, 4), used: [] })
    store.keepPeerNonces(PEER, { held: nonces.slice(2), used: codesOf(nonces.slice(0, 2)) })
    store.keepPeerNonces(OTHER_PEER, { held: [], used: [] })
    store.close()

    const after = opened(folder)

    expect(after.peerNonces(PEER)).toEqual({
      held: nonces.slice(2),
      used: codesOf(nonces.slice(0, 2)),
      poolId: null,
    })
    expect(after.peerNonces(OTHER_PEER)).toEqual({ held: [], used: [], poolId: null })
  })

  test.each<[string, <T>(list: readonly T[]) => T[]]>([
    ['in reverse', (list) => list.toReversed()],
    ['without one in the middle', (list) => list.toSpliced(1, 1)],
    ['without the last', (list) => list.slice(0, -1)],
    [
      'without the first, which came back at the end',
      (list) => [...list.slice(1), ...list.slice(0, 1)],
    ],
    ['gone', () => []],
  ])('are kept in the order they were given in, whatever was there before: %s', (_, change) => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const nonces = publicNonces(4)
    store.keepPeerNonces(PEER, { held: nonces, used: [] })

    store.keepPeerNonces(PEER, { held: change(nonces), used: [] })
    store.close()

    expect(opened(folder).peerNonces(PEER).held).toEqual(change(nonces))
  })

  test('that were used are added once to those before, except any that turned out unused', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const [one = '', two = '', three = ''] = codesOf(publicNonces(3))
    store.keepPeerNonces(PEER, { held: [], used: [one, two] })
    store.keepPeerNonces(PEER, { held: [], used: [two, three] })
    store.keepPeerNonces(PEER, { held: [], used: [], unused: [one, 'd4'.repeat(32)] })
    store.close()
    expect(opened(folder).peerNonces(PEER).used).toEqual([two, three])
  })

  test('that were used are kept, the newest thousands of them, and not many more', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const codes = Array.from({ length: 1.2 * NONCES_USED_KEPT }, (_, n) => `${n}`.padStart(64, '0'))
    store.keepPeerNonces(OTHER_PEER, { held: [], used: codes.slice(0, 1) })
    for (let at = 0; at < codes.length; at += 1_000) {
      store.keepPeerNonces(PEER, { held: [], used: codes.slice(at, at + 1_000) })
    }
    store.close()
    const after = opened(folder)
    const { used } = after.peerNonces(PEER)
    expect(used.slice(-NONCES_USED_KEPT)).toEqual(codes.slice(-NONCES_USED_KEPT))
    expect(used.length).toBeLessThan(NONCES_USED_KEPT * 1.1)
    expect(after.peerNonces(OTHER_PEER).used).toHaveLength(1)
  })
})

describe('The id of a pool', () => {
  test('of ours is the same until its nonces are dropped, over restarts, and each peer has its own', () => {
    const folder = temporaryFolder()
    const before = opened(folder)
    const id = before.poolId(PEER)
    before.add(PEER, secretNonces(1))
    before.close()

    const after = opened(folder)

    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect([after.poolId(PEER), after.poolId(PEER)]).toEqual([id, id])
    expect(after.poolId(OTHER_PEER)).not.toBe(id)
  })

  test.each<[string, (folder: string) => void]>([
    [
      'another share was loaded',
      (folder) => {
        opened(folder, { identity: { ...IDENTITY, seckey: '6f'.repeat(32) } }).close()
      },
    ],
    ['the share was deleted', (folder) => start(folder).forget(IDENTITY)],
    ['the file was deleted, as by a restore', removeNonces],
    [
      'the file was damaged',
      (folder) => {
        const file = join(folder, 'nonces.db')
        writeFileSync(file, readFileSync(file).fill(0xa5, 4_096))
      },
    ],
  ])('is another one after %s', (_, lose) => {
    const folder = temporaryFolder()
    const before = opened(folder)
    const id = before.poolId(PEER)
    before.add(PEER, secretNonces(1))
    before.close()
    lose(folder)
    const after = opened(folder)
    expect(after.poolId(PEER)).not.toBe(id)
    expect(after.unspent(PEER)).toEqual([])
  })

  test('of ours can be replaced, and its nonces stay', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    const [id, other] = [store.poolId(PEER), store.poolId(OTHER_PEER)]
    store.add(PEER, secretNonces(2))
    const renewed = store.renewPool(PEER)
    store.close()
    expect(renewed).not.toBe(id)
    const after = opened(folder)
    expect([after.poolId(PEER), after.poolId(OTHER_PEER)]).toEqual([renewed, other])
    expect(after.unspent(PEER)).toHaveLength(2)
  })

  test('of a peer’s is kept with its nonces, until it changes or is deleted', () => {
    const folder = temporaryFolder()
    const held = publicNonces(2)
    const store = opened(folder)
    const own = store.poolId(PEER)
    store.keepPeerNonces(PEER, { held, used: [], poolId: 'f1'.repeat(32) })
    store.keepPeerNonces(PEER, { held: held.slice(1), used: codesOf(held.slice(0, 1)) })
    store.close()
    const after = opened(folder)
    expect(after.peerNonces(PEER)).toMatchObject({ held: held.slice(1), poolId: 'f1'.repeat(32) })
    after.keepPeerNonces(PEER, { held: [], used: [], poolId: null })
    expect(after.peerNonces(PEER).poolId).toBeNull()
    expect(after.poolId(PEER)).toBe(own)
  })
})

describe('A request', () => {
  const NOW = 1_800_000_000
  const request = (requestId: string, author = PEER) => ({ author, requestId, until: NOW + 331 })

  test('is new once, even over a restart, until its time is over', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    expect(store.remember(request('one'), NOW)).toBe(true)
    expect(store.remember(request('one'), NOW)).toBe(false)
    expect(store.remember(request('one', OTHER_PEER), NOW)).toBe(true)
    store.close()

    const after = opened(folder)

    expect(after.remember(request('one'), NOW + 331)).toBe(false)
    expect(after.remember(request('one'), NOW + 332)).toBe(true)
  })

  test('that was noted is known at once, and after a restart once it is settled', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    expect(store.note(request('one'), NOW)).toBe(true)
    expect(store.note(request('one'), NOW)).toBe(false)
    expect(store.remember(request('one'), NOW)).toBe(false)
    expect(store.note(request('settled'), NOW)).toBe(true)
    store.settle(request('settled'), NOW)
    store.settle(request('settled'), NOW)
    expect(store.note(request('settled'), NOW)).toBe(false)
    store.close()

    const after = opened(folder)

    expect(after.note(request('settled'), NOW)).toBe(false)
    expect(after.note(request('one'), NOW)).toBe(true)
  })

  test('that was noted is new again once it is released, unless it was settled', () => {
    const store = opened(temporaryFolder())
    for (const id of ['released', 'settled']) store.note(request(id), NOW)
    store.settle(request('settled'), NOW)
    store.release(request('released'))
    store.release(request('settled'))
    expect(store.note(request('released'), NOW)).toBe(true)
    expect(store.note(request('settled'), NOW)).toBe(false)
  })

  test('is gone from the disk after its time, as soon as another comes', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    store.remember(request('one'), NOW)
    store.remember({ ...request('two'), until: NOW + 663 }, NOW + 332)
    const db = new Database(join(folder, 'nonces.db'), { readonly: true })
    onTestFinished(() => void db.close())
    const ids = db.prepare<[], string>('SELECT request_id FROM requests').pluck().all()
    expect(ids).toEqual(['two'])
  })

  test('of a flooding peer pushes out that peer’s oldest, and nobody else’s, even after a restart', () => {
    const folder = temporaryFolder()
    const store = opened(folder)
    store.remember(request('mine', OTHER_PEER), NOW)
    for (let n = 0; n <= V2_REPLAYS_PER_PEER_MAX; n += 1) {
      store.remember({ ...request(`${n}`), until: NOW + 331 + n }, NOW)
    }
    const expectKnown = (after: NonceStore) => {
      expect(after.note(request('mine', OTHER_PEER), NOW)).toBe(false)
      expect(after.note(request('1'), NOW)).toBe(false)
      expect(after.note(request('0'), NOW)).toBe(true)
    }
    expectKnown(store)
    store.close()
    expectKnown(opened(folder))
  })
})

describe('Dropping nonces', () => {
  /** Everything that can be kept of two peers. */
  function filled(folder: string, identity: NonceIdentity = IDENTITY): NonceStore {
    const store = opened(folder, { identity })
    for (const peer of [PEER, OTHER_PEER]) {
      store.add(peer, secretNonces(2))
      store.keepPeerNonces(peer, { held: publicNonces(2), used: ['d4'.repeat(32)] })
    }
    store.remember({ author: PEER, requestId: 'one', until: 10 }, 0)
    return store
  }
  const isEmpty = (store: NonceStore, peer: string): boolean => {
    const { held, used } = store.peerNonces(peer)
    return store.unspent(peer).length + held.length + used.length === 0
  }

  test.each([
    ['another share', { ...IDENTITY, seckey: '6f'.repeat(32) }],
    ['the same share in another group', { ...IDENTITY, gid: 'a2'.repeat(32) }],
  ])('is for good when %s is loaded', (_, identity) => {
    const folder = temporaryFolder()
    filled(folder)

    const others = opened(folder, { identity })

    expect([isEmpty(others, PEER), isEmpty(others, OTHER_PEER)]).toEqual([true, true])
    others.close()
    expect(isEmpty(opened(folder), PEER)).toBe(true)
  })

  test('of a share that was deleted deletes the file, with one that was moved aside', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'nonces.db.damaged'), '')
    const nonces = start(folder)
    nonces.of(IDENTITY).add(PEER, secretNonces(1))

    nonces.forget(IDENTITY)

    expect(readdirSync(folder)).toEqual([])
    expect(isEmpty(nonces.of(IDENTITY), PEER)).toBe(true)
  })

  test('of a share that was replaced leaves the new one its own', () => {
    const nonces = start(temporaryFolder())
    const successor = { ...IDENTITY, seckey: '6f'.repeat(32) }
    nonces.of(successor).add(PEER, secretNonces(2))

    nonces.forget(IDENTITY)

    expect(nonces.of(successor).unspent(PEER)).toHaveLength(2)
  })

  test('for another share closes the store of the previous one', () => {
    const nonces = start(temporaryFolder())
    const before = nonces.of(IDENTITY)
    before.add(PEER, secretNonces(1))
    nonces.of({ ...IDENTITY, seckey: '6f'.repeat(32) })

    expect(() => before.spend(PEER, [])).toThrow('closed')
  })

  test('that are damaged keeps the others, with a warning', () => {
    const folder = temporaryFolder()
    const { log, lines } = recordingLog()
    const store = opened(folder, { log })
    const own = secretNonces(2)
    store.add(PEER, own)
    const [damaged = '', sound = ''] = codesOf(own)
    const db = new Database(join(folder, 'nonces.db'))
    db.prepare(
      `UPDATE own_nonces SET sealed = (SELECT sealed FROM own_nonces WHERE code = ?) WHERE code = ?`,
    ).run(sound, damaged)
    db.close()

    expect(unspentCodes(store)).toEqual([sound])

    expect(store.spend(PEER, [damaged])).toBe(false)
    expect(lines.map(({ level }) => level)).toEqual(['warn'])
  })
})

describe('The file', () => {
  test('is there once nonces are asked for, readable by its user alone, with its logs', () => {
    const folder = temporaryFolder()
    const nonces = start(folder)
    expect(readdirSync(folder)).toEqual([])

    nonces.of(IDENTITY).add(PEER, secretNonces(1))

    const names = readdirSync(folder).sort()
    expect(names).toEqual(['nonces.db', 'nonces.db-shm', 'nonces.db-wal'])
    expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(
      names.map(() => 0o600),
    )
    nonces.close()
    expect(readdirSync(folder)).toEqual(['nonces.db'])
  })

  const spoil: [string, (file: string) => void][] = [
    ['is no database', (file) => writeFileSync(file, Buffer.alloc(8_192, 0xa5))],
    [
      'has a damaged table',
      (file) => {
        const bytes = readFileSync(file)
        bytes.fill(0xa5, 4_096)
        writeFileSync(file, bytes)
      },
    ],
    [
      'is of another version',
      (file) => {
        const db = new Database(file)
        db.pragma('user_version = 2')
        db.close()
      },
    ],
  ]

  test.each(spoil)('that %s is moved aside with a warning, and a new one is made', (_, damage) => {
    const folder = temporaryFolder()
    const file = join(folder, 'nonces.db')
    const before = opened(folder)
    before.add(PEER, secretNonces(2))
    before.close()
    damage(file)
    const spoilt = readFileSync(file)
    const { log, lines } = recordingLog()

    const after = opened(folder, { log })

    expect(after.unspent(PEER)).toEqual([])
    expect(readFileSync(`${file}.damaged`)).toEqual(spoilt)
    expect(lines).toMatchObject([
      { level: 'warn', message: expect.stringContaining('Do not put the file back') },
    ])
    after.add(PEER, secretNonces(1))
    after.close()
    expect(opened(folder).unspent(PEER)).toHaveLength(1)
  })

  test('that turns out to be damaged while it is in use fails once, then works again', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'nonces.db')
    const before = opened(folder)
    before.add(PEER, secretNonces(100))
    before.close()
    const store = opened(folder)
    damageInUse(file)

    expect(() => store.peerNonces(PEER)).toThrow(expect.objectContaining({ code: 'CORRUPT' }))

    expect(store.unspent(PEER)).toEqual([])
    expect(existsSync(`${file}.damaged`)).toBe(true)
    store.add(PEER, secretNonces(1))
    expect(store.unspent(PEER)).toHaveLength(1)
  })
})
