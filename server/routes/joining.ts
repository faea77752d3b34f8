import type { Context } from '../context.ts'
import { joining as texts } from '../contract/messages.ts'
import { refuseUnconfirmed } from '../http/gate.ts'
import type { Handlers } from '../http/mount.ts'
import { actorOf } from './actor.ts'

/**
 * This device's own onboarding: started, viewed, given up or dismissed. `saveEnv` saves the result.
 */
export function joiningHandlers({
  auth,
  keysets: {
    first: { kept, joining },
  },
}: Context): Pick<Handlers, 'join' | 'joining' | 'giveUpJoining'> {
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

    joining: ({ request, principal }) =>
      joining.state.state === 'received' && !auth.isConfirmed(principal)
        ? refuseUnconfirmed(request)
        : request.json(joining.state),

    giveUpJoining: async (call) => {
      if (await joining.giveUp()) {
        kept.audit.record({ actor: actorOf(call), action: 'onboarding.give-up', outcome: 'ok' })
      }
      return call.request.json({ success: true })
    },
  }
}
