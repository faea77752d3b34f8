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

const APP_ID = 'The id of the app, from `GET /api/apps`'

/** Apps that sign with the group's key over relays (NIP-46). */
export const appRoutes = {
  apps: route({
    method: 'get',
    path: '/api/apps',
    scope: 'read',
    summary: 'List the apps that are invited or paired (NIP-46), the oldest first',
    description: 'The answer holds no link.',
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
    summary: 'Invite an app: make a link (`bunker://`) that pairs it',
    description: 'The link pairs the first client that uses it within `expiresIn` seconds.',
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
    summary: "Read an app's own link (`nostrconnect://`), without pairing it",
    description: 'The answer says whose link it is, which relays it names, and what it asks for.',
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
    summary: 'Pair an app by its own link (`nostrconnect://`)',
    description:
      'The app is answered on the relays of its link. If none of them is heard, it is not ' +
      'paired (503).',
    body: apps.acceptRequest,
    answers: { 200: apps.acceptAnswer, 400: errorAnswer, 409: errorAnswer, 503: errorAnswer },
    handle: async (call, { keyset }) =>
      answerChange(call, keyset, 'app.accept', await keyset.apps.accept(call.body)),
  }),

  app: route({
    method: 'get',
    path: '/api/apps/:id',
    params: { id: APP_ID },
    scope: 'read',
    example: { params: { id: ID } },
    summary: 'Get one app: what it may do, what it has done, and its relays',
    answers: { 200: apps.appView, 404: errorAnswer },
    handle: ({ param, request }, { keyset }) => {
      const app = keyset.apps.get(param('id'))
      return app === undefined ? request.json(http.notFound, 404) : request.json(app)
    },
  }),

  updateApp: route({
    method: 'put',
    path: '/api/apps/:id',
    params: { id: APP_ID },
    scope: 'admin',
    confirm: ({ name: _, suspended, ...widening }) =>
      suspended === false || Object.values(widening).some((value) => value !== undefined),
    example: { params: { id: ID }, body: { suspended: true } },
    summary: "Change an app's name, preset, suspension, relays, end or other settings",
    description:
      'Fields that are left out stay as they are. A change is in force at once, also for ' +
      'requests under way.',
    body: apps.appUpdate,
    answers: { 200: apps.appView, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      answerChange(call, keyset, 'app.set', keyset.apps.update(call.param('id'), call.body)),
  }),

  reinviteApp: route({
    method: 'post',
    path: '/api/apps/:id/invite',
    params: { id: APP_ID },
    scope: 'admin',
    confirm: 'always',
    example: { params: { id: ID }, body: { expiresIn: 600 } },
    summary: 'Make a new link for an app',
    description:
      "The app's rights stay. A client that uses the new link takes the place of the old one. " +
      'A link made before is void.',
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
    params: { id: APP_ID },
    scope: 'admin',
    example: { params: { id: ID } },
    summary: 'Remove an app with its key, rules and questions',
    description: 'Nothing is sent to it from then on.',
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
