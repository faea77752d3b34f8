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
  created_at: z
    .int()
    .nonnegative()
    .max(DATE_MAX_S, signing.notSeconds)
    .describe('Seconds since 1970'),
  tags: z.array(z.array(wellFormed)),
  content: wellFormed,
  pubkey: ifGiven.describe("The group's public key (hex), or missing"),
  id: ifGiven.describe('The id that the event will have (hex), or missing'),
})

/** Exactly one of the two. Not a union, whose errors could not name the field. */
export const signRequest = z
  .object({
    message: ifGiven.describe('A hash to sign: 32 bytes, hex'),
    event: unsignedEvent
      .nullish()
      .transform((given) => given ?? undefined)
      .describe('An event to sign'),
  })
  .refine(
    ({ message, event }) => (message === undefined) !== (event === undefined),
    signing.messageOrEvent,
  )
export const signAnswer = z.object({
  id: hex32.describe("What was signed, hex: the message, or the event's id"),
  signature: z.string().describe('BIP-340, 64 bytes, hex'),
  signedEvent: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The whole event; missing if a hash was signed'),
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
  by: z.string().optional().describe('What decided: `rule 12`, `preset everyday`, `answer`'),
  question: z
    .string()
    .optional()
    .describe('The id of the question that stays open, for `GET /api/questions/{id}`'),
})

export const proofRequest = z
  .object({
    pubkey: z
      .string()
      .optional()
      .describe(
        'The public key of the device that must take part: 32 or 33 bytes, hex. Missing: any ' +
          'device',
      ),
  })
  .optional()
export const proofAnswer = z.object({
  at: z.iso.datetime(),
  took: z.int().describe('Milliseconds until the signature was made and verified'),
  devices: z
    .array(
      z.object({
        pubkey: z.string().describe('Compressed, hex'),
        member: z.int(),
        name: callerName.optional(),
      }),
    )
    .describe('The devices that took part besides this server'),
})
export type ProofAnswer = z.infer<typeof proofAnswer>

/** The other party's key, x-only or compressed, and what to encrypt or decrypt. */
export const cipherRequest = z.object({
  peer_pubkey: z
    .string()
    .regex(/^(?:0[23])?[0-9a-fA-F]{64}$/, 'must be a public key in hex')
    .describe("The other party's public key: x-only or compressed, hex"),
  content: wellFormed.describe('The text to encrypt, or the ciphertext to decrypt'),
})
export const cipherAnswer = z.object({ result: z.string() })
