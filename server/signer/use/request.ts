import type { z } from 'zod'
import type { NostrEvent } from '#contract/nostr.ts'
import type { Caller } from '#contract/rules.ts'
import type { SignFailureCode, unsignedEvent } from '#contract/signing.ts'

/** A signature of an event, or of a bare hash, of which nobody has shown what it stands for. */
export type SignRequest = {
  operation: 'sign'
  /** Who wants the group's key used. */
  caller: Caller
  /** The app's client that asks, x-only. */
  client?: string | undefined
} & (
  | { event: z.infer<typeof unsignedEvent> }
  /** 32 bytes, hex. `through`: the member that must take part, 32 or 33 bytes, hex. */
  | { hash: string; through?: string }
)

export interface CipherRequest {
  operation: `${'nip44' | 'nip04'}.${'encrypt' | 'decrypt'}`
  caller: Caller
  /** The app's client that asks, x-only. */
  client?: string | undefined
  /** Whom it is encrypted to, or who sent it: 32 or 33 bytes, hex. */
  counterparty: string
  /** The plaintext, or the payload. */
  content: string
}

/** What can be asked of the group's key. */
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

/** The result of a request; the error is for people and holds nothing of the content. */
export type Outcome<T> = Done<T> | Refused

interface Done<T> {
  ok: true
  value: T
  /** With whom it was done, where that is known: x-only keys. */
  peers?: readonly string[]
}

export interface Refused {
  ok: false
  code: SignFailureCode
  error: string
  /** What decided, where that was a verdict: see `reasonName`. */
  by?: string
  /** What the owner is still asked. */
  question?: PendingQuestion
}

export interface PendingQuestion {
  id: string
  /** Unix milliseconds. */
  runsOutAt: number
}
