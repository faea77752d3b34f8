import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesOf, recordingLog, temporaryFolder } from '../testing/support.ts'
import type { NonceDatabase } from './nonce-database.ts'
import { createNonces, type KeysetNonces } from './nonces.ts'
import { IDENTITY, PEER, publicNonces, secretNonces } from './testing/nonces.ts'

/** A share that joins a group, which its inviter names. */
const JOINING = { gid: 'a7'.repeat(32), seckey: '7e'.repeat(32) }

/** A start of Floe, as the signer sees it. */
function start(dataDir: string): KeysetNonces {
  const nonces = createNonces(dataDir, recordingLog().log).keyset(1)
  onTestFinished(() => nonces.close())
  return nonces
}

const codesOf = (nonces: readonly { code: string }[]): string[] =>
  nonces.map(({ code }) => code).sort()
const unspentCodes = (store: NonceDatabase): string[] =>
  codesOf(store.unspent(PEER).map(({ nonce }) => nonce))

/** How many owners the file has. */
function owners(dataDir: string): number {
  const db = new Database(join(dataDir, 'nonces.db'), { readonly: true })
  onTestFinished(() => void db.close())
  return db.prepare<[], number>('SELECT count(*) FROM owners').pluck().get() ?? 0
}

/** A share that runs, and one that joins beside it, with nonces. */
function setUp() {
  const folder = temporaryFolder()
  const nonces = start(folder)
  const running = nonces.of(IDENTITY)
  const joining = nonces.join(JOINING.seckey)
  const own = { running: secretNonces(2), joining: secretNonces(3) }
  const theirs = publicNonces(4)
  running.add(PEER, own.running)
  joining.add(PEER, own.joining)
  joining.keepPeerNonces(PEER, { held: theirs, used: [] })
  return { folder, nonces, running, joining, own, theirs }
}

describe('The nonces of a share that joins a group', () => {
  test('are kept beside those of the share that runs, which stay usable', () => {
    const { nonces, running, joining, own } = setUp()
    expect(unspentCodes(running)).toEqual(codesOf(own.running))
    expect(unspentCodes(joining)).toEqual(codesOf(own.joining))
    expect(running.spend(PEER, codesOf(own.joining))).toBe(false)
    expect(running.spend(PEER, codesOf(own.running))).toBe(true)
    expect(nonces.of(IDENTITY)).toBe(running)
    expect(unspentCodes(joining)).toEqual(codesOf(own.joining))
  })

  test('are there when it runs in the group that its inviter named, and usable at once', () => {
    const { folder, nonces, running, joining, own, theirs } = setUp()
    joining.knowGroup(JOINING.gid)

    const poolId = joining.poolId(PEER)

    const now = nonces.of(JOINING)

    expect(now.poolId(PEER)).toBe(poolId)
    const found = now.unspent(PEER)
    expect(found.map(({ nonce }) => nonce)).toEqual(expect.arrayContaining(own.joining))
    expect(found.map(({ madeSinceStart }) => madeSinceStart)).toEqual([true, true, true])
    expect(now.peerNonces(PEER).held).toEqual(theirs)
    expect(() => running.unspent(PEER)).toThrow('closed')
    expect(() => joining.unspent(PEER)).toThrow('closed')
    expect(owners(folder)).toBe(1)
    now.close()
    expect(unspentCodes(start(folder).of(JOINING))).toEqual(codesOf(own.joining))
  })

  test('are there even if the process ended before it ran, but count as made before the start', () => {
    const { folder, nonces, joining, own } = setUp()
    joining.knowGroup(JOINING.gid)
    nonces.close()

    const found = start(folder).of(JOINING).unspent(PEER)

    expect(found.map(({ nonce }) => nonce)).toEqual(expect.arrayContaining(own.joining))
    expect(found.map(({ madeSinceStart }) => madeSinceStart)).toEqual([false, false, false])
  })

  test.each([
    ['a group that the inviter did not name', 'a8'.repeat(32)],
    ['a group before the inviter named one', null],
  ])('are dropped when it runs in %s', (_, named) => {
    const { folder, nonces, joining } = setUp()
    if (named !== null) joining.knowGroup(named)
    expect(unspentCodes(nonces.of(JOINING))).toEqual([])
    expect(owners(folder)).toBe(1)
  })

  test('are dropped at the next start when another share runs', () => {
    const { folder, nonces, joining, own } = setUp()
    joining.knowGroup(JOINING.gid)
    nonces.close()
    const again = start(folder)
    expect(unspentCodes(again.of(IDENTITY))).toEqual(codesOf(own.running))
    expect(owners(folder)).toBe(1)
    expect(unspentCodes(again.of(JOINING))).toEqual([])
  })

  test('stay when yet another share starts running', () => {
    const { nonces, joining, own } = setUp()
    nonces.of({ ...IDENTITY, gid: 'a9'.repeat(32) })
    expect(unspentCodes(joining)).toEqual(codesOf(own.joining))
  })

  test('stay when those of the running share are deleted, and are there when it runs itself', () => {
    const { folder, nonces, joining, own } = setUp()
    joining.knowGroup(JOINING.gid)
    nonces.forget(IDENTITY)
    expect(owners(folder)).toBe(1)
    expect(unspentCodes(nonces.of(JOINING))).toEqual(codesOf(own.joining))
    nonces.forget(JOINING)
    expect(existsSync(join(folder, 'nonces.db'))).toBe(false)
  })

  test('are the same when it asks to join again, and new ones when another share does', () => {
    const { folder, nonces, joining, own } = setUp()
    expect(unspentCodes(nonces.join(JOINING.seckey))).toEqual(codesOf(own.joining))
    const other = nonces.join('8f'.repeat(32))
    expect(unspentCodes(other)).toEqual([])
    expect(() => joining.unspent(PEER)).toThrow('closed')
    expect(owners(folder)).toBe(2)
  })

  test('leave no byte when joining is given up, and the other share’s stay', () => {
    const { folder, nonces, running, own, theirs } = setUp()
    nonces.giveUpJoining()
    const codes = [...codesOf(own.joining), ...codesOf(theirs)]
    for (const [name, bytes] of filesOf(folder)) {
      expect([name, codes.filter((code) => bytes.includes(code))]).toEqual([name, []])
    }
    expect(unspentCodes(running)).toEqual(codesOf(own.running))
    expect(owners(folder)).toBe(1)
  })
})
