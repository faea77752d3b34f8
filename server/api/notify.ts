import * as notify from '#contract/notify.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { notices as texts } from '#contract/texts/notifications.ts'
import { type Api, route } from './route.ts'

/** Where notifications of the owner go. */
export const notifyRoutes = {
  notify: route({
    method: 'get',
    path: '/api/notify',
    scope: 'admin',
    summary: 'Get where notifications go, without secrets, and how the last one fared',
    answers: { 200: notify.notifyAnswer },
    handle: ({ request }, { keyset }) => request.json(viewOf(keyset)),
  }),

  saveNotify: route({
    method: 'put',
    path: '/api/notify',
    scope: 'admin',
    confirm: 'always',
    example: {
      body: { url: 'https://ntfy.example/topic' },
      answer: { source: 'saved', host: 'ntfy.example', hasToken: false, last: null, waiting: 0 },
    },
    summary: 'Set where notifications go: a webhook, or a topic of ntfy',
    description: 'It is in force at once.',
    body: notify.notifyRequest,
    answers: { 200: notify.notifyAnswer, 400: errorAnswer },
    handle: ({ actor, body, request }, { keyset }) => {
      const { channels } = keyset
      channels.save(channels.channelFor(body))
      return request.json(applyChange(keyset, actor))
    },
  }),

  deleteNotify: route({
    method: 'delete',
    path: '/api/notify',
    scope: 'admin',
    confirm: 'always',
    summary: 'Delete the saved address for notifications',
    description: "They go to the environment's address again, if it has one.",
    answers: { 200: notify.notifyAnswer },
    handle: ({ actor, request }, { keyset }) => {
      keyset.channels.reset()
      return request.json(applyChange(keyset, actor))
    },
  }),

  tryNotify: route({
    method: 'post',
    path: '/api/notify/test',
    scope: 'admin',
    example: { body: { url: 'https://ntfy.example/topic' }, answer: { ok: true } },
    summary: 'Send a test notification to an address, before it is saved',
    body: notify.notifyRequest,
    answers: { 200: notify.notifyTried, 400: errorAnswer },
    handle: async ({ body, request }, { keyset: { channels, notifier } }) =>
      request.json(
        await notifier.test(channels.channelFor(body), {
          ...{ cause: 'test', kind: 'test', state: 'open', page: '/' },
          ...{ title: texts.testTitle, message: texts.test },
        }),
      ),
  }),
}

function viewOf({ channels, notifier }: Api['keyset']) {
  const { source, channel } = channels.inForce()
  return {
    source,
    ...(channel !== null && { host: new URL(channel.url).host }),
    hasToken: channel?.token != null,
    last: notifier.last,
    waiting: notifier.waiting,
  }
}

function applyChange(keyset: Api['keyset'], actor: string) {
  keyset.notifier.channelChanged()
  const view = viewOf(keyset)
  const { source, host } = view
  const detail = { source, ...(host !== undefined && { host }) }
  keyset.kept.audit.record({ actor, action: 'notify.set', outcome: 'ok', detail })
  return view
}
