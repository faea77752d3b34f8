import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { schemaVersion } from '../database.ts'
import { KEYSETS_SINCE } from '../guarded-tables.ts'
import { guardKeyOf } from '../guards.ts'
import { createSealer } from '../sealing.ts'

/** The lists of rows before there were rules: table, columns of the id, guarded columns, and which rows. */
const LISTS = [
  ['api_keys', ['id'], ['id', 'name', 'hash', 'scope', 'created_at'], 'true'],
  ['owner', ['username'], ['username', 'password_hash', 'changed_at'], 'true'],
  ['sessions', ['hash'], ['hash'], 'false'],
  ['sign_in_tokens', ['hash'], ['hash'], 'false'],
  ['keysets', ['id'], ['id'], 'true'],
  ['peer_policies', ['pubkey'], ['pubkey', 'allow_send', 'allow_receive', 'denied'], 'true'],
  ['peer_generations', ['self', 'peer'], ['self', 'peer', 'heard_2026', 'allow_1x'], 'true'],
  ['settings', ['name'], ['name', 'value'], "name = 'protocol'"],
  ['env_settings', ['name'], ['name', 'value', 'sealed', 'deleted'], 'true'],
] as const

/** Tables whose rows have their keyset since there are any. */
const OF_KEYSETS = ['peer_policies', 'peer_generations', 'settings', 'env_settings']

/**
 * Writes the lists as the Floe of the database's schema did, byte for byte. Before there were keysets, ids
 * and digests had no keyset.
 */
export function guardAsBefore(db: Database.Database, key: Uint8Array): void {
  const sealer = createSealer(guardKeyOf(key))
  const hasKeysets = schemaVersion(db) >= KEYSETS_SINCE
  const put = db.prepare('INSERT INTO guards (name, sealed) VALUES (?, ?)')
  for (const [table, ofRow, guarded, where] of LISTS) {
    if (table === 'keysets' && !hasKeysets) continue
    const keyset = hasKeysets && OF_KEYSETS.includes(table) ? ['keyset'] : []
    const id = [...keyset, ...ofRow]
    const columns = [...keyset, ...guarded]
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${where}`)
    const digests = rows.all().map((row) => {
      const values = columns.map((column) => {
        const value = row[column]
        return Buffer.isBuffer(value) ? { bytes: value.toString('base64url') } : value
      })
      const digest = createHash('sha256').update(JSON.stringify([table, ...values]))
      return [id.map((column) => row[column]).join(' '), digest.digest('base64url')]
    })
    put.run(table, sealer.seal(JSON.stringify({ columns, digests }), `guards/${table}`))
  }
}
