import type { AuditEntry } from '#contract/operations.ts'
import type { Caller } from '#contract/rules.ts'

/** The rows of the audit: as recorded, as stored, as read, and how they are classed. */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export interface AuditRecord {
  /** Who: a user, an API key's name, a peer, `self`. */
  actor: string
  /** What: `login`, `env.save`… */
  action: string
  /** `ok`, or how it failed. */
  outcome: string
  /** Never a secret. */
  detail?: Readonly<Record<string, Json>>
}

/** Concerns the machine as a whole; what is done to a keyset is recorded with the keyset. */
export type MachineRecord = AuditRecord & { action: MachineAction }

/** A use of the key, which counts as its caller's if its outcome is `ok`. */
export type UseRecord = AuditRecord & { caller: Caller; times: number }

export interface AuditRow extends Required<AuditRecord> {
  /** Milliseconds. */
  at: number
  /** Null: it concerns the machine as a whole. */
  keyset: number | null
}

export const rowOf = (
  { actor, action, outcome, detail = {} }: AuditRecord,
  at: number,
  keyset: number | null,
): AuditRow => ({ at, keyset, actor, action, outcome, detail })

/** `id` rises, also where a clock is set back, and is never used twice. */
export type StoredRow = Omit<AuditRow, 'detail'> & { id: number; detail: string }

/** Without the class, which is internal. */
export const COLUMNS = 'id, at, keyset, actor, action, outcome, detail'

export const entryFrom = ({ id, at, keyset, detail, ...row }: StoredRow): AuditEntry => ({
  id,
  at: new Date(at).toISOString(),
  ...(keyset === null ? {} : { keyset }),
  ...row,
  detail: JSON.parse(detail),
})

/**
 * Each class has a cap of its own (audit-trim.ts):
 *
 * - admin: actions of administrators, and everything about secrets. Archived in a file before it is deleted.
 * - use: uses of the key: signatures, key exchanges, encryption, and requests that were denied or asked
 * - login: sign-ins and attempts
 * - onboarding: requests of members to join
 *
 * In every class but the first, the actor with the most rows loses its oldest. So no peer, API key or
 * attacker with many rows pushes out those of others.
 */
export type AuditClass = 'admin' | 'use' | 'login' | 'onboarding'

/** The most rows of each class. */
export type AuditCaps = Readonly<Record<AuditClass, number>>

export const AUDIT_CAPS: AuditCaps = {
  admin: 100_000,
  use: 100_000,
  login: 20_000,
  onboarding: 10_000,
}

/** Requests to the key or to this signer's share. */
const KEY_USES = [
  ...['signature.given', 'exchange.given', 'sign'],
  ...['nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt'],
  ...['verdict', 'question'],
]

const CLASSES: ReadonlyMap<string, AuditClass> = new Map([
  ...[...KEY_USES, 'signature.asked'].map((action) => [action, 'use'] as const),
  ['login', 'login'],
  ['logout', 'login'],
  ['session.confirm', 'login'],
  ['onboarding.asked', 'onboarding'],
])

/** The class of an action's rows; unknown actions count as an administrator's. */
export const auditClassOf = (action: string): AuditClass => CLASSES.get(action) ?? 'admin'

/**
 * Actions that concern the machine as a whole, whose rows belong to no keyset: who signed in, which API
 * keys there are, back-ups, the database itself.
 */
type MachineAction =
  | ('login' | 'logout' | 'session.confirm' | 'session.end' | 'password.set')
  | ('api-key.create' | 'api-key.revoke' | 'backup' | 'backup.plan' | 'restore')
  | ('database.adopt' | 'database.changed' | 'nonces.older' | 'audit.gap')
  | ('stop' | 'resume' | 'version.set')

/** Where a row is listed among the uses of the key. */
export type AuditShown = 'use' | 'problem' | 'sign-in'

/** This signer's requests to peers are not among them: whoever caused one has a row of its own. */
const USES: ReadonlySet<string> = new Set([...KEY_USES, 'onboarding.asked', 'stop', 'resume'])

/** Outcomes of uses that nobody has to look at. */
const UNPROBLEMATIC: ReadonlySet<string> = new Set([
  ...['ok', 'answered', 'approved', 'allowed', 'asked', 'waiting'],
])

/** Null: not listed. Stored with each row: a change of this takes a migration for existing rows. */
export function auditShownAs(action: string, outcome: string): AuditShown | null {
  if (action === 'login') return 'sign-in'
  if (!USES.has(action)) return null
  return UNPROBLEMATIC.has(outcome) ? 'use' : 'problem'
}
