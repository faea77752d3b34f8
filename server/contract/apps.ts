import { z } from 'zod'
import { APP_NAME_CHARS_MAX, APP_RELAYS_MAX, APP_URI_CHARS_MAX } from './limits.ts'
import { cleanName } from './plain-text.ts'
import { CALLER_NAME_CHARS_MAX, presets } from './rule-terms.ts'

/** Apps: remote-signing clients (NIP-46) that use the group's key. */

const name = z.string().overwrite(cleanName).min(1).max(CALLER_NAME_CHARS_MAX)
/** Normalised and checked by the handler, not here. */
const relays = z.array(z.string()).min(1).max(APP_RELAYS_MAX)
const allow = z.array(z.string().max(64)).max(64).default([])
/** When the app is signed out by itself; null: never. */
const until = z.iso.datetime().nullable()

export const inviteRequest = z.object({
  name,
  preset: z.enum(presets),
  /** Missing: the signer's own. */
  relays: relays.optional(),
  /** How long the link can be used, in seconds. */
  expiresIn: z.int().min(60).max(86_400).default(600),
  until: until.optional(),
  /** Permissions beyond the preset, for ever, as in `perms` of NIP-46. */
  allow,
})
export type InviteRequest = z.infer<typeof inviteRequest>

/** The link is a secret as long as it can be used. */
export const inviteAnswer = z.object({
  id: z.string(),
  /** `bunker://…` (NIP-46). */
  uri: z.string(),
  expiresAt: z.iso.datetime(),
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
  wish: z.string(),
  words: z.string(),
  /** It allows something that can't be undone, or reading what was sent to the group. */
  isDangerous: z.boolean(),
})
export type Wish = z.infer<typeof wish>

export const invitation = z.object({
  /** The app's key: x-only, hex. */
  client: z.string(),
  claims,
  relays: z.array(z.string()),
  /** The relays whose addresses are in a private network. */
  privateRelays: z.array(z.string()),
  wishes: z.array(wish),
  /** The id of the app, if its link was accepted before. */
  known: z.string().optional(),
})
export type Invitation = z.infer<typeof invitation>

export const acceptRequest = z.object({
  /** `nostrconnect://…` (NIP-46). */
  uri,
  /** Missing: the name that the app claims. */
  name: name.optional(),
  preset: z.enum(presets),
  /** The requested permissions that are allowed for ever. */
  allow,
  until: until.optional(),
})
export type AcceptRequest = z.infer<typeof acceptRequest>
export const acceptAnswer = z.object({ id: z.string() })

/**
 * `invited`: nobody has used the link yet; `signed out`: the app has logged out. Its rights stay, but nobody can
 * use them before it is invited again. `expired`: its time is over, or it was not used for 30 days.
 */
export const appStates = ['invited', 'paired', 'signed out', 'expired'] as const
export type AppState = (typeof appStates)[number]

/** Uses by what was done: `sign:1`, `nip44.decrypt`. */
export const appDay = z.object({
  day: z.iso.date(),
  uses: z.record(z.string(), z.int().positive()),
})
export type AppDay = z.infer<typeof appDay>

export const appRelay = z.object({
  url: z.string(),
  heard: z.boolean(),
  /** Why the relay is not heard, or why it did not take our last answer. */
  error: z.string().optional(),
  /** A relay from before a change. It is left once the app uses the new ones. */
  former: z.literal(true).optional(),
})

export const appView = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(appStates),
  /** Null: the owner is asked for everything that no rule decides. */
  preset: z.enum(presets).nullable(),
  suspended: z.boolean(),
  /** The key that answers this app, and nobody else. x-only, hex. */
  signer: z.string(),
  /** The app's key; missing as long as it is not paired. */
  client: z.string().optional(),
  claims,
  relays: z.array(appRelay),
  createdAt: z.iso.datetime(),
  pairedAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional(),
  /** When it is signed out by itself. */
  until: z.iso.datetime().optional(),
  /** Until when its link can be used. */
  invitedUntil: z.iso.datetime().optional(),
  /** Tries to pair with a wrong or a spent secret. */
  wrongSecrets: z.int().nonnegative(),
  /** The app has written in the older cipher (NIP-04), which hides less than NIP-44. */
  usesNip04: z.boolean(),
  /** Whether requests in the older cipher are answered. */
  nip04: z.boolean(),
  /** Whether it is sent the address where questions are answered (`auth_url`). */
  authUrl: z.boolean(),
  /** How long its questions stay open, in seconds. */
  openFor: z.int(),
  /** The last 30 days on which it did something, the oldest first. */
  days: z.array(appDay),
})
export type AppView = z.infer<typeof appView>

export const appList = z.object({ apps: z.array(appView) })
export type AppList = z.infer<typeof appList>

/** Missing fields stay unchanged. */
export const appUpdate = z
  .object({
    name,
    preset: z.enum(presets),
    suspended: z.boolean(),
    relays,
    until,
    nip04: z.boolean(),
    authUrl: z.boolean(),
    openFor: z.int().min(30).max(3_600),
  })
  .partial()
export type AppUpdate = z.infer<typeof appUpdate>

/** A new link for an existing app. Its client stays paired until another one uses the link. */
export const reinviteRequest = z.object({
  expiresIn: z.int().min(60).max(86_400).default(600),
})
