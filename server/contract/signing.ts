import { z } from 'zod'
import { signing } from './messages.ts'
import { errorAnswer } from './refusal.ts'
import { DATE_MAX_S, KIND_MAX } from './rule-terms.ts'
import { callerName } from './rules.ts'

const hex32 = z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex characters')

/** Empty or null counts as missing: programs send both for a field that they do not have. */
const ifGiven = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{64})?$/, 'must be 64 hex characters')
  .nullish()
  .transform((given) => given || undefined)
  .optional()

/** Half a surrogate pair has no UTF-8 bytes: it would be signed or sent as something else. */
const wellFormed = z.string().refine((text) => text.isWellFormed(), signing.notWellFormed)

export const unsignedEvent = z.object({
  kind: z.int().nonnegative().max(KIND_MAX, signing.kindTooHigh(KIND_MAX)),
  created_at: z.int().nonnegative().max(DATE_MAX_S, signing.notSeconds),
  tags: z.array(z.array(wellFormed)),
  content: wellFormed,
  /** Must be the group's key if given. */
  pubkey: ifGiven,
  /** Recomputed, and must match if given. */
  id: ifGiven,
})

/** Exactly one of the two. Not a union, whose errors could not name the field. */
export const signRequest = z
  .object({
    message: ifGiven,
    event: unsignedEvent.nullish().transform((given) => given ?? undefined),
  })
  .refine(
    ({ message, event }) => (message === undefined) !== (event === undefined),
    signing.messageOrEvent,
  )
export const signAnswer = z.object({
  /** What was signed: the message, or the event's id. */
  id: hex32,
  signature: z.string(),
  signedEvent: z.record(z.string(), z.unknown()).optional(),
})
export const signFailureCodes = [
  'BAD_REQUEST',
  'SIGN_FAILED',
  'NODE_UNAVAILABLE',
  'SIGN_TIMEOUT',
  /** What must be stored first can't be: the disk is full, or read-only. */
  'NOT_PERSISTED',
  /** By a rule, or by the owner. */
  'REFUSED',
  /** By the person at another device. Not tried again by itself. */
  'PEER_DECLINED',
  /** The person at another device is asked, and has not answered. Not tried again by itself. */
  'PEER_UNANSWERED',
  /** The owner has been asked and has not answered yet. */
  'UNANSWERED',
  /** The owner has stopped every use of the key. */
  'STOPPED',
] as const
export type SignFailureCode = (typeof signFailureCodes)[number]
export const signFailure = errorAnswer.extend({
  code: z.enum(signFailureCodes),
  /** What decided, in a word or two: `rule 12`, `preset everyday`, `answer`. */
  by: z.string().optional(),
  /** The id of the question that stays open, for GET /api/questions/:id. */
  question: z.string().optional(),
})

export const proofRequest = z
  .object({
    /** The key of the device that must take part, in any form; missing: any device. */
    pubkey: z.string().optional(),
  })
  .optional()
export const proofAnswer = z.object({
  at: z.iso.datetime(),
  /** Milliseconds until the signature was made and verified. */
  took: z.int(),
  /** The devices that took part besides this server. */
  devices: z.array(
    z.object({
      /** Compressed, hex. */
      pubkey: z.string(),
      member: z.int(),
      name: callerName.optional(),
    }),
  ),
})
export type ProofAnswer = z.infer<typeof proofAnswer>

/** The other party's key, x-only or compressed, and what to encrypt or decrypt. */
export const cipherRequest = z.object({
  peer_pubkey: z.string().regex(/^(?:0[23])?[0-9a-fA-F]{64}$/, 'must be a public key in hex'),
  content: wellFormed,
})
export const cipherAnswer = z.object({ result: z.string() })
