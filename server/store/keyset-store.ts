import type Database from 'better-sqlite3'
import type { ApprovalStore } from '#policy/approvals.ts'
import type { CallerSettingsStore } from '#policy/caller-settings.ts'
import type { UseStore } from '#policy/limit-usage.ts'
import type { RuleStore } from '#policy/rule-set.ts'
import { type Apps, createApps } from './apps.ts'
import type { Audit } from './audit.ts'
import type { Guards } from './guards/guards.ts'
import type { KeysetAudit } from './keyset-audit.ts'
import { createKeysetSettings, type KeysetSettings } from './keyset-settings.ts'
import type { KeysetNonces, Nonces } from './nonces/nonces.ts'
import { createProtocolsOfPeers, type ProtocolsOfPeers } from './peer-protocols.ts'
import { createPolicies, type Policies } from './policies.ts'
import { createPresence, type PresenceTable } from './presence.ts'
import { createProfiles, type Profiles } from './profiles.ts'
import { createQuestions } from './questions.ts'
import { createReservedShares, type ReservedShares } from './reserved-shares.ts'
import { createRules } from './rules.ts'
import { createSealedSettings, type SealedSettings } from './sealed-settings.ts'
import type { Sealer } from './sealing.ts'
import { createShares, type Shares } from './shares.ts'
import { createStandings } from './standings.ts'
import { createUses } from './uses.ts'

/** All that is kept of one keyset. */
export interface KeysetStore {
  readonly id: number
  readonly settings: KeysetSettings
  /** Those that hold a secret. */
  readonly sealed: SealedSettings
  readonly policies: Policies
  readonly generations: ProtocolsOfPeers
  readonly shares: Shares
  readonly rules: RuleStore
  readonly uses: UseStore
  readonly standings: CallerSettingsStore
  readonly questions: ApprovalStore
  readonly apps: Apps
  /** Shares for other devices. */
  readonly reservedShares: ReservedShares
  /** When peers and relays were there. */
  readonly presence: PresenceTable
  /** What nostr tells of the identity. */
  readonly profiles: Profiles
  readonly audit: KeysetAudit
  /** In the file of all keysets' nonces, which no back-up holds. */
  readonly nonces: KeysetNonces
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

/** What is kept of a keyset in an open, migrated database. Throws a StoreError. */
export function createKeysetStore(
  keyset: number,
  { db, sealer, guards, audit, nonces, now }: KeysetStoreOptions,
): KeysetStore {
  return {
    id: keyset,
    settings: createKeysetSettings(db, { sealer, guards, keyset }),
    sealed: createSealedSettings(db, { sealer, keyset }),
    policies: createPolicies(db, { guards, keyset }),
    generations: createProtocolsOfPeers(db, { guards, keyset }),
    shares: createShares(db, { sealer, keyset, now }),
    rules: createRules(db, { guards, keyset }),
    uses: createUses(db, { keyset, now }),
    standings: createStandings(db, { guards, keyset }),
    questions: createQuestions(db, { sealer, guards, keyset, now }),
    apps: createApps(db, { sealer, guards, keyset }),
    reservedShares: createReservedShares(db, { sealer, guards, keyset }),
    presence: createPresence(db, keyset),
    profiles: createProfiles(db, keyset),
    audit: audit.of(keyset),
    nonces: nonces.keyset(keyset),
  }
}
