import type Database from 'better-sqlite3'
import { createApprovals } from './approvals.ts'
import { createApps } from './apps.ts'
import type { Audit } from './audit.ts'
import { createCallerSettings } from './caller-settings.ts'
import type { Guards } from './guards.ts'
import { createKeysetSettings, createSealedSettings } from './keyset-settings.ts'
import type { Nonces } from './nonces/nonces.ts'
import { createPeerProtocols } from './peer-protocols.ts'
import { createPolicies } from './policies.ts'
import { createPresence } from './presence.ts'
import { createProfiles } from './profiles.ts'
import { createReservedShares } from './reserved-shares.ts'
import { createRules } from './rules.ts'
import type { Sealer } from './sealing.ts'
import { createShares } from './shares.ts'
import { createUses } from './uses.ts'

/** All data of one keyset. */
export type KeysetStore = ReturnType<typeof createKeysetStore>

/**
 * The ids of all keysets, in the order in which they were made. Keysets that somebody other than Floe added
 * do not count; deleted ones still do, as the id is all that the row holds. Throws a StoreError.
 */
export function listKeysets(guards: Guards): number[] {
  const { rows, lost } = guards.of<{ id: number }>('keysets').read()
  return [...rows.map(({ id }) => id), ...lost.map(([id]) => Number(id))].sort(
    (one, other) => one - other,
  )
}

export interface KeysetStoreOptions {
  db: Database.Database
  sealer: Sealer
  guards: Guards
  audit: Audit
  nonces: Nonces
  /** Milliseconds. */
  now(): number
}

/** The data of a keyset in an open, migrated database. Throws a StoreError. */
export function createKeysetStore(
  keyset: number,
  { db, sealer, guards, audit, nonces, now }: KeysetStoreOptions,
) {
  return {
    id: keyset,
    settings: createKeysetSettings(db, { sealer, guards, keyset }),
    /** Secret settings. */
    sealed: createSealedSettings(db, { sealer, keyset }),
    policies: createPolicies(db, { guards, keyset }),
    peerProtocols: createPeerProtocols(db, { guards, keyset }),
    shares: createShares(db, { sealer, keyset, now }),
    rules: createRules(db, { guards, keyset }),
    uses: createUses(db, { keyset, now }),
    callerSettings: createCallerSettings(db, { guards, keyset }),
    approvals: createApprovals(db, { sealer, guards, keyset, now }),
    apps: createApps(db, { sealer, guards, keyset }),
    reservedShares: createReservedShares(db, { sealer, guards, keyset }),
    /** When peers and relays were reachable. */
    presence: createPresence(db, keyset),
    /** The identity's nostr profile. */
    profiles: createProfiles(db, keyset),
    audit: audit.of(keyset),
    /** In a file of their own, which is in no back-up. */
    nonces: nonces.keyset(keyset),
  }
}
