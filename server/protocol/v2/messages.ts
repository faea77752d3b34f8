import type { BlindingProof } from '../blinded-key.ts'
import type { GroupPackage } from './group.ts'

/**
 * The payloads of protocol 2026, with the field names of the wire. Every key, id, hash and code
 * is lower-case hex; x-only keys have 32 bytes, points 33.
 */

/** Two public nonces for one signature of one hash. `code` names them and is not derived from them. */
export interface Nonce {
  binder_pn: string
  hidden_pn: string
  code: string
}

export const METHODS = ['echo', 'ping', 'onboard', 'sign', 'ecdh'] as const
export type Method = (typeof METHODS)[number]
export type MethodFlags = Record<Method, boolean>

/** A record with the same value for each method. */
export const forEachMethod = <T>(value: T): Record<Method, T> => ({
  echo: value,
  ping: value,
  onboard: value,
  sign: value,
  ecdh: value,
})

/** Which requests the sender sends to `for_peer`, and which it answers. Times are Unix seconds. */
export interface PolicyProfile {
  for_peer: string
  revision: number
  updated: number
  block_all: boolean
  request: MethodFlags
  respond: MethodFlags
}

/** A ping of version 2. */
export interface Ping2 {
  version: 2
  /** The sender's nonces that the receiver may use with it. */
  advertised_nonces: Nonce[]
  /** The receiver's nonces that the sender still holds. */
  held_peer_nonce_codes: string[]
  policy_profile: PolicyProfile | null
  /**
   * The id of the sender's nonce pool, 32 bytes. A new id means that the earlier nonces are lost. Absent if it
   * is not known; never null, because Igloo beta then refuses the whole ping.
   */
  nonce_pool_generation?: string
  /**
   * In an answer: which of the nonces listed in the ping are still good. Only read: the form in which Igloo
   * beta sends it is not certain, and it refuses a ping with a field of another form.
   */
  recognized_peer_nonce_codes?: string[]
  /** The sender is Floe, which sends key shares without a weight. A field of our own. */
  weighted?: boolean
}

/** A ping of igloo-chrome 0.3.0. Its devices and those that use version 2 can't read each other's pings. */
export interface Ping1 {
  version: 1
  nonces: Nonce[] | null
  policy_profile: PolicyProfile | null
}

export type Ping = Ping1 | Ping2

export interface OnboardRequest {
  version: 1
  nonces: Nonce[]
}

export interface OnboardResponse {
  group: GroupPackage
  nonces: Nonce[]
}

export interface NonceEntry extends Nonce {
  hash_index: number
}

/** One signer's nonces: an entry for each hash. */
export interface NonceSet {
  idx: number
  entries: NonceEntry[]
}

/** The content of a signing request. `sid` covers all but the nonces. */
export interface SignSession {
  gid: string
  sid: string
  members: number[]
  hashes: string[]
  /** Bytes, hex. */
  content: string | null
  kind: string
  /** Unix seconds. */
  stamp: number
  nonces: NonceSet[]
}

export interface PartialSignature {
  hash_index: number
  sighash: string
  /** A scalar, 32 bytes. */
  partial_sig: string
}

export interface SignResponse {
  idx: number
  sid: string
  /** The signer's x-only key. */
  pubkey: string
  psigs: PartialSignature[]
  nonce_code: string | null
  replenish: Nonce[] | null
}

export interface EcdhEntry {
  /** The other party's x-only key. */
  ecdh_pk: string
  /** The sender's share of the shared point. */
  keyshare: string
}

/** Request and answer of a key exchange. */
export interface EcdhPackage {
  idx: number
  members: number[]
  entries: EcdhEntry[]
  /** In a request: the sender is Floe, which weights the key shares itself. A field of our own. */
  weighted?: boolean
  /**
   * In a request for several keys: proves that the last key is made from the others (blinded-key.ts). A
   * field of our own.
   */
  blinded?: BlindingProof
}

export interface ErrorMessage {
  code: string
  message: string
  /** In the answer to a request for several keys: the keys to ask for one by one; x-only. A field of our own. */
  apart?: readonly string[]
}

/** The payload of each message type. */
export interface Payloads {
  PingRequest: Ping
  PingResponse: Ping
  OnboardRequest: OnboardRequest
  OnboardResponse: OnboardResponse
  SignRequest: SignSession
  SignResponse: SignResponse
  EcdhRequest: EcdhPackage
  EcdhResponse: EcdhPackage
  Error: ErrorMessage
}

export type MessageType = keyof Payloads
export type Message = { [T in MessageType]: { type: T; data: Payloads[T] } }[MessageType]

const METHOD_OF: { readonly [T in MessageType]?: Method } = {
  PingRequest: 'ping',
  OnboardRequest: 'onboard',
  SignRequest: 'sign',
  EcdhRequest: 'ecdh',
}

/** The method of a request; undefined for an answer. */
export const methodOf = (type: MessageType): Method | undefined => METHOD_OF[type]

/** The error that answers a request which the policy for its sender does not allow. */
export const denial = (method: Method): ErrorMessage => ({
  code: 'peer_denied',
  message: `inbound ${method} denied by local policy`,
})

/** The code of the error that answers a request which the person at a peer has declined. We never send it. */
export const operatorDenied = 'operator_denied'

/** The error that answers a signing request with a nonce of ours that is not available. */
export const nonceUnavailable: ErrorMessage = {
  code: 'nonce_unavailable',
  message: 'a nonce of this request was used or is lost: ask again, with the next one',
}

/**
 * The error that answers a request for several keys, not all of which are allowed without a question.
 *
 * @param apart the keys to ask for one by one: only then is the owner asked about a key, or the key refused
 */
export const answeredOneByOne = (apart: readonly string[]): ErrorMessage => ({
  code: 'not_together',
  message: 'some of these keys are answered only one by one',
  apart,
})
