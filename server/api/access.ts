import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

type AccessHandlers = Pick<
  Handlers,
  'sessions' | 'endSession' | 'endOtherSessions' | 'apiKeys' | 'createApiKey' | 'revokeApiKey'
>

/** What gives access: sessions and API keys, listed and revoked. */
export function accessHandlers({ auth, store }: Context): AccessHandlers {
  return {
    sessions: ({ principal, request }) =>
      request.json({
        sessions: auth.sessions.list(principal.sessionHash).map((session) => ({
          ...session,
          createdAt: iso(session.createdAt),
          lastUsedAt: iso(session.lastUsedAt),
        })),
      }),

    endSession: (call) => {
      const ended = auth.sessions.endByHandle(call.param('handle'))
      if (!ended) return call.request.json({ error: http.notFound }, 404)
      store.audit.record({ actor: actorOf(call), action: 'session.end', outcome: 'ok' })
      return call.request.json({ success: true })
    },

    endOtherSessions: (call) => {
      const ended = auth.sessions.endAll(call.principal.sessionHash)
      store.audit.record({
        actor: actorOf(call),
        action: 'session.end',
        outcome: 'ok',
        detail: { ended },
      })
      return call.request.json({ success: true, ended })
    },

    apiKeys: ({ request }) => request.json({ keys: auth.apiKeys.list().map(viewKey) }),

    createApiKey: (call) => {
      const { key, ...view } = auth.apiKeys.create(call.body)
      store.audit.record({
        actor: actorOf(call),
        action: 'api-key.create',
        outcome: 'ok',
        detail: { name: view.name, scope: view.scope },
      })
      return call.request.json({ ...viewKey(view), key })
    },

    revokeApiKey: (call) => {
      const revoked = auth.apiKeys.revoke(call.param('id'))
      if (!revoked) return call.request.json({ error: http.notFound }, 404)
      store.audit.record({ actor: actorOf(call), action: 'api-key.revoke', outcome: 'ok' })
      return call.request.json({ success: true })
    },
  }
}

interface KeyView {
  id: string
  name: string
  scope: string
  createdAt: number | null
  lastUsedAt: number | null
  revocable: boolean
}

const viewKey = ({ id, name, scope, createdAt, lastUsedAt, revocable }: KeyView) => ({
  id,
  name,
  scope,
  revocable,
  ...(createdAt === null ? {} : { createdAt: iso(createdAt) }),
  ...(lastUsedAt === null ? {} : { lastUsedAt: iso(lastUsedAt) }),
})

const iso = (ms: number): string => new Date(ms).toISOString()
