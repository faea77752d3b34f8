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
  source: z
    .enum(['saved', 'environment'])
    .describe(
      '`saved`: a saved record; `environment`: what the signer runs on, if it is not saved ' +
        'as a record',
    ),
})
export const shareRecords = z.array(shareRecord)
export const shareRequest = z.object({
  shareCredential: z.string(),
  groupCredential: z.string(),
  name: z.string().overwrite(cleanName).max(KEYSET_NAME_CHARS_MAX).optional(),
})

/** A keyset's public description. */
export const keysetOutline = z.object({
  generation: z
    .enum(protocolNames)
    .describe('The oldest version of the protocol that its credentials can speak'),
  index: z.int().describe('The index of the share in the group'),
  threshold: z.int().describe('How many shares a signature needs'),
  members: z.int().describe('How many shares there are'),
  pubkey: z.string().describe('The public key of the share: compressed, hex'),
  groupPubkey: z
    .string()
    .describe('The public key that the keyset signs for: x-only, hex. `npub` is the same key'),
  npub: z.string(),
})
export type KeysetOutline = z.infer<typeof keysetOutline>

/** A share record without its credentials. */
export const recordOutline = shareRecord
  .pick({
    ...{ id: true, name: true, savedAt: true, source: true },
  })
  .extend({
    keyset: keysetOutline.nullable().describe("Null if its credentials can't be read"),
  })
export type RecordOutline = z.infer<typeof recordOutline>

export const credentialsAnswer = z.object({
  configured: z.boolean().describe('Whether the signer has a share and a group'),
  name: z.string().optional(),
  relays: z.array(z.string()),
  relayHosts: z
    .array(z.string())
    .describe('Hosts without a dot that relays may have (`RELAY_HOSTS`)'),
  keyset: keysetOutline
    .nullable()
    .describe("Null if there is none, or its credentials can't be read"),
  records: z.array(recordOutline).describe('The share records, as in `GET /api/shares`'),
})
export type CredentialsAnswer = z.infer<typeof credentialsAnswer>

export const recoverRequest = z.object({
  groupCredential: z.string().min(1),
  shareCredentials: z
    .array(z.string())
    .min(1)
    .max(100)
    .describe('At least as many shares as the threshold'),
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
export const validateRequest = z.object({
  type: z
    .enum(credentialKinds)
    .describe('What it should be; `credential`: a share and its group in one text'),
  credential: z.string(),
})
/** Whether a credential is valid, and its public content. */
export const validateAnswer = z.object({
  /** The fields of igloo-server: that the check took place, its result, and what its consoles read. */
  success: z.literal(true),
  validation: z.object({ isValid: z.boolean(), message: z.string().optional() }),
  decoded: z
    .union([z.object({ threshold: z.int(), totalShares: z.int() }), z.object({ idx: z.int() })])
    .optional()
    .describe('What a valid group or a valid share contains'),
  valid: z.boolean().describe('Whether it is valid; if not, `error` says what is wrong'),
  ...errorAnswer.partial().shape,
  details: z.record(z.string(), z.unknown()).optional(),
})

export const keysetRequest = z.object({
  name: z.string().overwrite(cleanName).min(1).max(KEYSET_NAME_CHARS_MAX),
  threshold: z.int().describe('How many shares a signature needs'),
  totalMembers: z.int().describe('How many shares there are'),
  secretKey: z
    .string()
    .optional()
    .describe('An nsec or 64 hex characters; missing: a fresh key is made'),
  generation: z
    .enum(protocolNames)
    .default('2026')
    .describe(
      'The version of the protocol. Choose 1.x only if every device is old: its signatures ' +
        'give shares away',
    ),
  relays: z
    .array(z.string())
    .optional()
    .describe('For 2026: where the devices meet; missing: the relays in force here'),
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
