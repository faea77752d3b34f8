import type Database from 'better-sqlite3'
import { createLogCleaner, read, write } from './database.ts'
import type { Guards } from './guards/guards.ts'
import { siftKeyset } from './guards/of-keyset.ts'
import { keysetPlace, type Sealer } from './sealing.ts'

/** A share for another device. All of it but its id is sealed. Times are Unix milliseconds. */
export type StoredReservedShare = {
  /** The x-only key of its member. */
  id: string
  /** The id of its group (protocol/v2/group.ts). */
  group: string
  idx: number
  /** The share's secret, 32 bytes, hex; null: it is kept here no longer. */
  seckey: string | null
  handedOut: HandedOut | null
  /** When its device has signed; null with no `seckey`: a restore has brought back no more of it. */
  provedAt: number | null
}

/** How a share left for the one device that is to have it. */
export type HandedOut = {
  at: number
  /** Who did it. */
  actor: string
  /** What its device was called then. */
  name: string
  /** The package that it is in, and what opens it; null once the share is kept here no longer. */
  sealed: { package: string; password: string; relays: readonly string[] } | null
  /** The rule that lets its device have the group. */
  rule: number | null
  /** When a device with the share got the group from here; null: none has asked for it since. */
  joinedAt: number | null
}

/** The shares for other devices of one keyset. Everything throws a StoreError when it fails. */
export type ReservedShares = {
  /** None that somebody other than Floe has put in, changed, moved or put back. */
  list(): StoredReservedShare[]
  /** Adds it, or replaces what is kept of it; what is no longer in it soon stands in no file. */
  set(reservedShare: StoredReservedShare): void
  /** @returns false if there is none */
  delete(id: string): boolean
}

export type ReservedShareRow = { keyset: number; id: string; sealed: Buffer }

/** What a sealed share is bound to: see sealing.ts. */
export const reservedSharePlace = ({
  keyset,
  id,
}: Pick<ReservedShareRow, 'keyset' | 'id'>): string => keysetPlace(keyset, `spares/${id}`)

export function createReservedShares(
  db: Database.Database,
  { sealer, guards, keyset }: { sealer: Sealer; guards: Guards; keyset: number },
): ReservedShares {
  const guard = guards.of('spares')
  const all = db.prepare<[], ReservedShareRow>(
    'SELECT keyset, id, sealed FROM spares ORDER BY rowid',
  )
  const put = db.prepare<[number, string, Buffer]>(
    `INSERT INTO spares (keyset, id, sealed) VALUES (?, ?, ?)
     ON CONFLICT (keyset, id) DO UPDATE SET sealed = excluded.sealed`,
  )
  const remove = db.prepare<[number, string]>('DELETE FROM spares WHERE keyset = ? AND id = ?')

  const placeOf = (id: string): string => reservedSharePlace({ keyset, id })

  const cleanSoon = createLogCleaner(db)

  return {
    list: () => {
      const { own } = siftKeyset(
        guard,
        read(db, () => all.all()),
        keyset,
      )
      return own
        .map(({ id, sealed }) => ({
          id,
          ...(JSON.parse(sealer.open(sealed, placeOf(id))) as Omit<StoredReservedShare, 'id'>),
        }))
        .sort((a, b) => a.idx - b.idx)
    },
    set: ({ id, ...reservedShare }) => {
      write(db, () => {
        put.run(keyset, id, sealer.seal(JSON.stringify(reservedShare), placeOf(id)))
        guard.keep([String(keyset), id])
      })
      cleanSoon()
    },
    delete: (id) => {
      const isGone = write(db, () => {
        if (remove.run(keyset, id).changes === 0) return false
        guard.keep([String(keyset), id])
        return true
      })
      if (isGone) cleanSoon()
      return isGone
    },
  }
}
