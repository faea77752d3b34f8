import { z } from 'zod'
import { scopes } from './scopes.ts'

export const authMethods = z.enum(['api-key', 'basic-auth'])
export type AuthMethod = z.infer<typeof authMethods>

export const authStatusAnswer = z.object({
  enabled: z.boolean(),
  methods: z.array(authMethods),
  rateLimiting: z.boolean(),
  /** Seconds without use after which a session ends. */
  sessionTimeout: z.int(),
  authenticated: z.boolean(),
  userId: z.string().optional(),
  /** No login method exists yet: only a sign-in link lets in. */
  needsSetup: z.boolean(),
  /** Whether who is signed in must give the current password to set another one. */
  needsCurrentPassword: z.boolean().optional(),
})
export type AuthStatusAnswer = z.infer<typeof authStatusAnswer>

export const loginRequest = z.union([
  z.object({ apiKey: z.string().min(1) }),
  z.object({ username: z.string().min(1), password: z.string().min(1) }),
  /** What a one-time sign-in link carries. */
  z.object({ token: z.string().min(1) }),
])
export type LoginRequest = z.infer<typeof loginRequest>

export const loginAnswer = z.object({
  success: z.literal(true),
  sessionId: z.string(),
  userId: z.string(),
  /** Seconds. */
  expiresIn: z.int(),
})
export type LoginAnswer = z.infer<typeof loginAnswer>
export const loginRefusal = z.object({ success: z.literal(false), error: z.string() })

/** The credential of a session's user, given again. */
export const confirmRequest = z.union([
  z.object({ apiKey: z.string().min(1) }),
  /** Without a username: the session's own. */
  z.object({ username: z.string().min(1).optional(), password: z.string().min(1) }),
])
export type ConfirmRequest = z.infer<typeof confirmRequest>

export const confirmAnswer = z.object({
  success: z.literal(true),
  /** Seconds for which secrets are shown now without asking. */
  confirmedFor: z.int(),
})
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

/** A session has to show again who uses it, at /api/auth/confirm, before it gets this. */
export const confirmNeeded = z.object({ error: z.string(), code: z.literal('CONFIRM') })

export const passwordRequest = z.object({
  username: z.string(),
  password: z.string(),
  /** Needed when a password is set already. */
  current: z.string().optional(),
})
export type PasswordRequest = z.infer<typeof passwordRequest>
export const passwordAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Of who has come by a session: the one in its place, and its idle time-out in seconds. */
  sessionId: z.string().optional(),
  expiresIn: z.int().optional(),
})
export type PasswordAnswer = z.infer<typeof passwordAnswer>

export const sessionList = z.object({
  sessions: z.array(
    z.object({
      /** Names the session, and opens nothing. */
      handle: z.string(),
      userId: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      current: z.boolean(),
    }),
  ),
})
export type SessionList = z.infer<typeof sessionList>

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(scopes),
  createdAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional(),
  /** False for the environment's: it goes by being taken out of there. */
  revocable: z.boolean(),
})
export type ApiKeyView = z.infer<typeof apiKey>
export const apiKeyList = z.object({ keys: z.array(apiKey) })
export type ApiKeyList = z.infer<typeof apiKeyList>
export const apiKeyRequest = z.object({
  name: z.string().trim().min(1).max(64),
  scope: z.enum(scopes),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>
/** The key itself is in no later answer. */
export const apiKeyCreated = apiKey.extend({ key: z.string() })
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>
