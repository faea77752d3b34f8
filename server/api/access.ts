import type { ApiKeyView } from '#auth/api-keys.ts'
import * as auth from '#contract/auth.ts'
import { http } from '#contract/codes.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { iso, route } from './route.ts'
import { ID, TIME } from './samples.ts'

/** What gives access: sessions and API keys. */
export const accessRoutes = {
  sessions: route({
    method: 'get',
    path: '/api/auth/sessions',
    scope: 'admin',
    summary: 'List the open sessions',
    answers: { 200: auth.sessionList },
    handle: ({ principal, request }, { auth: { sessions } }) =>
      request.json({
        sessions: sessions.list(principal.sessionHash).map((session) => ({
          ...session,
          createdAt: iso(session.createdAt),
          lastUsedAt: iso(session.lastUsedAt),
        })),
      }),
  }),

  endSession: route({
    method: 'delete',
    path: '/api/auth/sessions/:handle',
    params: { handle: 'The handle of the session, from `GET /api/auth/sessions`' },
    scope: 'admin',
    example: { params: { handle: '3f9a1c' } },
    summary: 'End a session',
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: ({ actor, param, request }, { auth: { sessions }, store }) => {
      const isEnded = sessions.endByHandle(param('handle'))
      if (!isEnded) return request.json(http.notFound, 404)
      store.audit.record({ actor, action: 'session.end', outcome: 'ok' })
      return request.json({ success: true })
    },
  }),

  endOtherSessions: route({
    method: 'delete',
    path: '/api/auth/sessions',
    scope: 'admin',
    summary: "End all sessions but the caller's",
    answers: { 200: auth.endedSessions },
    handle: ({ actor, principal, request }, { auth: { sessions }, store }) => {
      const ended = sessions.endAll(principal.sessionHash)
      store.audit.record({ actor, action: 'session.end', outcome: 'ok', detail: { ended } })
      return request.json({ success: true, ended })
    },
  }),

  apiKeys: route({
    method: 'get',
    path: '/api/auth/keys',
    scope: 'admin',
    example: {
      answer: { keys: [{ id: ID, name: 'Bot', scope: 'sign', createdAt: TIME, revocable: true }] },
    },
    summary: 'List the API keys, without their values',
    answers: { 200: auth.apiKeyList },
    handle: ({ request }, { auth: { apiKeys } }) =>
      request.json({ keys: apiKeys.list().map(viewKey) }),
  }),

  createApiKey: route({
    method: 'post',
    path: '/api/auth/keys',
    scope: 'admin',
    confirm: 'always',
    example: {
      body: { name: 'Bot', scope: 'sign', preset: 'everyday' },
      answer: {
        id: ID,
        name: 'Bot',
        scope: 'sign',
        createdAt: TIME,
        revocable: true,
        key: 'floe_...',
      },
    },
    summary: 'Make an API key',
    description: 'Only this answer has its value.',
    body: auth.apiKeyRequest,
    answers: { 200: auth.apiKeyCreated, 400: errorAnswer },
    handle: ({ actor, body, request }, { auth: { apiKeys }, keyset, store }) => {
      const { key, ...view } = apiKeys.create(body)
      const { name, scope } = view
      const { preset } = body
      // Nobody has the key before this answer, so the preset is in force in time.
      if (preset !== undefined) {
        keyset.policy.ruleSet.update({ door: 'program', id: view.id }, { preset })
      }
      store.audit.record({
        actor,
        action: 'api-key.create',
        outcome: 'ok',
        detail: { name, scope, ...(preset !== undefined && { preset }) },
      })
      return request.json({ ...viewKey(view), key })
    },
  }),

  revokeApiKey: route({
    method: 'delete',
    path: '/api/auth/keys/:id',
    params: { id: 'The id of the API key, from `GET /api/auth/keys`' },
    scope: 'admin',
    example: { params: { id: ID } },
    summary: 'Revoke an API key',
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: ({ actor, param, request }, { auth: { apiKeys }, store }) => {
      const isRevoked = apiKeys.revoke(param('id'))
      if (!isRevoked) return request.json(http.notFound, 404)
      store.audit.record({ actor, action: 'api-key.revoke', outcome: 'ok' })
      return request.json({ success: true })
    },
  }),
}

const viewKey = ({ id, name, scope, createdAt, lastUsedAt, revocable }: ApiKeyView) => ({
  id,
  name,
  scope,
  revocable,
  ...(createdAt === null ? {} : { createdAt: iso(createdAt) }),
  ...(lastUsedAt === null ? {} : { lastUsedAt: iso(lastUsedAt) }),
})
