import type Database from 'better-sqlite3'
import type { PeerBuild } from '#contract/protocols.ts'
import { write } from './database.ts'
import type { Guards } from './guards.ts'

/** What is known of a peer, for one share. */
export interface PeerProtocols {
  /** We have verified a 2026 message of the peer at least once. */
  heardIn2026: boolean
  /** The owner allows signing with it in 1.x nevertheless. */
  firstAllowed: boolean
  /** The software that was last seen there; null if unknown. */
  build: PeerBuild | null
}

export type PeerProtocolTable = ReturnType<typeof createPeerProtocols>

interface Row {
  self: string
  peer: string
  heard2026: 0 | 1
  allow1x: 0 | 1
  build: PeerBuild | null
}

const NOTHING_KNOWN: PeerProtocols = { heardIn2026: false, firstAllowed: false, build: null }
/** For tampered and deleted rows: such a peer can't be led back to 1.x. */
const LOST: PeerProtocols = { heardIn2026: true, firstAllowed: false, build: null }

/** The protocols and software of a keyset's peers. Everything throws a StoreError when it fails. */
export function createPeerProtocols(
  db: Database.Database,
  { guards, keyset }: { guards: Guards; keyset: number },
) {
  const guard = guards.of<Row>('peer_generations', keyset)
  const put = db.prepare<[number, string, string, number, number, PeerBuild | null]>(
    `INSERT OR REPLACE INTO peer_generations (keyset, self, peer, heard_2026, allow_1x, build)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )

  /** By the peer's x-only key, for the share whose own x-only key is `self`. */
  const of = (self: string): Map<string, PeerProtocols> => {
    const { rows, lost } = guard.read()
    const known = rows
      .filter((row) => row.self === self)
      .map(({ peer, heard2026, allow1x, build }): [string, PeerProtocols] => [
        peer,
        { heardIn2026: heard2026 === 1, firstAllowed: allow1x === 1, build },
      ])
    const closed = lost
      .filter(([whose]) => whose === self)
      .map(([, peer = '']): [string, PeerProtocols] => [peer, LOST])
    return new Map([...known, ...closed])
  }

  /** Writes all columns, as `guard.record` requires. */
  const change = (self: string, peer: string, changed: Partial<PeerProtocols>): void => {
    write(db, () => {
      const { heardIn2026, firstAllowed, build } = {
        ...(of(self).get(peer) ?? NOTHING_KNOWN),
        ...changed,
      }
      put.run(keyset, self, peer, Number(heardIn2026), Number(firstAllowed), build)
      guard.record([self, peer])
    })
  }

  return {
    of,
    heardIn2026: (self: string, peer: string) => change(self, peer, { heardIn2026: true }),
    allowV1: (self: string, peer: string, allowed: boolean) =>
      change(self, peer, { firstAllowed: allowed }),
    setBuild: (self: string, peer: string, build: PeerBuild) => change(self, peer, { build }),
  }
}
