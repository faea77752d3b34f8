import { z } from 'zod'
import { KEYSET_NAME_CHARS_MAX } from './limits.ts'
import { cleanName } from './plain-text.ts'
import { protocolNames } from './protocols.ts'
import { errorAnswer } from './refusal.ts'

export const shareRecord = z.object({
  shareCredential: z.string(),
  groupCredential: z.string(),
  savedAt: z.iso.datetime(),
  id: z.string(),
  name: z.string().optional(),
  /** Saved as a record, or what the signer runs on. */
  source: z.enum(['saved', 'environment']),
})
export const shareRecords = z.array(shareRecord)
export const shareRequest = z.object({
  shareCredential: z.string(),
  groupCredential: z.string(),
  name: z.string().overwrite(cleanName).max(KEYSET_NAME_CHARS_MAX).optional(),
})

/** A keyset's public description. */
export const keysetOutline = z.object({
  /** The oldest generation that its credentials can speak. */
  generation: z.enum(protocolNames),
  /** The share's index. */
  index: z.int(),
  threshold: z.int(),
  members: z.int(),
  /** The share's own public key, compressed, hex. */
  pubkey: z.string(),
  /** The key that the keyset signs for, x-only, hex; and as an npub. */
  groupPubkey: z.string(),
  npub: z.string(),
})
export type KeysetOutline = z.infer<typeof keysetOutline>

/** A share record without its credentials. */
export const recordOutline = shareRecord
  .pick({
    ...{ id: true, name: true, savedAt: true, source: true },
  })
  .extend({
    /** Null where its credentials can't be read. */
    keyset: keysetOutline.nullable(),
  })
export type RecordOutline = z.infer<typeof recordOutline>

export const credentialsAnswer = z.object({
  /** Whether a share and a group credential are in force. */
  configured: z.boolean(),
  name: z.string().optional(),
  relays: z.array(z.string()),
  /** Hosts without a dot that relays may have (`RELAY_HOSTS`). */
  relayHosts: z.array(z.string()),
  /** Null where there is none, or its credentials can't be read. */
  keyset: keysetOutline.nullable(),
  /** As `GET /api/shares` lists them. */
  records: z.array(recordOutline),
})
export type CredentialsAnswer = z.infer<typeof credentialsAnswer>

export const recoverRequest = z.object({
  groupCredential: z.string().min(1),
  shareCredentials: z.array(z.string()).min(1).max(100),
})
const invalidShares = z.array(errorAnswer.extend({ index: z.int() }))
export const recoverAnswer = z.object({
  success: z.literal(true),
  nsec: z.string(),
  npub: z.string(),
  details: z.object({
    sharesUsed: z.int(),
    thresholdRequired: z.int(),
    invalidShares: invalidShares.optional(),
  }),
})
export const recoverRefusal = errorAnswer.extend({
  success: z.literal(false),
  details: z
    .object({
      provided: z.int().optional(),
      required: z.int().optional(),
      invalidShares: invalidShares.optional(),
    })
    .optional(),
})

export const credentialKinds = ['share', 'group', 'credential', 'relay', 'nsec'] as const
export const validateRequest = z.object({ type: z.enum(credentialKinds), credential: z.string() })
/** Whether a credential is valid, and its public content. */
export const validateAnswer = z.object({
  /** The fields of igloo-server: that the check took place, its result, and what its consoles read. */
  success: z.literal(true),
  validation: z.object({ isValid: z.boolean(), message: z.string().optional() }),
  /** For a valid group, or a valid share. */
  decoded: z
    .union([z.object({ threshold: z.int(), totalShares: z.int() }), z.object({ idx: z.int() })])
    .optional(),
  /** What Floe adds. */
  valid: z.boolean(),
  ...errorAnswer.partial().shape,
  details: z.record(z.string(), z.unknown()).optional(),
})

export const keysetRequest = z.object({
  name: z.string().overwrite(cleanName).min(1).max(KEYSET_NAME_CHARS_MAX),
  threshold: z.int(),
  totalMembers: z.int(),
  /** An nsec or 64 hex characters; without it, a fresh key is made. */
  secretKey: z.string().optional(),
  /** 1.x only where every device is old: its signatures give shares away. */
  generation: z.enum(protocolNames).default('2026'),
  /** 2026: where its devices meet; by default, the relays in force. */
  relays: z.array(z.string()).optional(),
})
export type KeysetRequest = z.input<typeof keysetRequest>
export const keysetAnswer = z.discriminatedUnion('generation', [
  /** Nothing is saved. */
  z.object({
    generation: z.literal('1.x'),
    groupCredential: z.string(),
    shareCredentials: z.array(z.string()),
  }),
  /** Saved: this signer runs on the first share, and keeps the others until they are handed out. */
  z.object({ generation: z.literal('2026'), npub: z.string(), index: z.int(), pubkey: z.string() }),
])
export type KeysetAnswer = z.infer<typeof keysetAnswer>
