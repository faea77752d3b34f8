import type { Context } from '#app/context.ts'
import { notices as texts } from '#contract/texts/notices.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

/** Where the owner is told of what waits. */
export function notifyHandlers({
  keysets: {
    first: { kept, sinks, notifier },
  },
}: Context): Pick<Handlers, 'notify' | 'saveNotify' | 'deleteNotify' | 'tryNotify'> {
  const view = () => {
    const { source, sink } = sinks.inForce()
    return {
      source,
      ...(sink !== null && { host: new URL(sink.url).host }),
      hasToken: sink?.token != null,
      last: notifier.last,
      waiting: notifier.waiting,
    }
  }

  const changed = (actor: string) => {
    notifier.sinkChanged()
    const { source, host } = view()
    const detail = { source, ...(host !== undefined && { host }) }
    kept.audit.record({ actor, action: 'notify.set', outcome: 'ok', detail })
  }

  return {
    notify: ({ request }) => request.json(view()),

    saveNotify: (call) => {
      sinks.save(sinks.made(call.body))
      changed(actorOf(call))
      return call.request.json(view())
    },

    deleteNotify: (call) => {
      sinks.reset()
      changed(actorOf(call))
      return call.request.json(view())
    },

    tryNotify: async ({ request, body }) =>
      request.json(
        await notifier.try(sinks.made(body), {
          ...{ cause: 'test', kind: 'test', state: 'open', page: '/' },
          ...{ title: texts.testTitle, message: texts.test },
        }),
      ),
  }
}
