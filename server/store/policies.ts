import type Database from 'better-sqlite3'
import type { Deniable } from '#contract/rule-terms.ts'
import { parseXOnly } from '#nostr/x-only.ts'
import { write } from './database.ts'
import type { Guards } from './guards.ts'

/** What is allowed with a peer. `allowSend`: we send it requests; `allowReceive`: we answer its requests. */
export interface PeerPolicy {
  /** 32 bytes, x-only, lowercase hex. */
  pubkey: string
  allowSend: boolean
  allowReceive: boolean
  /** Operations that are denied although the direction is allowed. */
  denied: readonly Deniable[]
}

export type Policies = ReturnType<typeof createPolicies>

interface Row {
  pubkey: string
  allowSend: 0 | 1
  allowReceive: 0 | 1
  denied: string
}

/** The policies of one keyset. */
export function createPolicies(
  db: Database.Database,
  { guards, keyset }: { guards: Guards; keyset: number },
) {
  const guard = guards.of<Row>('peer_policies', keyset)
  const put = db.prepare<[number, string, number, number, string]>(
    `INSERT OR REPLACE INTO peer_policies (keyset, pubkey, allow_send, allow_receive, denied)
     VALUES (?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare<[number, string]>(
    'DELETE FROM peer_policies WHERE keyset = ? AND pubkey = ?',
  )
  return {
    /**
     * The policies that were set, by pubkey; other peers have the default. A tampered or deleted policy denies
     * everything.
     */
    list: (): PeerPolicy[] => {
      const { rows, lost } = guard.read()
      const set = rows.map((row) => ({
        pubkey: row.pubkey,
        allowSend: row.allowSend === 1,
        allowReceive: row.allowReceive === 1,
        denied: JSON.parse(row.denied) as Deniable[],
      }))
      return [...set, ...lost.map(([pubkey = '']) => denyAll(pubkey))].sort((one, other) =>
        one.pubkey < other.pubkey ? -1 : 1,
      )
    },
    /** Accepts a pubkey of 32 or 33 bytes; anything else throws a TypeError. */
    set: ({ pubkey, allowSend, allowReceive, denied }: PeerPolicy): void => {
      const peer = parseXOnly(pubkey)
      if (peer === undefined) throw new TypeError('pubkey must be 32 bytes of hex')
      write(db, () => {
        put.run(keyset, peer, Number(allowSend), Number(allowReceive), JSON.stringify(denied))
        guard.record([peer])
      })
    },
    /** True if there was one. */
    delete: (pubkey: string): boolean => {
      const peer = parseXOnly(pubkey)
      if (peer === undefined) return false
      return write(db, () => {
        const wasLost = guard.read().lost.some(([lost]) => lost === peer)
        const { changes } = remove.run(keyset, peer)
        guard.record([peer])
        return wasLost || changes > 0
      })
    },
  }
}

const denyAll = (pubkey: string): PeerPolicy => ({
  pubkey,
  allowSend: false,
  allowReceive: false,
  denied: [],
})
