import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import type { AppFault, AppResult } from '#nip46/registration.ts'
import { actorOf } from './actor.ts'

type AppName =
  | 'apps'
  | 'inviteApp'
  | 'readAppInvitation'
  | 'acceptApp'
  | 'app'
  | 'updateApp'
  | 'reinviteApp'
  | 'removeApp'

const STATUS = { invalid: 400, unknown: 404, full: 409, unavailable: 503 } as const

/** Apps that sign with the group's key over relays (NIP-46). */
export function appHandlers({ keysets }: Context): Pick<Handlers, AppName> {
  const { apps, kept } = keysets.first

  const record = (call: Parameters<typeof actorOf>[0], action: string, app: string) =>
    kept.audit.record({ actor: actorOf(call), action, outcome: 'ok', detail: { app } })

  return {
    apps: ({ request }) => request.json({ apps: apps.list() }),

    app: (call) => {
      const app = apps.get(call.param('id'))
      return app === undefined
        ? call.request.json({ error: http.notFound }, 404)
        : call.request.json(app)
    },

    inviteApp: (call) => {
      const invited = apps.invite(call.body)
      if (!invited.ok) return refuse(call, invited)
      record(call, 'app.invite', invited.value.id)
      return call.request.json(invited.value)
    },

    reinviteApp: (call) => {
      const invited = apps.reinvite(call.param('id'), call.body.expiresIn)
      if (!invited.ok) return refuse(call, invited)
      record(call, 'app.invite', invited.value.id)
      return call.request.json(invited.value)
    },

    readAppInvitation: (call) => {
      const read = apps.read(call.body.uri)
      return read.ok ? call.request.json(read.value) : refuse(call, read)
    },

    acceptApp: async (call) => {
      const accepted = await apps.accept(call.body)
      if (!accepted.ok) return refuse(call, accepted)
      record(call, 'app.accept', accepted.value.id)
      return call.request.json(accepted.value)
    },

    updateApp: (call) => {
      const updated = apps.update(call.param('id'), call.body)
      if (!updated.ok) return refuse(call, updated)
      record(call, 'app.set', updated.value.id)
      return call.request.json(updated.value)
    },

    removeApp: (call) => {
      const id = call.param('id')
      if (!apps.remove(id)) return call.request.json({ error: http.notFound }, 404)
      record(call, 'app.remove', id)
      return call.request.json({ success: true })
    },
  }
}

/** Answers what an admission did not do, and why. */
export function refuse(
  { request }: { request: { json(body: object, status: 400 | 404 | 409 | 503): Response } },
  { fault, error }: Extract<AppResult<unknown>, { ok: false }>,
): Response {
  const status: (typeof STATUS)[AppFault] = STATUS[fault]
  return request.json({ error: fault === 'unknown' ? http.notFound : error }, status)
}
