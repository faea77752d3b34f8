import { historyAnswer } from '#contract/history.ts'
import type { Route } from '#http/route.ts'

/** What is kept of the past. */
export const historyCalls = {
  history: {
    method: 'get',
    path: '/api/history',
    scope: 'read',
    limit: 'request',
    summary:
      'Uses of the key by day and caller, how long signatures took, and when devices and relays were there',
    answers: { 200: historyAnswer },
  },
} satisfies Record<string, Route>
