import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { xOnly } from '#nostr/x-only.ts'
import { IDENTITY, PEER, publicNonces, secretNonces } from '#store/nonces/testing/nonces.ts'
import { makeOlder } from '#store/nonces/testing/older-file.ts'
import { openStore } from '#store/open.ts'
import { recordingLog } from '#store/testing/support.ts'
import { firstShare, newKeyset } from '../support/api-server.ts'
import { startFloe } from '../support/floe-process.ts'
import { newHash } from '../support/new-hash.ts'
import { runFloe } from '../support/run-command.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const OLDER = 'the file of the nonces is an older one than was here before'

const filesOf = (dataDir: string, file: string) =>
  readdirSync(dataDir).filter((name) => name.startsWith(file))

/** Copies a database with its logs, as whoever can read the folder can. */
function copy(dataDir: string, file: string, scope: Scope): string {
  const folder = temporaryFolder(scope)
  for (const name of filesOf(dataDir, file)) cpSync(join(dataDir, name), join(folder, name))
  return folder
}

/** Puts a copy of a database in place of the one that is there. */
function putBack(folder: string, dataDir: string, file: string): void {
  for (const name of filesOf(dataDir, file)) rmSync(join(dataDir, name))
  for (const name of filesOf(folder, file)) cpSync(join(folder, name), join(dataDir, name))
}

/** A store of a folder, closed with the test, and what it logged. */
function open(scope: Scope, dataDir: string) {
  const { log, lines } = recordingLog()
  const store = openStore({ dataDir, log })
  scope.onTestFinished(() => store.close())
  const codes = () =>
    store
      .keyset(1)
      .nonces.of(IDENTITY)
      .unspent(PEER)
      .map(({ nonce }) => nonce.code)
      .sort()
  return { store, codes, isReported: () => lines.some(({ message }) => message.includes(OLDER)) }
}

describe('An older nonces.db that is put back on its own', () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`has no nonce used twice, after ${signal}, by a peer that claims to hold it`, async (t) => {
      const relay = await startRelayFor(t)
      const keyset = newKeyset()
      const victim = xOnly(present(keyset.group.commits[0]).pubkey)
      const rogue = await V2Rogue.start(keyset, 2, relay.url)
      t.onTestFinished(() => rogue.stop())
      // It says in its own pings what it claims to hold.
      rogue.conduct = () => null
      const environment = firstShare(keyset, [relay.url])
      const floe = await startFloe(t, environment)
      await floe.status(({ nodeActive }) => nodeActive)
      await rogue.ping(victim)
      const old = copy(floe.dataDir, 'nonces.db', t)
      const [nonce] = rogue.take(victim, 1)
      const isSigned = async () => {
        const data = rogue.session(1, [present(nonce)], [newHash()])
        const id = rogue.send(victim, { type: 'SignRequest', data })
        // One peer's requests are answered in turn: once this one is, the signature was or never will be.
        const keyshares = {
          ...{ idx: rogue.share.idx, members: [1, rogue.share.idx] },
          entries: [{ ecdh_pk: rogue.group.group_pk, keyshare: `02${rogue.xonly}` }],
        }
        await rogue.ask(victim, { type: 'EcdhRequest', data: keyshares })
        return rogue.answersTo(id).some(({ type }) => type === 'SignResponse')
      }
      expect(await isSigned()).toBe(true)

      floe.send(signal)
      await floe.exit
      putBack(old, floe.dataDir, 'nonces.db')
      const again = await startFloe(t, environment, floe.dataDir)
      await again.status(({ nodeActive }) => nodeActive)
      await rogue.ping(victim, [present(nonce).code])

      expect(await isSigned()).toBe(false)
      expect(again.stdout).toContain(OLDER)
      expect((await again.get('/api/audit?limit=20')).text).toContain('nonces.older')
    })
  }

  test('is emptied as well when it is from before the file was made anew', (t) => {
    const dataDir = temporaryFolder(t)
    const first = open(t, dataDir)
    first.store.keyset(1).nonces.of(IDENTITY).add(PEER, secretNonces(5))
    first.store.close()
    const old = copy(dataDir, 'nonces.db', t)
    const second = open(t, dataDir)
    second.store.keyset(1).nonces.of(IDENTITY)
    second.store.keyset(1).nonces.forget(IDENTITY)
    second.store.keyset(1).nonces.of(IDENTITY).add(PEER, secretNonces(2))
    second.store.close()
    putBack(old, dataDir, 'nonces.db')

    const after = open(t, dataDir)

    expect(after.codes()).toEqual([])
    expect(after.isReported()).toBe(true)
  })

  test('is emptied as well when it is from a Floe that kept no mark of it', (t) => {
    const dataDir = temporaryFolder(t)
    const first = open(t, dataDir)
    first.store.keyset(1).nonces.of(IDENTITY).add(PEER, secretNonces(5))
    first.store.close()
    asOfBefore(dataDir)

    const after = open(t, dataDir)

    expect(after.codes()).toEqual([])
    expect(after.isReported()).toBe(true)
  })

  test('is emptied as well when a restore came in between', async (t) => {
    const dataDir = temporaryFolder(t)
    const first = open(t, dataDir)
    first.store.keyset(1).nonces.of(IDENTITY)
    first.store.close()
    const backup = join(temporaryFolder(t), 'backup.db')
    expect((await runFloe(t, { DATA_DIR: dataDir }, 'backup', backup)).code).toBe(0)
    const second = open(t, dataDir)
    second.store.keyset(1).nonces.of(IDENTITY)
    // The file is made again, and so of a later generation than the back-up knows.
    second.store.keyset(1).nonces.forget(IDENTITY)
    second.store.keyset(1).nonces.of(IDENTITY).add(PEER, secretNonces(5))
    second.store.close()
    const old = copy(dataDir, 'nonces.db', t)
    const restored = await runFloe(t, { DATA_DIR: dataDir }, 'restore', backup, '--force')
    expect([restored.code, restored.stderr]).toEqual([0, expect.any(String)])
    const third = open(t, dataDir)
    third.store.keyset(1).nonces.of(IDENTITY)
    third.store.close()
    putBack(old, dataDir, 'nonces.db')

    const after = open(t, dataDir)

    expect(after.codes()).toEqual([])
    expect(after.isReported()).toBe(true)
  })
})

/** Makes nonces.db what the Floe before left: without a state. */
function asOfBefore(dataDir: string): void {
  makeOlder(join(dataDir, 'nonces.db'), 'without a state')
}

describe('Nonces are not lost without need', () => {
  test('when an older floe.db is put back beside them', (t) => {
    const dataDir = temporaryFolder(t)
    const first = open(t, dataDir)
    const nonces = secretNonces(5)
    first.store.keyset(1).nonces.of(IDENTITY).add(PEER, nonces)
    first.store.close()
    const old = copy(dataDir, 'floe.db', t)
    const second = open(t, dataDir)
    const [spent, ...left] = second.codes()
    second.store
      .keyset(1)
      .nonces.of(IDENTITY)
      .spend(PEER, [present(spent)])
    second.store.close()
    putBack(old, dataDir, 'floe.db')

    const after = open(t, dataDir)

    expect(after.codes()).toEqual(left)
    expect(after.isReported()).toBe(false)
  })

  test('when an older floe.db that knows only an earlier file is put back', (t) => {
    const dataDir = temporaryFolder(t)
    const first = open(t, dataDir)
    first.store.keyset(1).nonces.of(IDENTITY)
    first.store.close()
    const old = copy(dataDir, 'floe.db', t)
    const second = open(t, dataDir)
    second.store.keyset(1).nonces.of(IDENTITY)
    second.store.keyset(1).nonces.forget(IDENTITY)
    second.store.keyset(1).nonces.of(IDENTITY).add(PEER, secretNonces(3))
    const kept = second.codes()
    second.store.close()
    putBack(old, dataDir, 'floe.db')

    expect(open(t, dataDir).codes()).toEqual(kept)
  })

  test('by the update that keeps a mark of them', (t) => {
    const dataDir = temporaryFolder(t)
    const first = open(t, dataDir)
    const database = first.store.keyset(1).nonces.of(IDENTITY)
    database.add(PEER, secretNonces(3))
    database.keepPeerNonces(PEER, { held: publicNonces(2), used: [] })
    const kept = first.codes()
    first.store.close()
    asOfBefore(dataDir)
    const db = new Database(join(dataDir, 'floe.db'))
    db.exec('DELETE FROM spent_mark')
    db.close()

    const after = open(t, dataDir)

    expect(after.codes()).toEqual(kept)
    expect(after.store.keyset(1).nonces.of(IDENTITY).peerNonces(PEER).held).toHaveLength(2)
    expect(after.isReported()).toBe(false)
  })
})
