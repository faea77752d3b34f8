import { z } from 'zod'
import { errorAnswer } from './refusal.ts'

/** Shapes of igloo-server's calls (v1.1.0), where they are not those of Floe's own. */

/** The only user there is. */
export const IGLOO_USER = 1

/** What a peer may do, as igloo-server says it; null: not set, so the default is in force. */
export const iglooPolicy = z.object({
  pubkey: z.string(),
  normalizedPubkey: z.string().describe('x-only, 32 bytes, hex'),
  allowSend: z.boolean().nullable().describe('Null: not set, so the default is in force'),
  allowReceive: z.boolean().nullable().describe('Null: not set, so the default is in force'),
  status: z.enum(['online', 'offline', 'unknown']),
  label: z.string().nullable().describe('The name that the owner has given it; null: none'),
  note: z.string().nullable(),
  source: z
    .enum(['runtime', 'config'])
    .nullable()
    .describe('`runtime`: set here; `config`: from the environment; null: the default'),
  lastUpdated: z.null(),
  effectiveSend: z
    .boolean()
    .describe('Whether this server asks the peer, by what is set or by default'),
  effectiveReceive: z
    .boolean()
    .describe('Whether this server answers the peer, by what is set or by default'),
  hasExplicitPolicy: z.boolean(),
})
export type IglooPolicy = z.infer<typeof iglooPolicy>

export const iglooPolicies = z.object({ policies: z.array(iglooPolicy) })

export const groupAnswer = z.object({
  pubkey: z.string().describe('x-only, hex'),
  threshold: z.int(),
  totalShares: z.int(),
})

export const userProfile = z.object({
  id: z.literal(IGLOO_USER),
  username: z.string(),
  createdAt: z.iso.datetime().nullable(),
  hasCredentials: z.boolean(),
})
export type UserProfile = z.infer<typeof userProfile>

/** What the signer runs on; null: not saved. */
export const userCredentials = z.object({
  group_cred: z.string().nullable(),
  share_cred: z.string().nullable(),
  relays: z.array(z.string()).nullable(),
  group_name: z.string().nullable(),
})
/** Null: it is deleted; left out: it stays. */
export const userCredentialsUpdate = userCredentials.partial()
export type UserCredentialsUpdate = z.infer<typeof userCredentialsUpdate>

export const userRelays = z.object({ relays: z.array(z.string()) })
/** The handler says what is wrong with one that does not fit. */
export const userRelaysUpdate = z.object({
  relays: z
    .unknown()
    .optional()
    .meta({ type: ['array', 'null'], items: { type: 'string' } }),
})

export const adminWhoami = z.object({ admin: z.literal(true), userId: z.int().nullable() })
export const adminStatus = z.object({
  initialized: z.boolean(),
  userCount: z.int(),
  hasAdminSecret: z.boolean(),
  mode: z.literal('database'),
})
export const adminUsers = z.object({ users: z.array(userProfile) })
/** A number, or its digits. */
export const userDelete = z.object({ userId: z.unknown() })

export const adminApiKey = z.object({
  id: z.string(),
  prefix: z
    .string()
    .describe('How the key begins: the same for all keys, because Floe stores only their hashes'),
  label: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  lastUsedIp: z.null(),
  revokedAt: z.null().describe('Always null: a revoked key disappears from the list'),
  revokedReason: z.null(),
  createdByUserId: z.null(),
  createdByAdmin: z.literal(true),
})
export const adminApiKeys = z.object({ apiKeys: z.array(adminApiKey) })

export const adminApiKeyRequest = z.object({
  label: z.string().optional(),
  userId: z.unknown().optional(),
  createdByAdmin: z.unknown().optional(),
  scope: z
    .enum(['read', 'sign', 'approve', 'admin'])
    .default('sign')
    .describe(
      'What the key may do. igloo-server has no such field, and its keys may do what `sign` ' +
        'allows',
    ),
})
export const adminApiKeyCreated = z.object({
  apiKey: z.object({
    id: z.string(),
    token: z.string().describe('The value of the key. Only this answer has it'),
    prefix: z.string(),
    label: z.string().nullable(),
    createdByUserId: z.int().nullable(),
    createdByAdmin: z.boolean(),
  }),
})
export const adminApiKeyRevoke = z.object({
  apiKeyId: z.union([z.string().min(1), z.number()]),
  reason: z.string().optional(),
})

export const onboardingStatus = z.object({
  initialized: z.boolean().describe('Whether somebody can sign in'),
  hasAdminSecret: z.boolean(),
  headlessMode: z.literal(false),
  skipAdminValidation: z.literal(false),
})
export const onboardingSetup = z.object({ username: z.string().trim(), password: z.string() })
/** igloo-server's form: a word, and a sentence. */
export const onboardingRefusal = errorAnswer.extend({ message: z.string().optional() })

export const envShares = z.array(
  z.object({
    hasShareCredential: z.boolean(),
    hasGroupCredential: z.boolean(),
    isValid: z.boolean(),
    savedAt: z.null(),
    id: z.string(),
    source: z.literal('environment'),
  }),
)
export const envShareRequest = z.object({
  shareCredential: z.string().min(1),
  groupCredential: z.string().min(1),
})
export const failedAnswer = errorAnswer.extend({ success: z.literal(false) })
export const confirmReveal = z.object({
  confirm: z.unknown().optional(),
  confirmReveal: z.unknown().optional(),
})
