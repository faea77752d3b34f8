import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { actorOf } from './actor.ts'

/** The owner's stop of everything that uses a key. */
export function stopHandlers({ stop, hasLeft, store }: Context): Pick<Handlers, 'stop' | 'resume'> {
  return {
    stop: async (call) => {
      const { minutes } = call.body
      stop.stop(minutes)
      await hasLeft()
      store.audit.record({
        actor: actorOf(call),
        action: 'stop',
        outcome: 'ok',
        detail: { ...(minutes !== undefined && { minutes }) },
      })
      return call.request.json({ stopped: stop.state })
    },

    resume: (call) => {
      const wasStopped = stop.isStopped
      stop.lift()
      if (wasStopped) {
        store.audit.record({ actor: actorOf(call), action: 'resume', outcome: 'ok' })
      }
      return call.request.json({ stopped: stop.state })
    },
  }
}
