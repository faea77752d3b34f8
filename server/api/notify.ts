import type { Context } from '#app/context.ts'
import { notices as texts } from '#contract/texts/notifications.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

/** Where the owner is notified of questions. */
export function notifyHandlers({
  keysets: {
    first: { kept, channels, notifier },
  },
}: Context): Pick<Handlers, 'notify' | 'saveNotify' | 'deleteNotify' | 'tryNotify'> {
  const view = () => {
    const { source, channel } = channels.inForce()
    return {
      source,
      ...(channel !== null && { host: new URL(channel.url).host }),
      hasToken: channel?.token != null,
      last: notifier.last,
      waiting: notifier.waiting,
    }
  }

  const changed = (actor: string) => {
    notifier.channelChanged()
    const { source, host } = view()
    const detail = { source, ...(host !== undefined && { host }) }
    kept.audit.record({ actor, action: 'notify.set', outcome: 'ok', detail })
  }

  return {
    notify: ({ request }) => request.json(view()),

    saveNotify: (call) => {
      channels.save(channels.channelFor(call.body))
      changed(actorOf(call))
      return call.request.json(view())
    },

    deleteNotify: (call) => {
      channels.reset()
      changed(actorOf(call))
      return call.request.json(view())
    },

    tryNotify: async ({ request, body }) =>
      request.json(
        await notifier.test(channels.channelFor(body), {
          ...{ cause: 'test', kind: 'test', state: 'open', page: '/' },
          ...{ title: texts.testTitle, message: texts.test },
        }),
      ),
  }
}
