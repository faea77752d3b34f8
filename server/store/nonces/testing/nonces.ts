import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { generateNonce, type SecretNonce } from '#protocol/v2/frost.ts'
import type { Nonce } from '#protocol/v2/messages.ts'

/** Throw-away keys. */
export const IDENTITY = { gid: 'a1'.repeat(32), seckey: '5e'.repeat(32) }
/** Of another keyset. */
export const OTHER_IDENTITY = { gid: 'a4'.repeat(32), seckey: '4e'.repeat(32) }
export const PEER = 'b2'.repeat(32)

export const secretNonces = (count: number): SecretNonce[] =>
  Array.from({ length: count }, () => generateNonce(IDENTITY.seckey))

/** As a peer advertises them. Nobody here does arithmetic with the points. */
export const publicNonces = (count: number): Nonce[] =>
  Array.from({ length: count }, () => ({
    binder_pn: `02${randomBytes(32).toString('hex')}`,
    hidden_pn: `03${randomBytes(32).toString('hex')}`,
    code: randomBytes(32).toString('hex'),
  }))

/** Damages a file that is open elsewhere, where it is then read again instead of from memory. */
export function damageInUse(file: string): void {
  const db = new Database(file)
  db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`)
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4_096)
  writeFileSync(file, bytes)
}
