/**
 * Rows give way only to rows of their own class:
 *
 * - admin: what administrators do, and everything about secrets. Written to a file before it goes.
 * - use: what the group's key is used for: signatures, key exchanges, encryption; what is refused and asked
 * - login: who came in, or tried to
 * - onboarding: members that ask to be taken in
 *
 * In every class but the first, whoever has the most rows loses their oldest: so nobody who is loud, be it
 * a peer, an API key or a guesser, pushes out anybody else's.
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

const CLASSES: ReadonlyMap<string, AuditClass> = new Map([
  ...[
    ...['signature.given', 'signature.asked', 'exchange.given', 'sign'],
    ...['nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt'],
    ...['verdict', 'question'],
  ].map((action) => [action, 'use'] as const),
  ['login', 'login'],
  ['logout', 'login'],
  ['session.confirm', 'login'],
  ['onboarding.asked', 'onboarding'],
])

/** The class of an action's rows; an action not known to be noisy counts as an administrator's. */
export const auditClassOf = (action: string): AuditClass => CLASSES.get(action) ?? 'admin'

/**
 * Actions that concern the machine as a whole, whose rows belong to no keyset: who signed in, which API
 * keys there are, back-ups, the database itself.
 */
export const MACHINE_ACTIONS = [
  ...(['login', 'logout', 'session.confirm', 'session.end', 'password.set'] as const),
  ...(['api-key.create', 'api-key.revoke', 'backup', 'backup.plan', 'restore'] as const),
  ...(['database.adopt', 'database.changed', 'nonces.older', 'audit.gap'] as const),
  ...(['stop', 'resume', 'version.set'] as const),
] as const
export type MachineAction = (typeof MACHINE_ACTIONS)[number]

/** As what a row is listed among the uses of the key. */
export type AuditShown = 'use' | 'problem' | 'sign-in'

/**
 * What is asked of the group's key or of this signer's share, and its stop. Not what this signer asks of
 * peers: that has a row of its own for whoever wanted it.
 */
const USES: ReadonlySet<string> = new Set([
  ...['signature.given', 'exchange.given', 'onboarding.asked', 'sign'],
  ...['nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt'],
  ...['verdict', 'question', 'stop', 'resume'],
])

/** How a use ends that nobody has to look at. */
const UNPROBLEMATIC: ReadonlySet<string> = new Set([
  ...['ok', 'answered', 'approved', 'allowed', 'asked', 'waiting'],
])

/**
 * Null: it is none of them. Kept with each row: who changes this brings those that are there up to date in a
 * migration.
 */
export function auditShownAs(action: string, outcome: string): AuditShown | null {
  if (action === 'login') return 'sign-in'
  if (!USES.has(action)) return null
  return UNPROBLEMATIC.has(outcome) ? 'use' : 'problem'
}
