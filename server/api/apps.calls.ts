import * as apps from '#contract/apps.ts'
import { errorAnswer, successAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Apps that sign with the group's key over relays (NIP-46). */
export const appsCalls = {
  apps: {
    method: 'get',
    path: '/api/apps',
    scope: 'read',
    limit: 'request',
    summary: 'The apps that are invited or paired (NIP-46), the oldest first; never a link',
    answers: { 200: apps.appList },
  },
  inviteApp: {
    method: 'post',
    path: '/api/apps/invite',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'Invite an app: the answer has a bunker:// link, which pairs the first client that uses it ' +
      'within `expiresIn` seconds',
    body: apps.inviteRequest,
    answers: { 200: apps.inviteAnswer, 400: errorAnswer, 409: errorAnswer, 503: errorAnswer },
  },
  readAppInvitation: {
    method: 'post',
    path: '/api/apps/read',
    scope: 'admin',
    limit: 'request',
    summary: 'What a nostrconnect:// link says: whose it is, its relays, and what it asks for',
    body: apps.readInvitationRequest,
    answers: { 200: apps.invitation, 400: errorAnswer },
  },
  acceptApp: {
    method: 'post',
    path: '/api/apps/accept',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Pair the app whose nostrconnect:// link it is; it is answered on its own relays',
    body: apps.acceptRequest,
    answers: { 200: apps.acceptAnswer, 400: errorAnswer, 409: errorAnswer, 503: errorAnswer },
  },
  app: {
    method: 'get',
    path: '/api/apps/:id',
    scope: 'read',
    limit: 'request',
    summary: 'One app: what it may do, what it did, where it is heard',
    answers: { 200: apps.appView, 404: errorAnswer },
  },
  updateApp: {
    method: 'put',
    path: '/api/apps/:id',
    scope: 'admin',
    limit: 'request',
    confirm: ({ name: _, suspended, ...widening }: apps.AppUpdate) =>
      suspended === false || Object.values(widening).some((value) => value !== undefined),
    summary: 'Change what is given of an app, in force at once, also for what is under way',
    body: apps.appUpdate,
    answers: { 200: apps.appView, 400: errorAnswer, 404: errorAnswer },
  },
  reinviteApp: {
    method: 'post',
    path: '/api/apps/:id/invite',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'A new link for an app, whose rights stay; a client that uses it takes the place of the old one',
    body: apps.reinviteRequest,
    bodyMayBeMissing: true,
    answers: { 200: apps.inviteAnswer, 404: errorAnswer },
  },
  removeApp: {
    method: 'delete',
    path: '/api/apps/:id',
    scope: 'admin',
    limit: 'request',
    summary:
      'Remove an app with its key, rules and questions; nothing more is answered from then on',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>
