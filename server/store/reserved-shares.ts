import type Database from 'better-sqlite3'
import { createLogCleaner, write } from './database.ts'
import type { Guards } from './guards.ts'
import { createRecordSealer, type Sealer } from './sealing.ts'

/** A share for another device. All but its id is sealed. Times are Unix milliseconds. */
export type StoredReservedShare = {
  /** The member's x-only key. */
  id: string
  /** The group's id (protocol/v2/group.ts). */
  group: string
  idx: number
  /** The share's secret, 32 bytes, hex; null: it is no longer stored here. */
  seckey: string | null
  handedOut: HandedOut | null
  /** When its device signed; null without `seckey`: the share was lost with a restore. */
  provedAt: number | null
  /** How long that signature took, in milliseconds, where it is known. */
  took?: number | undefined
}

/** The invitation of a device to a share. */
export type HandedOut = {
  at: number
  /** Who did it. */
  actor: string
  /** What its device was called then. */
  name: string
  /** The package and its password; null once the share is no longer stored here. */
  sealed: { package: string; password: string; relays: readonly string[] } | null
  /** The rule that allows its device to get the group. */
  rule: number | null
  /** When a device with the share got the group from here; null: not yet. */
  joinedAt: number | null
}

export type ReservedShares = ReturnType<typeof createReservedShares>

export type ReservedShareRow = { keyset: number; id: string; sealed: Buffer }

/** Seals and opens the records of a keyset. */
export const sealerOfReservedShares = (sealer: Sealer, keyset: number) =>
  createRecordSealer<StoredReservedShare>(sealer, keyset, 'spares')

/** The reserved shares of one keyset. Everything throws a StoreError when it fails. */
export function createReservedShares(
  db: Database.Database,
  { sealer, guards, keyset }: { sealer: Sealer; guards: Guards; keyset: number },
) {
  const guard = guards.of<ReservedShareRow>('spares', keyset)
  const put = db.prepare<[number, string, Buffer]>(
    `INSERT INTO spares (keyset, id, sealed) VALUES (?, ?, ?)
     ON CONFLICT (keyset, id) DO UPDATE SET sealed = excluded.sealed`,
  )
  const remove = db.prepare<[number, string]>('DELETE FROM spares WHERE keyset = ? AND id = ?')

  const { seal, open } = sealerOfReservedShares(sealer, keyset)

  const cleanSoon = createLogCleaner(db)

  return {
    /** By index, without forged rows (guards.ts). */
    list: (): StoredReservedShare[] =>
      guard
        .read()
        .rows.map(open)
        .sort((a, b) => a.idx - b.idx),
    /** Adds or replaces a share. Removed data is soon in no file. */
    set: (reservedShare: StoredReservedShare): void => {
      write(db, () => {
        put.run(keyset, reservedShare.id, seal(reservedShare))
        guard.record([reservedShare.id])
      })
      cleanSoon()
    },
    /** @returns false if there is none */
    delete: (id: string): boolean => {
      const isGone = write(db, () => {
        if (remove.run(keyset, id).changes === 0) return false
        guard.record([id])
        return true
      })
      if (isGone) cleanSoon()
      return isGone
    },
  }
}
