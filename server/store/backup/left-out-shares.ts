import type Database from 'better-sqlite3'
import { schemaVersion } from '../database.ts'
import { dropGuards, type Guards } from '../guards/guards.ts'
import { RESERVED_SHARES_SINCE } from '../guards/tables.ts'
import {
  type ReservedShareRow,
  reservedSharePlace,
  type StoredReservedShare,
} from '../reserved-shares.ts'
import type { Sealer } from '../sealing.ts'

/** What opens them: without it, nothing of them is known. */
export type Opening = { sealer: Sealer; guards: Guards }

/**
 * Takes the shares for other devices out of a copy. With them, a back-up could sign alone, and one that is
 * restored would have a share that meanwhile a device has. What else is known of each stays, where it can be
 * opened, so that a restore can say which shares it has not brought back.
 *
 * @returns the indices of those that have no device that has signed, in order
 */
export function leaveOutShares(db: Database.Database, opening: Opening | undefined): number[] {
  if (schemaVersion(db) < RESERVED_SHARES_SINCE) return []
  return db.transaction(() => {
    const all = db.prepare<[], ReservedShareRow>('SELECT keyset, id, sealed FROM spares').all()
    const own = opening?.guards.of('spares').sift(all).own ?? []
    db.exec('DELETE FROM spares')
    if (opening === undefined) {
      dropGuards(db, ['spares'])
      return []
    }
    const kept = own.map((row) => putWithoutShare(db, row, opening.sealer))
    opening.guards.of('spares').keep(...all.map(({ keyset, id }) => [String(keyset), id]))
    return kept
      .filter(({ provedAt }) => provedAt === null)
      .map(({ idx }) => idx)
      .sort((a, b) => a - b)
  })()
}

function putWithoutShare(db: Database.Database, row: ReservedShareRow, sealer: Sealer): Content {
  const place = reservedSharePlace(row)
  const { handedOut, ...reservedShare } = JSON.parse(sealer.open(row.sealed, place)) as Content
  const left: Content = {
    ...reservedShare,
    seckey: null,
    handedOut: handedOut && { ...handedOut, sealed: null },
  }
  db.prepare('INSERT INTO spares (keyset, id, sealed) VALUES (?, ?, ?)').run(
    row.keyset,
    row.id,
    sealer.seal(JSON.stringify(left), place),
  )
  return left
}

type Content = Omit<StoredReservedShare, 'id'>
