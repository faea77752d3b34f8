import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesOf, recordingLog, startChild, temporaryFolder } from '../testing/support.ts'
import type { NonceDatabase } from './nonce-database.ts'
import { createNonces, type Nonces } from './nonces.ts'
import {
  damageInUse,
  IDENTITY,
  OTHER_IDENTITY,
  PEER,
  publicNonces,
  secretNonces,
} from './testing/nonces.ts'
import { makeOlder } from './testing/older-file.ts'

/** A start of Floe. */
function start(dataDir: string, log = recordingLog().log): Nonces {
  const nonces = createNonces(dataDir, log)
  onTestFinished(() => nonces.close())
  return nonces
}

const codesOf = (nonces: readonly { code: string }[]): string[] =>
  nonces.map(({ code }) => code).sort()
const unspentCodes = (store: NonceDatabase): string[] =>
  codesOf(store.unspent(PEER).map(({ nonce }) => nonce))

/** Two keysets, each with its share and nonces in both directions. */
function setUp() {
  const folder = temporaryFolder()
  const nonces = start(folder)
  const one = nonces.keyset(1).of(IDENTITY)
  const other = nonces.keyset(2).of(OTHER_IDENTITY)
  const own = { one: secretNonces(3), other: secretNonces(4) }
  const theirs = { one: publicNonces(2), other: publicNonces(5) }
  one.add(PEER, own.one)
  other.add(PEER, own.other)
  one.keepPeerNonces(PEER, { held: theirs.one, used: [] })
  other.keepPeerNonces(PEER, { held: theirs.other, used: [] })
  one.remember(REQUEST, 0)
  return { folder, nonces, one, other, own, theirs }
}

const REQUEST = { author: PEER, requestId: 'one', until: 10 }

/** Expects the second keyset to have, after a start, what `setUp` gave it. */
function expectOther(folder: string, { own, theirs }: ReturnType<typeof setUp>): void {
  const nonces = start(folder)
  const other = nonces.keyset(2).of(OTHER_IDENTITY)
  expect(unspentCodes(other)).toEqual(codesOf(own.other))
  expect(other.peerNonces(PEER).held).toEqual(theirs.other)
  nonces.close()
}

describe('Nonces of two keysets side by side', () => {
  test('belong to one of them each, even after a restart, whichever is opened first', () => {
    const scene = setUp()
    const { folder, nonces, one, other, own, theirs } = scene
    expect(unspentCodes(one)).toEqual(codesOf(own.one))
    expect(unspentCodes(other)).toEqual(codesOf(own.other))
    nonces.close()

    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const again = start(folder)
      for (const id of order) again.keyset(id).of(id === 1 ? IDENTITY : OTHER_IDENTITY)
      const [first, second] = [again.keyset(1).of(IDENTITY), again.keyset(2).of(OTHER_IDENTITY)]
      expect([unspentCodes(first), unspentCodes(second)]).toEqual([
        codesOf(own.one),
        codesOf(own.other),
      ])
      expect(first.peerNonces(PEER).held).toEqual(theirs.one)
      expect(second.peerNonces(PEER).held).toEqual(theirs.other)
      again.close()
    }
    expectOther(folder, scene)
  })

  test('are spent only by the keyset they belong to, each once', () => {
    const { one, other, own } = setUp()
    const codes = codesOf(own.one)

    expect(other.spend(PEER, codes)).toBe(false)
    expect(one.spend(PEER, codes)).toBe(true)
    expect(one.spend(PEER, codes)).toBe(false)
    expect(unspentCodes(other)).toEqual(codesOf(own.other))
  })

  test('come with separate lists of seen requests', () => {
    const { one, other } = setUp()

    expect(one.note(REQUEST, 0)).toBe(false)
    expect(other.remember(REQUEST, 0)).toBe(true)
  })

  test('stay when the other keyset’s share is replaced, now and after a restart', () => {
    const scene = setUp()
    const { folder, nonces, one } = scene

    const successor = nonces.keyset(1).of({ ...IDENTITY, seckey: '6f'.repeat(32) })

    expect(unspentCodes(successor)).toEqual([])
    expect(() => one.unspent(PEER)).toThrow('closed')
    nonces.close()
    expectOther(folder, scene)
    const again = start(folder)
    expect(unspentCodes(again.keyset(1).of({ ...IDENTITY, gid: 'a2'.repeat(32) }))).toEqual([])
    again.close()
    expectOther(folder, scene)
  })

  test('stay when the other keyset’s share is deleted, of whose nonces no byte stays', () => {
    const scene = setUp()
    const { folder, nonces, own, theirs } = scene

    nonces.keyset(1).forget(IDENTITY)

    const gone = [...codesOf(own.one), ...codesOf(theirs.one)]
    for (const [name, bytes] of filesOf(folder)) {
      expect([name, gone.filter((code) => bytes.includes(code))]).toEqual([name, []])
    }
    expect(unspentCodes(nonces.keyset(2).of(OTHER_IDENTITY))).toEqual(codesOf(own.other))
    nonces.close()
    expectOther(folder, scene)
  })

  test('stay when the other keyset’s share is deleted before they are opened', () => {
    const scene = setUp()
    scene.nonces.close()

    const again = start(scene.folder)
    again.keyset(1).forget(IDENTITY)
    again.close()

    expectOther(scene.folder, scene)
    expect(unspentCodes(start(scene.folder).keyset(1).of(IDENTITY))).toEqual([])
  })

  test('go with their file when both shares are deleted', () => {
    const { folder, nonces } = setUp()

    nonces.keyset(2).forget(OTHER_IDENTITY)
    expect(existsSync(join(folder, 'nonces.db'))).toBe(true)
    nonces.keyset(1).forget(IDENTITY)

    expect([...filesOf(folder).keys()]).toEqual([])
    expect(unspentCodes(nonces.keyset(2).of(OTHER_IDENTITY))).toEqual([])
  })

  test('stay separate while both join a group, and when one gives that up', () => {
    const { folder, nonces, one, other, own } = setUp()
    const joining = [1, 2].map((id) => nonces.keyset(id).join(`7${id}`.repeat(32)))
    const given = joining.map(() => secretNonces(2))
    for (const [n, store] of joining.entries()) store.add(PEER, given[n] ?? [])

    nonces.keyset(1).giveUpJoining()

    expect(() => joining[0]?.unspent(PEER)).toThrow('closed')
    expect(joining[1] && unspentCodes(joining[1])).toEqual(codesOf(given[1] ?? []))
    expect([unspentCodes(one), unspentCodes(other)]).toEqual([codesOf(own.one), codesOf(own.other)])
    const gid = 'a7'.repeat(32)
    joining[1]?.knowGroup(gid)
    // The same share in the other keyset does not get what this one was given.
    expect(unspentCodes(nonces.keyset(1).of({ gid, seckey: '72'.repeat(32) }))).toEqual([])
    nonces.close()
    const again = start(folder)
      .keyset(2)
      .of({ gid, seckey: '72'.repeat(32) })
    expect(unspentCodes(again)).toEqual(codesOf(given[1] ?? []))
  })

  test('stay spent when the process is killed at any instant', async () => {
    for (let round = 0; round < 3; round += 1) {
      const folder = temporaryFolder()
      const child = startChild(['spend-two', folder, '200'])
      const acknowledged: Record<string, string[]> = { 1: [], 2: [] }
      for (let n = 0; n < 10 + round * 12; n += 1) {
        const [keyset = '', code = ''] = (await child.line()).split(' ')
        acknowledged[keyset]?.push(code)
      }
      child.kill()
      await child.exit

      const nonces = start(folder)
      for (const [id, identity] of [
        [1, IDENTITY],
        [2, OTHER_IDENTITY],
      ] as const) {
        const left = unspentCodes(nonces.keyset(id).of(identity))
        expect(left.filter((code) => acknowledged[id]?.includes(code))).toEqual([])
        expect(left.length).toBeGreaterThan(0)
      }
      nonces.close()
    }
  }, 60_000)

  test('are in one new file when their common file turns out to be damaged', () => {
    const { folder, nonces } = setUp()
    nonces.close()
    const file = join(folder, 'nonces.db')
    const [first, second] = [nonces.keyset(1).of(IDENTITY), nonces.keyset(2).of(OTHER_IDENTITY)]
    damageInUse(file)

    expect(() => first.peerNonces(PEER)).toThrow(expect.objectContaining({ code: 'CORRUPT' }))

    expect([unspentCodes(first), unspentCodes(second)]).toEqual([[], []])
    expect(existsSync(`${file}.damaged`)).toBe(true)
    for (const store of [first, second]) store.add(PEER, secretNonces(2))
    nonces.close()
    const again = start(folder)
    expect(again.keyset(1).of(IDENTITY).unspent(PEER)).toHaveLength(2)
    expect(again.keyset(2).of(OTHER_IDENTITY).unspent(PEER)).toHaveLength(2)
  })

  test('are deleted even if the file is damaged by then, and no copy is kept', () => {
    const folder = temporaryFolder()
    const nonces = start(folder).keyset(1)
    nonces.of(IDENTITY).add(PEER, secretNonces(100))
    nonces.close()
    nonces.of(IDENTITY)
    const file = join(folder, 'nonces.db')
    const bytes = readFileSync(file)
    bytes.fill(0xa5, 4_096)
    writeFileSync(file, bytes)

    nonces.forget(IDENTITY)

    expect([...filesOf(folder).keys()]).toEqual([])
  })
})

describe('A file of nonces of an older Floe', () => {
  test.each(['without ids of pools', 'without keysets', 'without a state'] as const)(
    '%s belongs to the first keyset, with all it held',
    (older) => {
      const folder = temporaryFolder()
      const before = start(folder).keyset(1)
      const [own, given, theirs] = [secretNonces(3), secretNonces(2), publicNonces(4)]
      const running = before.of(IDENTITY)
      running.add(PEER, own)
      running.keepPeerNonces(PEER, { held: theirs, used: ['d4'.repeat(32)] })
      running.remember(REQUEST, 0)
      before.join('7e'.repeat(32)).add(PEER, given)
      before.close()
      makeOlder(join(folder, 'nonces.db'), older)
      const { log, lines } = recordingLog()

      const now = start(folder, log)

      const joining = now.keyset(1).join('7e'.repeat(32))
      expect(unspentCodes(joining)).toEqual(codesOf(given))
      const found = now.keyset(1).of(IDENTITY)
      expect(unspentCodes(found)).toEqual(codesOf(own))
      expect(found.peerNonces(PEER)).toEqual({
        held: theirs,
        used: ['d4'.repeat(32)],
        poolId: null,
      })
      expect(found.poolId(PEER)).toMatch(/^[0-9a-f]{64}$/)
      expect(found.note(REQUEST, 0)).toBe(false)
      expect(found.spend(PEER, codesOf(own))).toBe(true)
      expect(lines).toEqual([])
      const db = new Database(join(folder, 'nonces.db'), { readonly: true })
      onTestFinished(() => void db.close())
      expect(db.pragma('foreign_key_check')).toEqual([])
      expect(db.prepare('SELECT spent FROM state').pluck().get()).toBe(own.length)
    },
  )
})
