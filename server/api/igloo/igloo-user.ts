import type { Context } from '#app/context.ts'
import { IGLOO_USER, type UserCredentialsUpdate, type UserProfile } from '#contract/igloo.ts'
import type { EnvKey } from '#contract/keysets.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import { igloo as texts } from '#contract/texts/igloo.ts'
import type { Call, Handlers } from '#http/router.ts'
import { actorOf } from '../actor.ts'
import { envChangesOf } from '../env-changes-of.ts'
import type { Routes } from '../table.ts'

type UserHandlers = Pick<
  Handlers,
  | 'userProfile'
  | 'userCredentials'
  | 'saveUserCredentials'
  | 'replaceUserCredentials'
  | 'deleteUserCredentials'
  | 'userRelays'
  | 'saveUserRelays'
  | 'replaceUserRelays'
>

const ALL: readonly EnvKey[] = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME', 'RELAYS']

/** igloo-server's calls about its user: what they save and read is the first keyset's. */
export function iglooUserHandlers(context: Context): UserHandlers {
  const { settings } = context.keysets.first
  const changes = envChangesOf(context)

  const saveCredentials = (
    call: Call<Routes['saveUserCredentials'] | Routes['replaceUserCredentials']>,
  ): Response => {
    const { body, removed } = asEnv(call.body)
    const saved = changes.save(body, { actor: actorOf(call), removed })
    return saved.ok
      ? call.request.json({ success: true, message: texts.credentialsSaved })
      : call.request.json({ error: saved.error }, 400)
  }

  const saveRelays = (
    call: Call<Routes['saveUserRelays'] | Routes['replaceUserRelays']>,
  ): Response => {
    const { request } = call
    const { relays } = call.body
    if (relays === undefined) return request.json({ error: texts.relaysMissing }, 400)
    if (!isListOrNull(relays)) return request.json({ error: texts.relaysForm }, 400)
    const { body, removed } = asEnv({ relays })
    const saved = changes.save(body, { actor: actorOf(call), removed })
    return saved.ok
      ? request.json({ success: true, message: texts.relaysSaved })
      : request.json({ error: saved.error }, 400)
  }

  return {
    userProfile: ({ request }) => request.json(iglooUserOf(context)),

    userCredentials: ({ request }) => {
      const { SHARE_CRED, GROUP_CRED, GROUP_NAME, RELAYS } = settings()
      return request.json({
        group_cred: GROUP_CRED.value ?? null,
        share_cred: SHARE_CRED.value ?? null,
        relays: RELAYS.value === undefined ? null : parseRelaysSetting(RELAYS.value),
        group_name: GROUP_NAME.value ?? null,
      })
    },

    saveUserCredentials: saveCredentials,
    replaceUserCredentials: saveCredentials,

    deleteUserCredentials: (call) => {
      const removed = changes.remove(ALL, actorOf(call))
      if (!removed.ok) return call.request.json({ error: removed.error }, 400)
      return call.request.json({ success: true, message: texts.credentialsDeleted })
    },

    userRelays: ({ request }) =>
      request.json({ relays: parseRelaysSetting(settings().RELAYS.value) }),

    saveUserRelays: saveRelays,
    replaceUserRelays: saveRelays,
  }
}

/** The one user: whoever signs in. */
export function iglooUserOf({ store, config, keysets }: Context): UserProfile {
  const owner = store.owner.get()
  return {
    id: IGLOO_USER,
    username: owner?.username ?? config.auth.basic?.username ?? 'owner',
    createdAt: owner && owner.changedAt > 0 ? new Date(owner.changedAt).toISOString() : null,
    hasCredentials: keysets.first.supervisor.hasCredentials,
  }
}

const isListOrNull = (relays: unknown): relays is string[] | null =>
  relays === null || (Array.isArray(relays) && relays.every((relay) => typeof relay === 'string'))

/** A change in the form of /api/env, and what it deletes. */
function asEnv(update: UserCredentialsUpdate): {
  body: Partial<Record<EnvKey, string>>
  removed: EnvKey[]
} {
  const { group_cred, share_cred, group_name, relays } = update
  const given = {
    GROUP_CRED: group_cred,
    SHARE_CRED: share_cred,
    GROUP_NAME: group_name,
    RELAYS: relays && JSON.stringify(relays),
  }
  const entries = Object.entries(given) as [EnvKey, string | null | undefined][]
  return {
    body: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
    removed: entries.flatMap(([key, value]) => (value === null ? [key] : [])),
  }
}
