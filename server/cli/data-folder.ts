import type Database from 'better-sqlite3'
import { createSignInToken } from '#auth/sign-in-link.ts'
import { readConfig } from '#config/read-config.ts'
import type { AuditRow } from '#store/audit-rows.ts'
import { createAuditTable } from '#store/audit-table.ts'
import { changeGuarded } from '#store/outside.ts'
import { createSignInTokens } from '#store/sign-in-tokens.ts'
import { type CommandIo, stderrLog } from './command.ts'

/** What commands do in the data folder while a server may run on it. */

/** Changes the database in one transaction. Throws what `changeGuarded` does. */
export function changeDatabase<T>(
  io: CommandIo,
  change: Parameters<typeof changeGuarded<T>>[1],
): T {
  const { dataDir, secretKey } = io.read(readConfig)
  return changeGuarded({ dataDir, secret: secretKey?.reveal(), log: stderrLog(io) }, change)
}

/** Adds a row to the audit. @param keyset null: it concerns the machine as a whole */
export const recordCommand = (
  db: Database.Database,
  keyset: number | null,
  action: string,
  detail: AuditRow['detail'] = {},
): void =>
  createAuditTable(db).append([
    { at: Date.now(), keyset, actor: 'command-line', action, outcome: 'ok', detail },
  ])

/** A token that signs in once: the server looks it up in the database. */
export const newSignInToken = (io: CommandIo): string =>
  changeDatabase(io, (db, guards) => createSignInToken(createSignInTokens(db, guards), Date.now))
