import type Database from 'better-sqlite3'
import type { Deniable } from '../contract/deniable.ts'
import { parseXOnly } from '../nostr/x-only.ts'
import { read, write } from './database.ts'
import type { Guards } from './guards/guards.ts'

/** What a peer may do: `allowSend`, we ask it; `allowReceive`, we answer it. */
export type PeerPolicy = {
  /** 32 bytes, x-only, lowercase hex. */
  pubkey: string
  allowSend: boolean
  allowReceive: boolean
  /** What it may not be asked, or ask, though the direction is allowed. */
  denied: readonly Deniable[]
}

export type Policies = {
  /**
   * Those that were set; any other peer has the default. By pubkey. One that somebody other than Floe
   * has changed or taken out denies everything.
   */
  list(): PeerPolicy[]
  /** A 33-byte pubkey is kept as its 32 bytes; anything else throws a TypeError. */
  set(policy: PeerPolicy): void
  /** True if there was one. */
  delete(pubkey: string): boolean
}

type Row = { pubkey: string; allow_send: 0 | 1; allow_receive: 0 | 1; denied: string }

export function createPolicies(db: Database.Database, guards: Guards): Policies {
  const guard = guards.of('peer_policies')
  const all = db.prepare<[], Row>('SELECT * FROM peer_policies ORDER BY pubkey')
  const put = db.prepare<[string, number, number, string]>(
    `INSERT OR REPLACE INTO peer_policies (pubkey, allow_send, allow_receive, denied)
     VALUES (?, ?, ?, ?)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM peer_policies WHERE pubkey = ?')
  return {
    list: () => {
      const { own, lost } = guard.sift(read(db, () => all.all()))
      const set = own.map((row) => ({
        pubkey: row.pubkey,
        allowSend: row.allow_send === 1,
        allowReceive: row.allow_receive === 1,
        denied: JSON.parse(row.denied) as Deniable[],
      }))
      if (lost.length === 0) return set
      return [...set, ...lost.map(denyAll)].sort((one, other) =>
        one.pubkey < other.pubkey ? -1 : 1,
      )
    },
    set: ({ pubkey, allowSend, allowReceive, denied }) => {
      const peer = parseXOnly(pubkey)
      if (peer === undefined) throw new TypeError('pubkey must be 32 bytes of hex')
      write(db, () => {
        put.run(peer, Number(allowSend), Number(allowReceive), JSON.stringify(denied))
        guard.keep([peer])
      })
    },
    delete: (pubkey) => {
      const peer = parseXOnly(pubkey)
      if (peer === undefined) return false
      return write(db, () => {
        const wasLost = guard.sift(all.all()).lost.includes(peer)
        const { changes } = remove.run(peer)
        guard.keep([peer])
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
