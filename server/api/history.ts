import { historyAnswer } from '#contract/history.ts'
import { route } from './route.ts'

/** The stored history. */
export const historyRoutes = {
  history: route({
    method: 'get',
    path: '/api/history',
    scope: 'read',
    summary: 'Get the history: uses of the key, and when devices and relays were there',
    description:
      'Uses of the key by day and caller (90 days), how long signatures took (30 days), and ' +
      'when devices and relays were there (24 hours, 30 days). A restart loses none of it.',
    answers: { 200: historyAnswer },
    handle: ({ request }, { keyset }) => request.json(keyset.history.view()),
  }),
}
