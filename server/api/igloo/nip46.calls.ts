import type { z } from 'zod'
import * as nip46 from '#contract/nip46.ts'
import { errorAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** The calls of igloo-server for apps (NIP-46), for its clients; `/api/apps` has more. */
export const nip46Calls = {
  nip46Transport: {
    method: 'get',
    path: '/api/nip46/transport',
    scope: 'read',
    limit: 'request',
    summary: 'Without its key: each app has one of its own, which nobody is given',
    answers: { 200: nip46.nip46Transport },
  },
  setNip46Transport: {
    method: 'put',
    path: '/api/nip46/transport',
    scope: 'admin',
    limit: 'request',
    summary: 'Refused: nobody sets the keys that answer apps',
    body: nip46.nip46TransportRequest,
    answers: { 400: errorAnswer },
  },
  nip46Relays: {
    method: 'get',
    path: '/api/nip46/relays',
    scope: 'read',
    limit: 'request',
    summary: 'The relays that apps are met on, all together',
    answers: { 200: nip46.nip46Relays },
  },
  setNip46Relays: {
    method: 'put',
    path: '/api/nip46/relays',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'Have every app met on those of the relays that are new, and on none that is missing; null or ' +
      'none: on those of the signer. Where an app was before it is heard until it has moved',
    body: nip46.nip46RelaysRequest,
    answers: { 200: nip46.nip46Relays, 400: errorAnswer },
  },
  addNip46Relays: {
    method: 'post',
    path: '/api/nip46/relays',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Have every app met on these relays too',
    body: nip46.nip46RelaysRequest,
    answers: { 200: nip46.nip46Relays, 400: errorAnswer },
  },
  connectNip46: {
    method: 'post',
    path: '/api/nip46/connect',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'Pair the app whose nostrconnect:// link it is. A new one may do nothing without asking, whatever ' +
      'its link asks for; one that was paired before keeps its name and its rights',
    body: nip46.nip46ConnectRequest,
    answers: {
      200: nip46.nip46ConnectAnswer,
      400: errorAnswer,
      409: errorAnswer,
      503: errorAnswer,
    },
  },
  nip46Requests: {
    method: 'get',
    path: '/api/nip46/requests',
    scope: 'approve',
    limit: 'request',
    summary:
      'What apps ask for that waits for the owner, the newest first; what is over is not kept',
    query: nip46.nip46RequestsQuery,
    answers: { 200: nip46.nip46Requests, 400: errorAnswer },
  },
  answerNip46Request: {
    method: 'post',
    path: '/api/nip46/requests',
    scope: 'approve',
    limit: 'request',
    confirm: ({ policy }: { policy?: unknown }) => policy !== undefined,
    summary:
      'Approve what an app asks for, or deny it (`fail` too); with `policy`, also what it may do without ' +
      'asking from then on',
    body: nip46.nip46RequestAction,
    answers: {
      200: nip46.nip46RequestAnswer,
      400: errorAnswer,
      403: errorAnswer,
      404: errorAnswer,
      409: errorAnswer,
    },
  },
  deleteNip46Request: {
    method: 'delete',
    path: '/api/nip46/requests',
    scope: 'approve',
    limit: 'request',
    summary: 'Deny what an app asks for, which is told so; `ok` is false when it does not wait',
    body: nip46.nip46RequestId,
    answers: { 200: nip46.nip46Done, 400: errorAnswer },
  },
  nip46Sessions: {
    method: 'get',
    path: '/api/nip46/sessions',
    scope: 'read',
    limit: 'request',
    summary: 'The apps that are paired; with `history=true` also what each has done last',
    query: nip46.nip46SessionsQuery,
    answers: { 200: nip46.nip46Sessions, 400: errorAnswer },
  },
  updateNip46Session: {
    method: 'post',
    path: '/api/nip46/sessions',
    scope: 'admin',
    limit: 'request',
    confirm: ({ status, relays, policy }: z.infer<typeof nip46.nip46SessionRequest>) =>
      status === 'active' || relays !== undefined || policy !== undefined,
    summary: 'Change an app that is paired; none is made without its link',
    body: nip46.nip46SessionRequest,
    answers: { 200: nip46.nip46SessionAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  setNip46Policy: {
    method: 'put',
    path: '/api/nip46/sessions/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'What an app may do without asking, as rules; logins (kinds 22242 and 27235) for ten minutes at most',
    body: nip46.nip46PolicyUpdate,
    answers: { 200: nip46.nip46Done, 400: errorAnswer, 404: errorAnswer },
  },
  setNip46Status: {
    method: 'put',
    path: '/api/nip46/sessions/:pubkey/status',
    scope: 'admin',
    limit: 'request',
    confirm: ({ status }: z.infer<typeof nip46.nip46StatusRequest>) => status === 'active',
    summary: '`pending` suspends an app, `active` lifts that, `revoked` removes it',
    body: nip46.nip46StatusRequest,
    answers: { 200: nip46.nip46Done, 400: errorAnswer, 404: errorAnswer },
  },
  deleteNip46Session: {
    method: 'delete',
    path: '/api/nip46/sessions/:pubkey',
    scope: 'admin',
    limit: 'request',
    summary: 'Remove an app; `ok` is false when there is none of this key',
    answers: { 200: nip46.nip46Done, 400: errorAnswer },
  },
  nip46History: {
    method: 'get',
    path: '/api/nip46/history',
    scope: 'read',
    limit: 'request',
    summary: 'What each app that is paired has done last: kinds and methods, by the audit',
    answers: { 200: nip46.nip46History },
  },
} satisfies Record<string, Route>
