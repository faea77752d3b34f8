import type { Context } from '#app/context.ts'
import { http, joining as texts } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'
import { envChangesOf } from './env-changes-of.ts'

/** This device's own onboarding: started, viewed, saved, given up or dismissed. */
export function joiningHandlers(
  context: Context,
): Pick<Handlers, 'join' | 'joining' | 'keepJoined' | 'giveUpJoining'> {
  const { kept, joining } = context.keysets.first
  const changes = envChangesOf(context)
  return {
    join: (call) => {
      const { body, request } = call
      const begun = joining.begin(body)
      kept.audit.record({
        actor: actorOf(call),
        action: 'onboarding.start',
        outcome: begun ? 'ok' : 'refused',
      })
      return begun ? request.json(joining.state) : request.json({ error: texts.underWay }, 400)
    },

    joining: ({ request }) => request.json(joining.state),

    keepJoined: (call) => {
      const { request, body } = call
      const { received } = joining
      if (received === null) return request.json({ error: texts.nothing }, 404)
      const { shareCredential, groupCredential, relays } = received
      const name = body.name ?? received.name
      const saved = changes.save(
        {
          ...{ SHARE_CRED: shareCredential, GROUP_CRED: groupCredential },
          ...(name !== '' && { GROUP_NAME: name }),
          RELAYS: JSON.stringify(relays),
        },
        { actor: actorOf(call) },
      )
      if (!saved.ok) return request.json({ error: saved.error }, 400)
      const { warnings } = saved.value
      return request.json({
        success: true,
        message: http.envUpdated,
        ...(warnings.length > 0 && { warnings }),
      })
    },

    giveUpJoining: async (call) => {
      if (await joining.giveUp()) {
        kept.audit.record({ actor: actorOf(call), action: 'onboarding.give-up', outcome: 'ok' })
      }
      return call.request.json({ success: true })
    },
  }
}
