import type { Context } from '#app/context.ts'
import type { ApiKeyView } from '#auth/api-keys.ts'
import type { Principal } from '#auth/authenticator.ts'
import { IGLOO_USER } from '#contract/igloo.ts'
import { API_KEY_NAME_CHARS_MAX } from '#contract/limits.ts'
import { igloo as texts } from '#contract/texts/igloo.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from '../actor.ts'
import { iglooUserOf } from './igloo-user.ts'

type AdminHandlers = Pick<
  Handlers,
  | 'adminWhoami'
  | 'adminStatus'
  | 'adminUsers'
  | 'deleteAdminUser'
  | 'adminApiKeys'
  | 'createAdminApiKey'
  | 'revokeAdminApiKey'
>

/** All of a key that is not random. */
const PREFIX = 'floe_'
/** What a key without a label is called. */
const UNNAMED = 'API key'

/** igloo-server's calls for administrators. */
export function iglooAdminHandlers(context: Context): AdminHandlers {
  const { auth, store } = context
  return {
    adminWhoami: ({ request, principal }) =>
      request.json({ admin: true, userId: isPerson(principal) ? IGLOO_USER : null }),

    adminStatus: ({ request }) =>
      request.json({
        initialized: !auth.needsSetup,
        userCount: 1,
        hasAdminSecret: auth.adminSecret.isSet,
        mode: 'database',
      }),

    adminUsers: ({ request }) => request.json({ users: [iglooUserOf(context)] }),

    deleteAdminUser: ({ request, body }) => {
      const id = positiveInteger(body.userId)
      if (id === undefined) return request.json({ error: texts.userIdNeeded }, 400)
      return id === IGLOO_USER
        ? request.json({ error: texts.lastUser }, 400)
        : request.json({ error: texts.noUser }, 404)
    },

    adminApiKeys: ({ request }) => request.json({ apiKeys: auth.apiKeys.list().map(viewKey) }),

    createAdminApiKey: (call) => {
      const { label: given = '', userId, scope } = call.body
      const owner = userId === undefined ? null : positiveInteger(userId)
      if (owner === undefined) return call.request.json({ error: texts.userIdNeeded }, 400)
      const label = [...given.trim()].slice(0, API_KEY_NAME_CHARS_MAX).join('').trim()
      const { id, key } = auth.apiKeys.create({ name: label || UNNAMED, scope })
      store.audit.record({
        actor: actorOf(call),
        action: 'api-key.create',
        outcome: 'ok',
        detail: { name: label || UNNAMED, scope },
      })
      const apiKey = {
        id,
        token: key,
        prefix: PREFIX,
        label: label || null,
        createdByUserId: owner,
        createdByAdmin: true,
      }
      return call.request.json({ apiKey }, 201)
    },

    revokeAdminApiKey: (call) => {
      const revoked = auth.apiKeys.revoke(String(call.body.apiKeyId))
      if (!revoked) return call.request.json({ error: texts.noApiKey }, 404)
      store.audit.record({ actor: actorOf(call), action: 'api-key.revoke', outcome: 'ok' })
      return call.request.json({ success: true })
    },
  }
}

const isPerson = ({ kind }: Principal): boolean => kind !== 'api-key'

const viewKey = ({ id, name, createdAt, lastUsedAt }: ApiKeyView) => ({
  id,
  prefix: PREFIX,
  label: name,
  createdAt: iso(createdAt),
  updatedAt: iso(lastUsedAt ?? createdAt),
  lastUsedAt: iso(lastUsedAt),
  lastUsedIp: null,
  revokedAt: null,
  revokedReason: null,
  createdByUserId: null,
  createdByAdmin: true,
})

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** A number or its digits. Undefined: neither. */
function positiveInteger(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^\s*\d{1,15}\s*$/.test(given) ? Number(given) : given
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined
}
