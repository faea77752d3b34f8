import { z } from 'zod'
import { errorAnswer } from '#contract/operations.ts'
import { questionPending } from '#contract/questions.ts'
import * as signing from '#contract/signing.ts'
import type { Route } from '#http/route.ts'

const coded = (error: string) => ({ error, code: 'BAD_REQUEST' })

const headers = {
  Prefer:
    'respond-async (RFC 7240): if the owner has to be asked, the answer is 202 at once and the ' +
    'result comes with GET /api/questions/:id; otherwise the call waits for a minute',
}

const others = {
  202: questionPending,
  400: signing.signFailure,
  403: z.union([signing.signFailure, errorAnswer]),
  502: signing.signFailure,
  503: signing.signFailure,
  504: signing.signFailure,
  507: signing.signFailure,
}

/** Uses of the group's key. */
export const signingCalls = {
  sign: {
    method: 'post',
    path: '/api/sign',
    scope: 'sign',
    limit: 'request',
    summary: "Sign a hash or an event with the group's key",
    headers,
    body: signing.signRequest,
    badRequest: coded,
    answers: {
      200: signing.signAnswer,
      ...others,
    },
  },
  nip44Encrypt: cipher('/api/nip44/encrypt', 'Encrypt to someone as the group (NIP-44)'),
  nip44Decrypt: cipher('/api/nip44/decrypt', 'Decrypt what was sent to the group (NIP-44)'),
  nip04Encrypt: cipher('/api/nip04/encrypt', 'Encrypt to someone as the group (NIP-04)'),
  nip04Decrypt: cipher('/api/nip04/decrypt', 'Decrypt what was sent to the group (NIP-04)'),
} satisfies Record<string, Route>

function cipher(path: string, summary: string) {
  return {
    method: 'post',
    path,
    scope: 'sign',
    limit: 'request',
    summary,
    headers,
    body: signing.cipherRequest,
    badRequest: coded,
    answers: {
      200: signing.cipherAnswer,
      ...others,
    },
  } satisfies Route
}
