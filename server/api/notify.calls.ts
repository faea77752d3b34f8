import * as notify from '#contract/notify.ts'
import { errorAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Where the owner is told of what waits. */
export const notifyCalls = {
  notify: {
    method: 'get',
    path: '/api/notify',
    scope: 'admin',
    limit: 'request',
    summary: 'Where notices go, without the secrets in it, and how the last one fared',
    answers: { 200: notify.notifyAnswer },
  },
  saveNotify: {
    method: 'put',
    path: '/api/notify',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Say where notices go: a webhook, or a topic of ntfy; in force at once',
    body: notify.notifyRequest,
    answers: { 200: notify.notifyAnswer, 400: errorAnswer },
  },
  deleteNotify: {
    method: 'delete',
    path: '/api/notify',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Send no more notices, but to where the environment says',
    answers: { 200: notify.notifyAnswer },
  },
  tryNotify: {
    method: 'post',
    path: '/api/notify/test',
    scope: 'admin',
    limit: 'request',
    summary: 'Send a test notice there, before it is saved',
    body: notify.notifyRequest,
    answers: { 200: notify.notifyTried, 400: errorAnswer },
  },
} satisfies Record<string, Route>
