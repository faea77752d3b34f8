import type { Context } from '#app/context.ts'
import { signer } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { statusOfStore } from '#http/store-status.ts'
import { StoreError } from '#store/errors.ts'
import { actorOf } from './actor.ts'

/** The owner's stop of everything that uses a key. */
export function stopHandlers({ stop, flushed, store }: Context): Pick<Handlers, 'stop' | 'resume'> {
  /** Why it could not be kept, if so. */
  const stopNow = (minutes: number | undefined): StoreError | null => {
    try {
      stop.stop(minutes)
      return null
    } catch (error) {
      if (error instanceof StoreError) return error
      throw error
    }
  }

  return {
    stop: async (call) => {
      const { minutes } = call.body
      const problem = stopNow(minutes)
      await flushed()
      store.audit.record({
        actor: actorOf(call),
        action: 'stop',
        outcome: 'ok',
        detail: { ...(minutes !== undefined && { minutes }) },
      })
      const { state: stopped } = stop
      if (problem === null) return call.request.json({ stopped })
      // It holds, and that is as much news as what is wrong.
      const error = signer.stopNotKept(problem.message)
      return call.request.json({ error, stopped }, statusOfStore(problem.code))
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
