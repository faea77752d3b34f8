import type Database from 'better-sqlite3'
import { read, write } from '../database.ts'
import { StoreError } from '../errors.ts'
import { type JoiningIdentity, type NonceIdentity, nonceSealer } from './identity.ts'

/** An identity's place in the file, found or made. */
export interface Claim {
  owner: number
  /** Whether nonces of another share or group were dropped. */
  dropped: boolean
}

interface Options {
  keyset: number
  identity: NonceIdentity | JoiningIdentity
  /** Whether another share of the keyset is joining a group now: its nonces stay. */
  keepJoining: boolean
}

/** An id that no owner has. */
const NOBODY = -1

/**
 * Finds or makes an identity's row in the file, and drops the keyset's earlier share. Rows of other keysets stay
 * as they are. Once a share runs in the group that its inviter named, it takes over the nonces that it got while
 * joining: they are sealed again, all in one transaction. Throws a StoreError.
 */
export function claimOwner(
  db: Database.Database,
  { keyset, identity, keepJoining }: Options,
): Claim {
  const { gid } = identity
  const { keyId } = nonceSealer(identity)
  const find = db
    .prepare<[number, Buffer], number>('SELECT id FROM owners WHERE keyset = ? AND key_id = ?')
    .pluck()
  const drop = db.prepare<[number, 0 | 1, number]>(
    'DELETE FROM owners WHERE keyset = ? AND joining = ? AND id <> ?',
  )
  const found = read(db, () => find.get(keyset, keyId))
  const isJoining = gid === null ? 1 : 0
  return write(db, () => {
    const joined = gid === null || found ? undefined : joinedAs(db, keyset, { ...identity, gid })
    const kept = found ?? joined ?? NOBODY
    const before = drop.run(keyset, isJoining, kept).changes
    const others = gid === null || keepJoining ? 0 : drop.run(keyset, 1, kept).changes
    if (gid !== null && joined !== undefined) takeOver(db, joined, { ...identity, gid })
    const owner = found ?? joined ?? insert(db, { keyset, keyId, isJoining })
    return { owner, dropped: before + others > 0 }
  })
}

/** Stores the group that a share joins: in no other group does it take over its nonces. */
export function knowGroup(db: Database.Database, owner: number, gid: string): void {
  const put = db.prepare<[string, number]>('UPDATE owners SET gid = ? WHERE id = ? AND joining = 1')
  write(db, () => put.run(gid, owner))
}

/** Drops an owner and everything it has. */
export function removeOwner(db: Database.Database, owner: number): void {
  const remove = db.prepare<[number]>('DELETE FROM owners WHERE id = ?')
  write(db, () => remove.run(owner))
}

/**
 * Drops the share that a keyset runs with, and leaves the one that joins.
 *
 * @returns how many owners are left in the file
 */
export function forgetRunning(db: Database.Database, keyset: number): number {
  const remove = db.prepare<[number]>('DELETE FROM owners WHERE keyset = ? AND joining = 0')
  const left = db.prepare<[], number>('SELECT count(*) FROM owners').pluck()
  return write(db, () => {
    remove.run(keyset)
    return left.get() ?? 0
  })
}

const insert = (
  db: Database.Database,
  { keyset, keyId, isJoining }: { keyset: number; keyId: Buffer; isJoining: 0 | 1 },
): number =>
  Number(
    db
      .prepare<[number, Buffer, 0 | 1]>(
        'INSERT INTO owners (keyset, key_id, joining) VALUES (?, ?, ?)',
      )
      .run(keyset, keyId, isJoining).lastInsertRowid,
  )

function joinedAs(
  db: Database.Database,
  keyset: number,
  { gid, seckey }: NonceIdentity,
): number | undefined {
  const { keyId } = nonceSealer({ gid: null, seckey })
  return db
    .prepare<[number, Buffer, string], number>(
      'SELECT id FROM owners WHERE keyset = ? AND key_id = ? AND gid = ?',
    )
    .pluck()
    .get(keyset, keyId, gid)
}

/** Seals the nonces again with the key of the running share. Deletes nonces that do not open. */
function takeOver(db: Database.Database, owner: number, identity: NonceIdentity): void {
  const [before, after] = [nonceSealer({ ...identity, gid: null }), nonceSealer(identity)]
  const rows = db
    .prepare<[number], { peer: string; code: string; sealed: Buffer }>(
      'SELECT peer, code, sealed FROM own_nonces WHERE owner = ?',
    )
    .all(owner)
  const put = db.prepare<[Buffer, number, string, string]>(
    'UPDATE own_nonces SET sealed = ? WHERE owner = ? AND peer = ? AND code = ?',
  )
  const remove = db.prepare<[number, string, string]>(
    'DELETE FROM own_nonces WHERE owner = ? AND peer = ? AND code = ?',
  )
  for (const { peer, code, sealed } of rows) {
    try {
      put.run(after.seal(peer, before.open(peer, code, sealed)), owner, peer, code)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      remove.run(owner, peer, code)
    }
  }
  db.prepare<[Buffer, number]>(
    'UPDATE owners SET key_id = ?, joining = 0, gid = NULL WHERE id = ?',
  ).run(after.keyId, owner)
}
