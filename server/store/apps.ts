import type Database from 'better-sqlite3'
import type { Claims } from '#contract/apps.ts'
import { store as texts } from '#contract/codes.ts'
import { read, write, writeOne } from './database.ts'
import { StoreError } from './errors.ts'
import type { Guards } from './guards.ts'
import { createRecordSealer, type Sealer } from './sealing.ts'

/** A remote-signing client (NIP-46). All but its id is sealed. Times are Unix milliseconds. */
export interface StoredApp {
  id: string
  /** The secret key that answers it, 32 bytes, hex. */
  seckey: string
  /** The client's key, x-only, hex; null: none is paired. */
  client: string | null
  /** Normalised, without duplicates. */
  relays: readonly string[]
  /** Earlier relays, which we listen to until the client uses the new ones. */
  formerRelays: readonly string[]
  /** What the client claims about itself. */
  claims: Claims
  /** The secret of the link that pairs it; an older Floe stored no `since`. */
  invitation: { secret: string; since?: number; until: number } | null
  /** The secret of the client's link, which our first answer has to repeat; null once a relay has that. */
  greeting: string | null
  createdAt: number
  pairedAt: number | null
  /** Null: no expiry. */
  until: number | null
  /** Its relays came with the client's link, and the owner has not changed them. */
  areRelaysItsOwn: boolean
  answersNip04: boolean
  sendsAuthUrl: boolean
  /** How long its questions stay open, in milliseconds. */
  openFor: number
}

/** A request of an app. `held`: its event and its approval's id, while it waits for the owner. */
export interface TakenRequest {
  /** The event's id. */
  id: string
  app: string
  at: number
  held: { event: string; question: string } | null
  isAnswered: boolean
}

/** A request as it arrives. */
export type NewRequest = Pick<TakenRequest, 'id' | 'app' | 'at'>

/** How often an app did something on a day (UTC, `2026-11-23`), and when last. */
export type AppUse = { app: string; day: string; use: string; times: number; last: number }

export type AppTable = ReturnType<typeof createApps>

type Row = { id: string; sealed: Buffer }
type RequestRow = NewRequest & {
  event: string | null
  question: string | null
  answered: 0 | 1
}

/** The apps of one keyset. Everything throws a StoreError when it fails. */
export function createApps(
  db: Database.Database,
  { sealer, guards, keyset }: { sealer: Sealer; guards: Guards; keyset: number },
) {
  const guard = guards.of<Row>('apps', keyset)
  const put = db.prepare<[number, string, Buffer]>(
    'INSERT INTO apps (keyset, id, sealed) VALUES (?, ?, ?)',
  )
  const change = db.prepare<[Buffer, number, string]>(
    'UPDATE apps SET sealed = ? WHERE keyset = ? AND id = ?',
  )
  const remove = db.prepare<[number, string]>('DELETE FROM apps WHERE keyset = ? AND id = ?')
  const removeRequests = db.prepare<[number, string]>(
    'DELETE FROM app_requests WHERE keyset = ? AND app = ?',
  )
  const removeUses = db.prepare<[number, string]>(
    'DELETE FROM app_days WHERE keyset = ? AND app = ?',
  )
  const allTaken = db.prepare<[number], RequestRow>(
    'SELECT id, app, at, event, question, answered FROM app_requests WHERE keyset = ? ORDER BY at',
  )
  const take = db.prepare<[number, string, string, number]>(
    `INSERT OR IGNORE INTO app_requests (keyset, id, app, at, answered) VALUES (?, ?, ?, ?, 0)`,
  )
  const hold = db.prepare<[string | null, string | null, number, string]>(
    'UPDATE app_requests SET event = ?, question = ? WHERE keyset = ? AND id = ?',
  )
  const answered = db.prepare<[number, string]>(
    'UPDATE app_requests SET answered = 1, event = NULL, question = NULL WHERE keyset = ? AND id = ?',
  )
  const forget = db.prepare<[number, number]>(
    'DELETE FROM app_requests WHERE keyset = ? AND at < ? AND event IS NULL',
  )
  const allUses = db.prepare<[number], AppUse>(
    'SELECT app, day, use, times, last FROM app_days WHERE keyset = ? ORDER BY day, use',
  )
  const addUse = db.prepare<[number, string, string, string, number, number]>(
    `INSERT INTO app_days (keyset, app, day, use, times, last) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (keyset, app, day, use)
     DO UPDATE SET times = times + excluded.times, last = excluded.last`,
  )
  const trimUses = db.prepare<[number, string]>('DELETE FROM app_days WHERE keyset = ? AND day < ?')

  const { seal, open } = createRecordSealer<StoredApp>(sealer, keyset, 'apps')

  return {
    /** The oldest first, without forged rows (guards.ts). */
    list: (): StoredApp[] => guard.read().rows.map(open),
    add: (app: StoredApp): void => {
      write(db, () => {
        put.run(keyset, app.id, seal(app))
        guard.record([app.id])
      })
    },
    /** Replaces an app. Throws GONE if it was deleted, for example by a command. */
    set: (app: StoredApp): void => {
      write(db, () => {
        const { changes } = change.run(seal(app), keyset, app.id)
        if (changes === 0) throw new StoreError('GONE', texts.appGone)
        guard.record([app.id])
      })
    },
    /** Deletes an app, with its requests and uses. */
    delete: (id: string): void => {
      write(db, () => {
        for (const statement of [remove, removeRequests, removeUses]) statement.run(keyset, id)
        guard.record([id])
      })
    },
    /** All stored requests, oldest first. */
    taken: (): TakenRequest[] =>
      read(db, () => allTaken.all(keyset)).map(({ event, question, answered: is, ...request }) => ({
        ...request,
        held: event === null || question === null ? null : { event, question },
        isAnswered: is === 1,
      })),
    /** Adds requests, and marks others as answered. */
    note: (requests: readonly NewRequest[], ids: readonly string[]): void => {
      write(db, () => {
        for (const { id, app, at } of requests) take.run(keyset, id, app, at)
        for (const id of ids) answered.run(keyset, id)
      })
    },
    /** Null: the request no longer waits. */
    hold: (id: string, held: TakenRequest['held']): void => {
      writeOne(db, () => hold.run(held?.event ?? null, held?.question ?? null, keyset, id))
    },
    /** Deletes requests from before a time, except waiting ones. */
    forget: (before: number) => void writeOne(db, () => forget.run(keyset, before)),
    uses: () => read(db, () => allUses.all(keyset)),
    addUses: (added: readonly AppUse[]): void => {
      write(db, () => {
        for (const { app, day, use, times, last } of added) {
          addUse.run(keyset, app, day, use, times, last)
        }
      })
    },
    /** Deletes uses from before a day. */
    trimUses: (before: string) => void writeOne(db, () => trimUses.run(keyset, before)),
  }
}
