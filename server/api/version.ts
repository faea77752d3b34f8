import type { Context } from '#app/context.ts'
import type { Handlers } from '#http/router.ts'
import { BUILD } from '#lib/version.ts'
import { actorOf } from './actor.ts'

/** Which version this is, and whether there is a newer one. */
export const versionHandlers = ({
  updates,
  store,
}: Context): Pick<Handlers, 'version' | 'saveVersion'> => ({
  version: ({ request }) => request.json({ ...updates.view(), ...BUILD }),

  saveVersion: (call) => {
    const { asks } = call.body
    updates.allow(asks)
    store.audit.record({
      actor: actorOf(call),
      action: 'version.set',
      outcome: 'ok',
      detail: { asks },
    })
    return call.request.json({ ...updates.view(), ...BUILD })
  },
})
