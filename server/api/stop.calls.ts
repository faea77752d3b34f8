import { errorAnswer } from '#contract/operations.ts'
import * as rules from '#contract/rules.ts'
import type { Route } from '#http/route.ts'

/** The owner's stop, for the whole process. */
export const stopCalls = {
  stop: {
    method: 'post',
    path: '/api/stop',
    scope: 'admin',
    limit: 'request',
    summary:
      'Stop every use of the key: once this is answered no signature, key exchange, onboarding or ' +
      'plaintext leaves, also of what was under way. Survives restarts; for so many minutes, or ' +
      'until it is lifted',
    body: rules.stopRequest,
    bodyMayBeMissing: true,
    answers: { 200: rules.stopAnswer, 400: errorAnswer },
  },
  resume: {
    method: 'delete',
    path: '/api/stop',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Lift the stop',
    answers: { 200: rules.stopAnswer },
  },
} satisfies Record<string, Route>
