import * as signing from '../../contract/signing.ts'
import type { Route } from '../route.ts'

const coded = (error: string) => ({ error, code: 'BAD_REQUEST' })

const failures = {
  400: signing.signFailure,
  502: signing.signFailure,
  503: signing.signFailure,
  504: signing.signFailure,
}

/** Uses of the group's key. */
export const signingCalls = {
  sign: {
    method: 'post',
    path: '/api/sign',
    scope: 'sign',
    limit: 'request',
    summary: "Sign a hash or an event with the group's key",
    body: signing.signRequest,
    badRequest: coded,
    answers: {
      200: signing.signAnswer,
      ...failures,
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
    body: signing.cipherRequest,
    badRequest: coded,
    answers: {
      200: signing.cipherAnswer,
      ...failures,
    },
  } satisfies Route
}
