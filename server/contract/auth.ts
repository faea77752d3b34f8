import { z } from 'zod'
import { cleanName } from './plain-text.ts'
import { errorAnswer } from './refusal.ts'
import { presets } from './rule-terms.ts'
import { scopes } from './scopes.ts'

export const authMethods = z.enum(['api-key', 'basic-auth'])
export type AuthMethod = z.infer<typeof authMethods>

/** How the operator of this server gets a link that signs in once. */
export const signInLinkFrom = z.object({
  by: z
    .enum(['command', 'action'])
    .describe(
      "`command`: to be typed where Floe runs; `action`: the name of an action on the app's " +
        'page in its store',
    ),
  text: z.string(),
})
export type SignInLinkFrom = z.infer<typeof signInLinkFrom>

export const authStatusAnswer = z.object({
  enabled: z.boolean().describe('Whether calls need a login at all'),
  methods: z.array(authMethods),
  rateLimiting: z.boolean(),
  sessionTimeout: z.int().describe('Seconds without use after which a session ends'),
  authenticated: z
    .boolean()
    .describe(
      'Whether this call has a valid session, or an API key made here. A password or API_KEY ' +
        'is not checked, because it could be guessed',
    ),
  userId: z.string().optional().describe('Who this call is made by; missing if not authenticated'),
  needsSetup: z.boolean().describe('No login method exists yet: only a sign-in link gives access'),
  signInLink: signInLinkFrom.describe(
    'How the operator of this server gets a link that signs in once',
  ),
  needsCurrentPassword: z
    .boolean()
    .optional()
    .describe(
      'Whether the current password is needed to set a new one; missing if not authenticated',
    ),
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
  sessionId: z.string().describe('To be sent as `X-Session-ID`'),
  userId: z.string(),
  expiresIn: z.int().describe('Seconds without use after which the session ends'),
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
  confirmedFor: z.int().describe('For how many seconds the session stays confirmed'),
})
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

/** A session must confirm its user at /api/auth/confirm before it gets this. */
export const confirmNeeded = errorAnswer.extend({ code: z.literal('CONFIRM') })

export const passwordRequest = z.object({
  username: z.string().trim(),
  password: z.string(),
  current: z
    .string()
    .optional()
    .describe('The current password. Needed if `needsCurrentPassword` is true'),
})
export type PasswordRequest = z.infer<typeof passwordRequest>
export const passwordAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  code: z.string().describe('The code of the message'),
  sessionId: z
    .string()
    .optional()
    .describe("The session that replaces the caller's; missing if the caller has none"),
  expiresIn: z.int().optional(),
})
export type PasswordAnswer = z.infer<typeof passwordAnswer>

export const sessionList = z.object({
  sessions: z.array(
    z.object({
      handle: z.string().describe('Names the session, but gives no access'),
      userId: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      current: z.boolean().describe("Whether it is the caller's own"),
      address: z.string().optional().describe('The address from which somebody signed in'),
      browser: z.string().optional().describe('The browser, such as `Firefox on Linux`'),
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
  createdAt: z.iso.datetime().optional().describe('Missing if not known'),
  lastUsedAt: z.iso.datetime().optional().describe('Missing: never'),
  revocable: z
    .boolean()
    .describe("False for the environment's key, which is revoked by removing it there"),
})
export type ApiKeyView = z.infer<typeof apiKey>
export const apiKeyList = z.object({ keys: z.array(apiKey) })
export type ApiKeyList = z.infer<typeof apiKeyList>
export const apiKeyRequest = z.object({
  name: z.string().overwrite(cleanName).min(1).max(64),
  scope: z.enum(scopes).describe('What calls the key may make: see `x-scope`'),
  preset: z
    .enum(presets)
    .optional()
    .describe('What the key may do without asking the owner; missing: all that its scope allows'),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>
/** No later answer contains the key itself. */
export const apiKeyCreated = apiKey.extend({
  key: z.string().describe('The value of the key'),
})
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>
