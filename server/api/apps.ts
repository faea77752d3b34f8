import * as apps from '#contract/apps.ts'
import { http } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import type { Call } from '#http/route.ts'
import type { AppFault, AppResult } from '#nip46/registration.ts'
import { type Api, route } from './route.ts'
import { APP_LINK, ID, KEY, RELAY, TIME } from './samples.ts'

const STATUS = { invalid: 400, unknown: 404, full: 409, unavailable: 503 } as const

/** Apps that sign with the group's key over relays (NIP-46). */
export const appRoutes = {
  apps: route({
    method: 'get',
    path: '/api/apps',
    scope: 'read',
    summary: 'The apps that are invited or paired (NIP-46), the oldest first; never a link',
    answers: { 200: apps.appList },
    handle: ({ request }, { keyset }) => request.json({ apps: keyset.apps.list() }),
  }),

  inviteApp: route({
    method: 'post',
    path: '/api/apps/invite',
    scope: 'admin',
    confirm: 'always',
    example: {
      body: { name: 'Notes', preset: 'everyday', relays: [RELAY] },
      answer: {
        id: ID,
        uri: `bunker://${KEY}?relay=wss%3A%2F%2Frelay.example&secret=...`,
        expiresAt: TIME,
      },
    },
    summary:
      'Invite an app: the answer has a bunker:// link, which pairs the first client that uses it ' +
      'within `expiresIn` seconds',
    body: apps.inviteRequest,
    answers: { 200: apps.inviteAnswer, 400: errorAnswer, 409: errorAnswer, 503: errorAnswer },
    handle: (call, { keyset }) =>
      answerChange(call, keyset, 'app.invite', keyset.apps.invite(call.body)),
  }),

  readAppInvitation: route({
    method: 'post',
    path: '/api/apps/read',
    scope: 'admin',
    example: { body: { uri: APP_LINK } },
    summary: 'What a nostrconnect:// link says: whose it is, its relays, and what it asks for',
    body: apps.readInvitationRequest,
    answers: { 200: apps.invitation, 400: errorAnswer },
    handle: (call, { keyset }) => {
      const read = keyset.apps.read(call.body.uri)
      return read.ok ? call.request.json(read.value) : refuse(call, read)
    },
  }),

  acceptApp: route({
    method: 'post',
    path: '/api/apps/accept',
    scope: 'admin',
    confirm: 'always',
    example: {
      body: { uri: APP_LINK, name: 'Notes', preset: 'everyday', allow: ['sign_event:1'] },
      answer: { id: ID },
    },
    summary: 'Pair the app whose nostrconnect:// link it is; it is answered on its own relays',
    body: apps.acceptRequest,
    answers: { 200: apps.acceptAnswer, 400: errorAnswer, 409: errorAnswer, 503: errorAnswer },
    handle: async (call, { keyset }) =>
      answerChange(call, keyset, 'app.accept', await keyset.apps.accept(call.body)),
  }),

  app: route({
    method: 'get',
    path: '/api/apps/:id',
    scope: 'read',
    example: { params: { id: ID } },
    summary: 'One app: what it may do, what it did, where it is heard',
    answers: { 200: apps.appView, 404: errorAnswer },
    handle: ({ param, request }, { keyset }) => {
      const app = keyset.apps.get(param('id'))
      return app === undefined ? request.json(http.notFound, 404) : request.json(app)
    },
  }),

  updateApp: route({
    method: 'put',
    path: '/api/apps/:id',
    scope: 'admin',
    confirm: ({ name: _, suspended, ...widening }) =>
      suspended === false || Object.values(widening).some((value) => value !== undefined),
    example: { params: { id: ID }, body: { suspended: true } },
    summary: 'Change what is given of an app, in force at once, also for what is under way',
    body: apps.appUpdate,
    answers: { 200: apps.appView, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      answerChange(call, keyset, 'app.set', keyset.apps.update(call.param('id'), call.body)),
  }),

  reinviteApp: route({
    method: 'post',
    path: '/api/apps/:id/invite',
    scope: 'admin',
    confirm: 'always',
    example: { params: { id: ID }, body: { expiresIn: 600 } },
    summary:
      'A new link for an app, whose rights stay; a client that uses it takes the place of the old one',
    body: apps.reinviteRequest,
    bodyMayBeMissing: true,
    answers: { 200: apps.inviteAnswer, 404: errorAnswer },
    handle: (call, { keyset }) => {
      const invited = keyset.apps.reinvite(call.param('id'), call.body.expiresIn)
      return answerChange(call, keyset, 'app.invite', invited)
    },
  }),

  removeApp: route({
    method: 'delete',
    path: '/api/apps/:id',
    scope: 'admin',
    example: { params: { id: ID } },
    summary:
      'Remove an app with its key, rules and questions; nothing more is answered from then on',
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: (call, { keyset }) => {
      const app = call.param('id')
      if (!keyset.apps.remove(app)) return call.request.json(http.notFound, 404)
      recordApp(keyset, call, { action: 'app.remove', app })
      return call.request.json({ success: true })
    },
  }),
}

/** Records a change of an app in the audit and answers with its result, or answers why nothing was changed. */
function answerChange(
  call: Pick<Call, 'actor' | 'request'>,
  keyset: Pick<Api['keyset'], 'kept'>,
  action: string,
  changed: AppResult<{ id: string }>,
): Response {
  if (!changed.ok) return refuse(call, changed)
  recordApp(keyset, call, { action, app: changed.value.id })
  return call.request.json(changed.value)
}

/** Records in the audit what a call did to an app. */
export const recordApp = (
  { kept }: Pick<Api['keyset'], 'kept'>,
  { actor }: Pick<Call, 'actor'>,
  { action, app }: { action: string; app: string },
): void => kept.audit.record({ actor, action, outcome: 'ok', detail: { app } })

/** Answers why an app was not paired or changed. */
export function refuse(
  { request }: Pick<Call, 'request'>,
  refusal: Extract<AppResult<unknown>, { ok: false }>,
): Response {
  const status: (typeof STATUS)[AppFault] = STATUS[refusal.fault]
  return request.json(refusal.fault === 'unknown' ? http.notFound : messageOf(refusal), status)
}
