import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { guardKeyOf } from '../guards/guards.ts'
import { createSealer } from '../sealing.ts'

/** What the lists of rows held of each table before there were keysets: ids, columns, and which rows. */
const LISTS = [
  ['api_keys', ['id'], ['id', 'name', 'hash', 'scope', 'created_at'], 'true'],
  ['owner', ['username'], ['username', 'password_hash', 'changed_at'], 'true'],
  ['sessions', ['hash'], ['hash'], 'false'],
  ['sign_in_tokens', ['hash'], ['hash'], 'false'],
  ['peer_policies', ['pubkey'], ['pubkey', 'allow_send', 'allow_receive', 'denied'], 'true'],
  ['peer_generations', ['self', 'peer'], ['self', 'peer', 'heard_2026', 'allow_1x'], 'true'],
  ['settings', ['name'], ['name', 'value'], "name = 'protocol'"],
  ['env_settings', ['name'], ['name', 'value', 'sealed', 'deleted'], 'true'],
] as const

/** The lists as they were written then, byte for byte: ids without a keyset, digests of such rows. */
export function guardAsBefore(db: Database.Database, key: Uint8Array): void {
  const sealer = createSealer(guardKeyOf(key))
  const put = db.prepare('INSERT INTO guards (name, sealed) VALUES (?, ?)')
  for (const [table, id, columns, where] of LISTS) {
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
