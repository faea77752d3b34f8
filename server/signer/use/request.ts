import type { z } from 'zod'
import { policyOutcome, signing as texts } from '#contract/codes.ts'
import type { Failure as Why } from '#contract/message.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { Caller } from '#contract/rules.ts'
import type { SignFailureCode, unsignedEvent } from '#contract/signing.ts'
import { type RefusedBy, reasonName, refusalText } from '#policy/reasons.ts'
import type { Failure, FailureCode } from '../failure.ts'

/** A signature of an event, or of a hash whose content nobody has shown. */
export type SignRequest = {
  operation: 'sign'
  caller: Caller
  /** The app's client that asks, x-only. */
  client?: string | undefined
} & (
  | { event: z.infer<typeof unsignedEvent> }
  /**
   * 32 bytes, hex. `through`: it is a test signature, of 2026 only, with the peer that must take part (32 or 33
   * bytes, hex); null: any peer.
   */
  | { hash: string; through?: string | null }
)

export interface CipherRequest {
  operation: `${'nip44' | 'nip04'}.${'encrypt' | 'decrypt'}`
  caller: Caller
  /** The app's client that asks, x-only. */
  client?: string | undefined
  /** The recipient or the sender: 32 or 33 bytes, hex. */
  counterparty: string
  /** The plaintext, or the payload. */
  content: string
}

/** A use of the group's key. */
export type KeyRequest = SignRequest | CipherRequest

export interface Signed {
  /** What was signed: the hash, or the event's id. */
  id: string
  signature: string
  signedEvent?: NostrEvent
}

export interface Ciphered {
  /** The payload, or the plaintext. */
  result: string
}

/** The result of a request. */
export type Outcome<T> = Done<T> | Refused

interface Done<T> {
  ok: true
  value: T
  /** The peers that took part, x-only, where known. */
  peers?: readonly string[]
}

export interface Refused {
  ok: false
  code: SignFailureCode
  /** For people; holds nothing of the content. */
  why: Why
  /** What decided, if the policy did: see `reasonName`. */
  by?: string
  /** The question to the owner that is still open. */
  question?: PendingQuestion
}

export interface PendingQuestion {
  id: string
  /** Unix milliseconds. */
  runsOutAt: number
}

const CODE_OF_FAILURE: Record<FailureCode, SignFailureCode> = {
  invalid: 'BAD_REQUEST',
  busy: 'NODE_UNAVAILABLE',
  stopped: 'NODE_UNAVAILABLE',
  timeout: 'SIGN_TIMEOUT',
  notPersisted: 'NOT_PERSISTED',
  declined: 'PEER_DECLINED',
  unanswered: 'PEER_UNANSWERED',
}

export const badRequest = (why: Why): Refused => ({ ok: false, code: 'BAD_REQUEST', why })

/** The answer to a caller when the signer failed. */
export const failed = ({ why, code }: Failure): Refused => ({
  ok: false,
  code: code === undefined ? 'SIGN_FAILED' : CODE_OF_FAILURE[code],
  why,
})

/** Any other reason means that somebody or something refused. */
const CODE_OF_REASON: Partial<Record<RefusedBy['by'], SignFailureCode>> = {
  stopped: 'STOPPED',
  unanswered: 'UNANSWERED',
  unkept: 'NODE_UNAVAILABLE',
}

/** The answer to a caller when the policy denies its request. */
export const refusedFor = (reason: RefusedBy): Refused => ({
  ok: false,
  code: CODE_OF_REASON[reason.by] ?? 'REFUSED',
  why: refusalText(reason),
  by: reasonName(reason),
})

/** The owner has stopped a request that was allowed. */
export const stopped: Refused = {
  ok: false,
  code: 'STOPPED',
  why: policyOutcome.stopped,
  by: 'stopped',
}

/** A request that was allowed threw an error. */
export const unfinished: Refused = {
  ok: false,
  code: 'NODE_UNAVAILABLE',
  why: texts.nodeUnavailable(texts.unfinished),
}

/** The owner has not answered while the caller waited. */
export const unanswered = (question: PendingQuestion): Refused => ({
  ok: false,
  code: 'UNANSWERED',
  why: texts.unanswered(question.id),
  question,
})
