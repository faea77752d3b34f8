import { signer } from '#contract/codes.ts'
import { errorAnswer } from '#contract/refusal.ts'
import * as rules from '#contract/rules.ts'
import { statusOfStore } from '#http/errors.ts'
import { StoreError } from '#store/errors.ts'
import { type Api, route } from './route.ts'
import { TIME } from './samples.ts'

/** The owner's stop of everything that uses a key, for the whole process. */
export const stopRoutes = {
  stop: route({
    method: 'post',
    path: '/api/stop',
    scope: 'admin',
    example: { body: { minutes: 60 }, answer: { stopped: { since: TIME, until: TIME } } },
    summary: 'Stop every use of the key',
    description:
      'Once this is answered, no signature, key exchange, onboarding or decrypted text leaves ' +
      'Floe, not even of calls under way. The stop survives restarts, and lasts for `minutes`, ' +
      'or until it is lifted.',
    body: rules.stopRequest,
    bodyMayBeMissing: true,
    answers: { 200: rules.stopAnswer, 400: errorAnswer },
    handle: async ({ actor, body: { minutes }, request }, { stop, flushed, store }) => {
      const problem = stopNow(stop, minutes)
      await flushed()
      const detail = { ...(minutes !== undefined && { minutes }) }
      store.audit.record({ actor, action: 'stop', outcome: 'ok', detail })
      const { state: stopped } = stop
      if (problem === null) return request.json({ stopped })
      // The stop holds although it could not be saved: the answer has both.
      return request.json(
        { ...signer.stopNotKept(problem.why), stopped },
        statusOfStore(problem.code),
      )
    },
  }),

  resume: route({
    method: 'delete',
    path: '/api/stop',
    scope: 'admin',
    confirm: 'always',
    example: { answer: { stopped: null } },
    summary: 'Lift the stop',
    answers: { 200: rules.stopAnswer },
    handle: ({ actor, request }, { stop, store }) => {
      const wasStopped = stop.isStopped
      stop.lift()
      if (wasStopped) store.audit.record({ actor, action: 'resume', outcome: 'ok' })
      return request.json({ stopped: stop.state })
    },
  }),
}

/** @returns why the stop could not be saved, if so */
function stopNow(stop: Api['stop'], minutes: number | undefined): StoreError | null {
  try {
    stop.stop(minutes)
    return null
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
}
