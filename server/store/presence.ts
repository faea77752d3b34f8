import type Database from 'better-sqlite3'
import { createKeepNewest, read, write } from './database.ts'
import { PRESENCE_HOURS_KEPT, PRESENCE_SUBJECTS_MAX } from './limits.ts'

/** How long a peer or relay was watched in an hour or a day, and reachable. */
export interface PresenceTime {
  /** A peer's x-only key, or a relay's URL. */
  subject: string
  /** Milliseconds. */
  watched: number
  there: number
}

/** Whole hours since 1970. */
export type PresenceHour = PresenceTime & { hour: number }
/** Whole days since 1970, in UTC. */
export type PresenceDay = PresenceTime & { day: number }

/** The state when last watched. Unix milliseconds. */
export interface PresenceState {
  subject: string
  there: boolean
  since: number
  watchedUntil: number
}

export type PresenceTable = ReturnType<typeof createPresence>

/** When the peers and relays of a keyset were reachable. Everything throws a StoreError. */
export function createPresence(db: Database.Database, keyset: number) {
  const raise = db.prepare<[number, number, string, number, number]>(
    `INSERT INTO presence_hours (keyset, hour, subject, watched, there) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (keyset, hour, subject)
     DO UPDATE SET watched = watched + excluded.watched, there = there + excluded.there`,
  )
  const put = db.prepare<[number, string, number, number, number]>(
    `INSERT INTO presence (keyset, subject, there, since, watched) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (keyset, subject)
     DO UPDATE SET there = excluded.there, since = excluded.since, watched = excluded.watched`,
  )
  const dropStates = db.prepare<[number, number, number]>(
    `DELETE FROM presence WHERE keyset = ? AND subject NOT IN (
       SELECT subject FROM presence WHERE keyset = ? ORDER BY watched DESC LIMIT ?)`,
  )
  const dropTheirHours = db.prepare<[number, number]>(
    `DELETE FROM presence_hours WHERE keyset = ? AND subject NOT IN (
       SELECT subject FROM presence WHERE keyset = ?)`,
  )
  const allStates = db.prepare<
    [number],
    { subject: string; there: number; since: number; watched: number }
  >('SELECT subject, there, since, watched FROM presence WHERE keyset = ?')
  const hours = db.prepare<[number, number, number], PresenceHour>(
    `SELECT hour, subject, watched, there FROM presence_hours
     WHERE keyset = ? AND hour BETWEEN ? AND ?`,
  )
  const days = db.prepare<[number, number, number], PresenceDay>(
    `SELECT hour / 24 AS day, subject, sum(watched) AS watched, sum(there) AS there
     FROM presence_hours WHERE keyset = ? AND hour BETWEEN ? AND ? GROUP BY 1, 2`,
  )
  const keepNewest = createKeepNewest(db, 'presence_hours', 'hour', PRESENCE_HOURS_KEPT)
  return {
    states: (): PresenceState[] =>
      read(db, () =>
        allStates.all(keyset).map(({ subject, there, since, watched }) => ({
          subject,
          there: there === 1,
          since,
          watchedUntil: watched,
        })),
      ),
    /** Between two hours, inclusive. */
    hours: (from: number, to: number) => read(db, () => hours.all(keyset, from, to)),
    days: (from: number, to: number) => read(db, () => days.all(keyset, from * 24, to * 24 + 23)),
    /** Adds to the hours and sets the states in one transaction; deletes what is beyond the limits. */
    add: (changes: { hours: readonly PresenceHour[]; states: readonly PresenceState[] }): void => {
      write(db, () => {
        for (const { subject, there, since, watchedUntil } of changes.states) {
          put.run(keyset, subject, there ? 1 : 0, since, watchedUntil)
        }
        for (const { hour, subject, watched, there } of changes.hours) {
          raise.run(keyset, hour, subject, watched, there)
          keepNewest(keyset, hour)
        }
        const dropped = dropStates.run(keyset, keyset, PRESENCE_SUBJECTS_MAX).changes
        if (dropped > 0) dropTheirHours.run(keyset, keyset)
      })
    },
  }
}
