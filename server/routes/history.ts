import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'

/** What is kept of the past. */
export const historyHandlers = ({
  keysets: {
    first: { history },
  },
}: Context): Pick<Handlers, 'history'> => ({
  history: ({ request }) => request.json(history.view()),
})
