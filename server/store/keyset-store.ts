import type Database from 'better-sqlite3'
import type { ApprovalStore } from '#policy/approvals.ts'
import type { CallerSettingsStore } from '#policy/caller-settings.ts'
import type { UseStore } from '#policy/limit-usage.ts'
import type { RuleStore } from '#policy/rule-set.ts'
import { createApprovals } from './approvals.ts'
import { type AppTable, createApps } from './apps.ts'
import type { Audit } from './audit.ts'
import { createCallerSettings } from './caller-settings.ts'
import type { Guards } from './guards.ts'
import type { KeysetAudit } from './keyset-audit.ts'
import {
  createKeysetSettings,
  createSealedSettings,
  type KeysetSettings,
  type SealedSettings,
} from './keyset-settings.ts'
import type { KeysetNonces, Nonces } from './nonces/nonces.ts'
import { createPeerProtocols, type PeerProtocolTable } from './peer-protocols.ts'
import { createPolicies, type Policies } from './policies.ts'
import { createPresence, type PresenceTable } from './presence.ts'
import { createProfiles, type Profiles } from './profiles.ts'
import { createReservedShares, type ReservedShares } from './reserved-shares.ts'
import { createRules } from './rules.ts'
import type { Sealer } from './sealing.ts'
import { createShares, type Shares } from './shares.ts'
import { createUses } from './uses.ts'

/** All data of one keyset. */
export interface KeysetStore {
  readonly id: number
  readonly settings: KeysetSettings
  /** Secret settings. */
  readonly sealed: SealedSettings
  readonly policies: Policies
  readonly peerProtocols: PeerProtocolTable
  readonly shares: Shares
  readonly rules: RuleStore
  readonly uses: UseStore
  readonly callerSettings: CallerSettingsStore
  readonly approvals: ApprovalStore
  readonly apps: AppTable
  readonly reservedShares: ReservedShares
  /** When peers and relays were reachable. */
  readonly presence: PresenceTable
  /** The identity's nostr profile. */
  readonly profiles: Profiles
  readonly audit: KeysetAudit
  /** In a file of their own, which is in no back-up. */
  readonly nonces: KeysetNonces
}

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
): KeysetStore {
  return {
    id: keyset,
    settings: createKeysetSettings(db, { sealer, guards, keyset }),
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
    presence: createPresence(db, keyset),
    profiles: createProfiles(db, keyset),
    audit: audit.of(keyset),
    nonces: nonces.keyset(keyset),
  }
}
