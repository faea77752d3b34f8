import * as credentials from '#contract/credentials.ts'
import { http } from '#contract/messages.ts'
import { errorAnswer } from '#contract/operations.ts'
import * as packages from '#contract/packages.ts'
import type { Route } from '#http/route.ts'

const failed = (error: string) => ({ success: false, error })

/** Credentials: checking, making and dealing them, and recovering the key from them. */
export const keysetsCalls = {
  recover: {
    method: 'post',
    path: '/api/recover',
    scope: 'admin',
    limit: 'recover',
    confirm: 'always',
    summary: 'Recover the secret key from enough shares; nothing is kept',
    body: credentials.recoverRequest,
    misfit: http.recoverMisfit,
    badRequest: failed,
    answers: { 200: credentials.recoverAnswer, 400: credentials.recoverRefusal },
  },
  validate: {
    method: 'post',
    path: '/api/recover/validate',
    scope: 'admin',
    limit: 'request',
    summary: 'Whether a credential is sound, and what is wrong with it',
    body: credentials.validateRequest,
    answers: { 200: credentials.validateAnswer, 400: errorAnswer },
  },
  keyset: {
    method: 'post',
    path: '/api/keyset',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'Make a keyset from a given secret key or a fresh one. Of 2026 (the default) this signer runs on ' +
      'the first share and keeps the others until they are handed out (/api/spares); of 1.x all are in ' +
      'the answer, and nothing is kept',
    body: credentials.keysetRequest,
    answers: { 200: credentials.keysetAnswer, 400: errorAnswer },
  },
  dealKeyset: {
    method: 'post',
    path: '/api/keyset/deal',
    scope: 'admin',
    limit: 'recover',
    confirm: 'always',
    summary: 'Deal fresh shares of a key in the 2026 generation; nothing is kept',
    body: packages.dealRequest,
    answers: { 200: packages.dealAnswer, 400: errorAnswer },
  },
} satisfies Record<string, Route>
