import { z } from 'zod'
import { APP_NAME_CHARS_MAX, APP_RELAYS_MAX, APP_URI_CHARS_MAX } from './limits.ts'
import { cleanName } from './plain-text.ts'
import { CALLER_NAME_CHARS_MAX, presets } from './rule-terms.ts'

/** Apps: remote-signing clients (NIP-46) that use the group's key. */

const name = z.string().overwrite(cleanName).min(1).max(CALLER_NAME_CHARS_MAX)
/** Normalised and checked by the handler, not here. */
const relays = z.array(z.string()).min(1).max(APP_RELAYS_MAX)
const preset = z.enum(presets).describe('What it may do without asking the owner')
const allow = z.array(z.string().max(64)).max(64).default([])
/** When the app is signed out by itself; null: never. */
const until = z.iso.datetime().nullable()

export const inviteRequest = z.object({
  name,
  preset,
  relays: relays
    .optional()
    .describe("The relays on which the app is met; missing: the signer's own"),
  expiresIn: z
    .int()
    .min(60)
    .max(86_400)
    .default(600)
    .describe('How long the link can be used, in seconds'),
  until: until.optional().describe('When it is signed out automatically; null or missing: never'),
  allow: allow.describe(
    'Permissions beyond the preset, for ever, as in `perms` of NIP-46: `sign_event:1`',
  ),
})
export type InviteRequest = z.infer<typeof inviteRequest>

export const inviteAnswer = z.object({
  id: z.string().describe('The id of the app'),
  uri: z.string().describe('The link: `bunker://…` (NIP-46). A secret as long as it can be used'),
  expiresAt: z.iso.datetime().describe('Until when the link can be used'),
})
export type InviteAnswer = z.infer<typeof inviteAnswer>

const uri = z.string().trim().min(1).max(APP_URI_CHARS_MAX)

export const readInvitationRequest = z.object({ uri })

/** What an app claims about itself. It is not verified, and no decision depends on it. */
export const claims = z.object({
  name: z.string().max(APP_NAME_CHARS_MAX).optional(),
  url: z.string().max(512).optional(),
  image: z.string().max(512).optional(),
})
export type Claims = z.infer<typeof claims>

/** What an app asks to be allowed, such as `sign_event:1` or `nip44_decrypt`. */
export const wish = z.object({
  wish: z.string().describe('The permission, such as `sign_event:1`'),
  words: z.string().describe('The same in words'),
  isDangerous: z
    .boolean()
    .describe("It allows something that can't be undone, or reading what was sent to the group"),
})
export type Wish = z.infer<typeof wish>

export const invitation = z.object({
  client: z.string().describe("The app's public key: x-only, hex"),
  claims,
  relays: z.array(z.string()),
  privateRelays: z.array(z.string()).describe('Those of the relays that are in a private network'),
  wishes: z.array(wish).describe('The permissions that it asks for'),
  known: z.string().optional().describe('The id of the app, if its link was accepted before'),
})
export type Invitation = z.infer<typeof invitation>

export const acceptRequest = z.object({
  uri: uri.describe("The app's link: `nostrconnect://…` (NIP-46)"),
  name: name.optional().describe('Missing: the name that the app claims'),
  preset,
  allow: allow.describe('Those of the requested permissions that are allowed for ever'),
  until: until.optional().describe('When it is signed out automatically; null or missing: never'),
})
export type AcceptRequest = z.infer<typeof acceptRequest>
export const acceptAnswer = z.object({ id: z.string() })

/** See `appView.state`. The rights of an app that is signed out stay, but nobody can use them. */
export const appStates = ['invited', 'paired', 'signed out', 'expired'] as const
export type AppState = (typeof appStates)[number]

export const appDay = z.object({
  day: z.iso.date(),
  uses: z
    .record(z.string(), z.int().positive())
    .describe('How often, by what was done: `sign:1`, `nip44.decrypt`'),
})
export type AppDay = z.infer<typeof appDay>

export const appRelay = z.object({
  url: z.string(),
  heard: z.boolean(),
  error: z
    .string()
    .optional()
    .describe('Why the relay is not heard, or why it did not take our last answer'),
  former: z
    .literal(true)
    .optional()
    .describe('A relay from before a change. It is left once the app uses the new ones'),
})

export const appView = z.object({
  id: z.string(),
  name: z.string(),
  state: z
    .enum(appStates)
    .describe(
      '`invited`: nobody has used its link yet; `signed out`: it has logged out, and has to ' +
        'be invited again; `expired`: its time is over, or it was not used for 30 days',
    ),
  preset: z
    .enum(presets)
    .nullable()
    .describe(
      'What it may do without a rule of its own; null: the owner is asked for everything ' +
        'that no rule decides',
    ),
  suspended: z.boolean().describe('Whether it is suspended: nothing that it asks for is answered'),
  signer: z
    .string()
    .describe('The public key that answers this app, and no other app: x-only, hex'),
  client: z
    .string()
    .optional()
    .describe("The app's public key: x-only, hex; missing as long as it is not paired"),
  claims: claims.describe('What the app says about itself. It is not verified'),
  relays: z.array(appRelay),
  createdAt: z.iso.datetime(),
  pairedAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional().describe('Missing: never'),
  until: z.iso
    .datetime()
    .optional()
    .describe('When it is signed out automatically; missing: never'),
  invitedUntil: z.iso
    .datetime()
    .optional()
    .describe('Until when its link can be used; missing if there is none'),
  wrongSecrets: z
    .int()
    .nonnegative()
    .describe('How often somebody tried to pair with a wrong or a used secret'),
  usesNip04: z
    .boolean()
    .describe('It has used the older cipher (NIP-04), which hides less than NIP-44'),
  nip04: z.boolean().describe('Whether requests in the older cipher (NIP-04) are answered'),
  authUrl: z
    .boolean()
    .describe('Whether the app is sent the address where the owner answers questions (`auth_url`)'),
  openFor: z.int().describe('How long its questions stay open, in seconds'),
  days: z.array(appDay).describe('The last 30 days on which it did something, the oldest first'),
})
export type AppView = z.infer<typeof appView>

export const appList = z.object({ apps: z.array(appView) })
export type AppList = z.infer<typeof appList>

/** Missing fields stay unchanged. */
export const appUpdate = z
  .object({
    name,
    preset,
    suspended: appView.shape.suspended,
    relays: relays.describe('The relays on which it is met'),
    until: until.describe('When it is signed out automatically; null: never'),
    nip04: appView.shape.nip04,
    authUrl: appView.shape.authUrl,
    openFor: z.int().min(30).max(3_600).describe('How long its questions stay open, in seconds'),
  })
  .partial()
export type AppUpdate = z.infer<typeof appUpdate>

/** A new link for an existing app. Its client stays paired until another one uses the link. */
export const reinviteRequest = z.object({
  expiresIn: z.int().min(60).max(86_400).default(600),
})
