import type { Context } from '#app/context.ts'
import type { Handlers } from '#http/router.ts'

/** What is kept of the past. */
export const historyHandlers = ({
  keysets: {
    first: { history },
  },
}: Context): Pick<Handlers, 'history'> => ({
  history: ({ request }) => request.json(history.view()),
})
