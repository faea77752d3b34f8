import type { ApiKeyView } from '#auth/api-keys.ts'
import { igloo as texts } from '#contract/codes.ts'
import * as igloo from '#contract/igloo.ts'
import { API_KEY_NAME_CHARS_MAX } from '#contract/limits.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { iso, route } from '../route.ts'
import { ID } from '../samples.ts'
import { iglooUserOf } from './user.ts'

/** The part of a key that is not random. */
const PREFIX = 'floe_'
/** The name of a key without a label. */
const UNNAMED = 'API key'

const access = { scope: 'admin', adminSecret: true } as const

/** igloo-server's calls for administrators. */
export const iglooAdminRoutes = {
  adminWhoami: route({
    method: 'get',
    path: '/api/admin/whoami',
    ...access,
    summary: 'Check that the caller is an administrator',
    answers: { 200: igloo.adminWhoami },
    handle: ({ principal: { kind }, request }) =>
      request.json({ admin: true, userId: kind === 'api-key' ? null : igloo.IGLOO_USER }),
  }),

  adminStatus: route({
    method: 'get',
    path: '/api/admin/status',
    ...access,
    summary: 'Check whether somebody can sign in, and whether there is an admin secret',
    answers: { 200: igloo.adminStatus },
    handle: ({ request }, { auth }) =>
      request.json({
        initialized: !auth.needsSetup,
        userCount: 1,
        hasAdminSecret: auth.adminSecret.isSet,
        mode: 'database',
      }),
  }),

  adminUsers: route({
    method: 'get',
    path: '/api/admin/users',
    ...access,
    summary: 'List the one user',
    answers: { 200: igloo.adminUsers },
    handle: ({ request }, api) => request.json({ users: [iglooUserOf(api)] }),
  }),

  deleteAdminUser: route({
    method: 'post',
    path: '/api/admin/users/delete',
    ...access,
    example: { body: { userId: 1 } },
    summary: 'Always refused: the one user stays',
    body: igloo.userDelete,
    answers: { 400: errorAnswer, 404: errorAnswer },
    handle: ({ body, request }) => {
      const id = positiveInteger(body.userId)
      if (id === undefined) return request.json(texts.userIdNeeded, 400)
      return id === igloo.IGLOO_USER
        ? request.json(texts.lastUser, 400)
        : request.json(texts.noUser, 404)
    },
  }),

  adminApiKeys: route({
    method: 'get',
    path: '/api/admin/api-keys',
    ...access,
    summary: 'List the API keys, without their values',
    answers: { 200: igloo.adminApiKeys },
    handle: ({ request }, { auth }) => request.json({ apiKeys: auth.apiKeys.list().map(viewKey) }),
  }),

  createAdminApiKey: route({
    method: 'post',
    path: '/api/admin/api-keys',
    ...access,
    confirm: 'always',
    example: { body: { label: 'Bot' } },
    summary: 'Make an API key, with the scope `sign` unless another is given',
    description: 'Only this answer has its value.',
    body: igloo.adminApiKeyRequest,
    answers: { 201: igloo.adminApiKeyCreated, 400: errorAnswer },
    handle: ({ actor, body, request }, { auth, store }) => {
      const { label: given = '', userId, scope } = body
      const owner = userId === undefined ? null : positiveInteger(userId)
      if (owner === undefined) return request.json(texts.userIdNeeded, 400)
      const label = [...given.trim()].slice(0, API_KEY_NAME_CHARS_MAX).join('').trim()
      const name = label || UNNAMED
      const { id, key } = auth.apiKeys.create({ name, scope })
      store.audit.record({
        actor,
        action: 'api-key.create',
        outcome: 'ok',
        detail: { name, scope },
      })
      const apiKey = {
        id,
        token: key,
        prefix: PREFIX,
        label: label || null,
        createdByUserId: owner,
        createdByAdmin: true,
      }
      return request.json({ apiKey }, 201)
    },
  }),

  revokeAdminApiKey: route({
    method: 'post',
    path: '/api/admin/api-keys/revoke',
    ...access,
    example: { body: { apiKeyId: ID } },
    summary: 'Revoke an API key',
    body: igloo.adminApiKeyRevoke,
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: ({ actor, body, request }, { auth, store }) => {
      const isRevoked = auth.apiKeys.revoke(String(body.apiKeyId))
      if (!isRevoked) return request.json(texts.noApiKey, 404)
      store.audit.record({ actor, action: 'api-key.revoke', outcome: 'ok' })
      return request.json({ success: true })
    },
  }),
}

const viewKey = ({ id, name, createdAt, lastUsedAt }: ApiKeyView) => ({
  id,
  prefix: PREFIX,
  label: name,
  createdAt: isoOrNull(createdAt),
  updatedAt: isoOrNull(lastUsedAt ?? createdAt),
  lastUsedAt: isoOrNull(lastUsedAt),
  lastUsedIp: null,
  revokedAt: null,
  revokedReason: null,
  createdByUserId: null,
  createdByAdmin: true,
})

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

/** Reads a positive number, or the digits of one. Undefined for anything else. */
function positiveInteger(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^\s*\d{1,15}\s*$/.test(given) ? Number(given) : given
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined
}
