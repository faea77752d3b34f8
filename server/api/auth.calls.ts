import * as auth from '#contract/auth.ts'
import { errorAnswer, successAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Whoever logs in is not known yet: no more than the longest username and password take. */
const LOGIN_BODY_BYTES = 16 * 1024

const failed = (error: string) => ({ success: false, error })

/** Who may sign in. */
export const authCalls = {
  authStatus: {
    method: 'get',
    path: '/api/auth/status',
    scope: 'open',
    limit: 'request',
    summary: 'Whether a login is needed, and by which methods',
    answers: { 200: auth.authStatusAnswer },
  },
  login: {
    method: 'post',
    path: '/api/auth/login',
    scope: 'open',
    limit: 'login',
    summary: 'Log in with an API key, with username and password, or with a sign-in link',
    body: auth.loginRequest,
    maxBody: LOGIN_BODY_BYTES,
    badRequest: failed,
    answers: { 200: auth.loginAnswer, 400: auth.loginRefusal, 401: auth.loginRefusal },
  },
  logout: {
    method: 'post',
    path: '/api/auth/logout',
    scope: 'open',
    limit: 'request',
    summary: 'End the session; its event streams close',
    answers: { 200: successAnswer },
  },
  confirm: {
    method: 'post',
    path: '/api/auth/confirm',
    scope: 'read',
    limit: 'login',
    summary:
      "Give a session's credential again: for five minutes it is shown secrets and may widen rights, which " +
      'otherwise answers 403 with the code CONFIRM',
    body: auth.confirmRequest,
    maxBody: LOGIN_BODY_BYTES,
    answers: { 200: auth.confirmAnswer, 400: errorAnswer },
  },
  setPassword: {
    method: 'put',
    path: '/api/auth/password',
    scope: 'admin',
    limit: 'login',
    confirm: 'sometimes',
    summary: 'Set or change username and password; other sessions end',
    body: auth.passwordRequest,
    answers: { 200: auth.passwordAnswer, 400: errorAnswer },
  },
} satisfies Record<string, Route>
