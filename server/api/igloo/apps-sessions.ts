import type { AppView } from '#contract/apps.ts'
import type { Nip46Policy, Nip46Recent, Nip46Session } from '#contract/nip46.ts'
import { ruleOfPermission } from '#nip46/requested-permissions.ts'

/** An app that is paired. */
export type PairedApp = AppView & { client: string }

/** How many kinds and methods of an app are told of. */
const RECENT_MAX = 5

export const isPaired = (app: AppView): app is PairedApp => app.client !== undefined

/**
 * An app as a session of igloo-server. Its picture is left out: consoles would load it from whoever the
 * app names.
 */
export function sessionOf(
  app: PairedApp,
  { relays, policy }: { relays: readonly string[]; policy: Nip46Policy },
): Nip46Session {
  const { client, name, claims, state, suspended, createdAt, pairedAt, lastUsedAt } = app
  return {
    pubkey: client,
    status: suspended || state === 'expired' ? 'pending' : 'active',
    profile: { name, ...(claims.url !== undefined && { url: claims.url }) },
    relays: [...relays],
    policy,
    created_at: createdAt,
    updated_at: pairedAt ?? createdAt,
    last_active_at: lastUsedAt ?? null,
  }
}

/** A row of the audit. */
interface Entry {
  actor: string
  action: string
  outcome: string
  detail: Readonly<Record<string, unknown>>
}

/** What an app has done last. @param entries of its keyset, the newest first */
export function recentOf(app: string, entries: readonly Entry[]): Nip46Recent {
  const kinds = new Set<number>()
  const methods = new Set<string>()
  for (const { actor, action, outcome, detail } of entries) {
    if (actor !== app || outcome !== 'ok') continue
    const method = action === 'sign' ? 'sign_event' : action.replace('.', '_')
    if (ruleOfPermission(method) !== null) methods.add(method)
    if (action === 'sign' && typeof detail['kind'] === 'number') kinds.add(detail['kind'])
  }
  return {
    recent_kinds: [...kinds].slice(0, RECENT_MAX),
    recent_methods: [...methods].slice(0, RECENT_MAX),
  }
}
