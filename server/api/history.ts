import { historyAnswer } from '#contract/history.ts'
import { route } from './route.ts'

/** The stored history. */
export const historyRoutes = {
  history: route({
    method: 'get',
    path: '/api/history',
    scope: 'read',
    summary:
      'Uses of the key by day and caller, how long signatures took, and when devices and relays were there',
    answers: { 200: historyAnswer },
    handle: ({ request }, { keyset }) => request.json(keyset.history.view()),
  }),
}
