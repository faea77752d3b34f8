import { z } from 'zod'
import { cleanName } from './plain-text.ts'
import { errorAnswer } from './refusal.ts'
import { presets } from './rule-terms.ts'
import { scopes } from './scopes.ts'

export const authMethods = z.enum(['api-key', 'basic-auth'])
export type AuthMethod = z.infer<typeof authMethods>

/** How the operator of this server gets a link that signs in once. */
export const signInLinkFrom = z.object({
  /** `command`: to be typed where Floe runs; `action`: the name of an action on the store's own page. */
  by: z.enum(['command', 'action']),
  text: z.string(),
})
export type SignInLinkFrom = z.infer<typeof signInLinkFrom>

export const authStatusAnswer = z.object({
  enabled: z.boolean(),
  methods: z.array(authMethods),
  rateLimiting: z.boolean(),
  /** Seconds without use after which a session ends. */
  sessionTimeout: z.int(),
  /** By a session or an API key made here. A password or API_KEY is not tried, because it could be guessed. */
  authenticated: z.boolean(),
  userId: z.string().optional(),
  /** No login method exists yet: only a sign-in link gives access. */
  needsSetup: z.boolean(),
  signInLink: signInLinkFrom,
  /** Whether the current password is needed to set a new one. */
  needsCurrentPassword: z.boolean().optional(),
})
export type AuthStatusAnswer = z.infer<typeof authStatusAnswer>

/** Trimmed: no username has spaces at its ends, but a person may type or paste one there. */
const username = z.string().trim().min(1)

export const loginRequest = z.union([
  z.object({ apiKey: z.string().min(1) }),
  z.object({ username, password: z.string().min(1) }),
  /** The token of a one-time sign-in link. */
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
export const loginRefusal = errorAnswer.extend({ success: z.literal(false) })

/** The credential that the session's user gives again. */
export const confirmRequest = z.union([
  z.object({ apiKey: z.string().min(1) }),
  /** Without a username, the session's own is meant. */
  z.object({ username: username.optional(), password: z.string().min(1) }),
])
export type ConfirmRequest = z.infer<typeof confirmRequest>

export const confirmAnswer = z.object({
  success: z.literal(true),
  /** Seconds for which secrets are now shown without asking. */
  confirmedFor: z.int(),
})
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

/** A session must confirm its user at /api/auth/confirm before it gets this. */
export const confirmNeeded = errorAnswer.extend({ code: z.literal('CONFIRM') })

export const passwordRequest = z.object({
  username: z.string().trim(),
  password: z.string(),
  /** Needed when a password is set already. */
  current: z.string().optional(),
})
export type PasswordRequest = z.infer<typeof passwordRequest>
export const passwordAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The message's code. */
  code: z.string(),
  /** For a caller with a session: the session that replaces it, and its idle time-out in seconds. */
  sessionId: z.string().optional(),
  expiresIn: z.int().optional(),
})
export type PasswordAnswer = z.infer<typeof passwordAnswer>

export const sessionList = z.object({
  sessions: z.array(
    z.object({
      /** Names the session, but gives no access. */
      handle: z.string(),
      userId: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      current: z.boolean(),
      /** The address from which somebody signed in. */
      address: z.string().optional(),
      /** The browser: 'Firefox on Linux'. */
      browser: z.string().optional(),
    }),
  ),
})
export type SessionList = z.infer<typeof sessionList>
export const endedSessions = z.object({ success: z.literal(true), ended: z.int() })
export type EndedSessions = z.infer<typeof endedSessions>

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(scopes),
  createdAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional(),
  /** False for the environment's key, which is revoked by removing it there. */
  revocable: z.boolean(),
})
export type ApiKeyView = z.infer<typeof apiKey>
export const apiKeyList = z.object({ keys: z.array(apiKey) })
export type ApiKeyList = z.infer<typeof apiKeyList>
export const apiKeyRequest = z.object({
  name: z.string().overwrite(cleanName).min(1).max(64),
  scope: z.enum(scopes),
  /** What a key that may sign does without a question; left out: all that its scope allows. */
  preset: z.enum(presets).optional(),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>
/** No later answer contains the key itself. */
export const apiKeyCreated = apiKey.extend({ key: z.string() })
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>
