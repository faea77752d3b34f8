import type { ErrorMessage, MessageType, Method, PolicyProfile } from './messages.ts'

const METHOD_OF: { readonly [T in MessageType]?: Method } = {
  PingRequest: 'ping',
  OnboardRequest: 'onboard',
  SignRequest: 'sign',
  EcdhRequest: 'ecdh',
}

/** What a request asks for; undefined for an answer. */
export const methodOf = (type: MessageType): Method | undefined => METHOD_OF[type]

/** The answer to a request that the sender's policy does not allow. */
export const denial = (method: Method): ErrorMessage => ({
  code: 'peer_denied',
  message: `inbound ${method} denied by local policy`,
})

/** The code of the answer to a request that the person at the peer has declined. We never send it. */
export const operatorDenied = 'operator_denied'

/** The answer to a signing request whose nonce of ours is not available. */
export const nonceUnavailable: ErrorMessage = {
  code: 'nonce_unavailable',
  message: 'a nonce of this request was used or is lost: ask again, with the next one',
}

/**
 * The answer to a request for several keys of which not all are allowed as they are.
 *
 * @param apart the keys to be asked for one by one: only then is the owner asked, or the key refused
 */
export const notTogether = (apart: readonly string[]): ErrorMessage => ({
  code: 'not_together',
  message: 'some of these keys are answered only one by one',
  apart,
})

/**
 * What a peer now says that it asks and answers: a profile made out to us replaces what was known,
 * whatever its revision.
 *
 * @param self our x-only key
 */
export const latestProfile = (
  known: PolicyProfile | null,
  received: PolicyProfile | null,
  self: string,
): PolicyProfile | null => (received?.for_peer === self ? received : known)
