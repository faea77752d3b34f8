import { z } from 'zod'
import { policiesGiven } from './env.ts'
import {
  KEYSET_NAME_CHARS_MAX,
  PACKAGE_CHARS_MAX,
  PACKAGE_PASSWORD_CHARS_MAX,
  PACKAGE_PASSWORD_CHARS_MIN,
} from './limits.ts'
import { packages as packageMessages } from './messages.ts'
import { cleanName } from './plain-text.ts'
import { errorAnswer } from './refusal.ts'
import { callerName } from './rules.ts'

/**
 * In which form a package is written: `older` for an Igloo of before 2026-06, `current` for all else. Each Igloo
 * opens one of the two only; Floe opens both.
 */
export const packageForms = ['current', 'older'] as const
export type PackageForm = (typeof packageForms)[number]
export const packageForm = z.enum(packageForms)
const form = packageForm
  .default('current')
  .describe(
    '`older`: for an Igloo of before 2026-06, which opens no other; `current`: for all else',
  )

/**
 * A bfshare, bfonboard or bfprofile of 2026, or a share that igloo-desktop, -cli or -web has
 * saved, and the password that opens it.
 */
export const packageRequest = z.object({
  package: z.string().trim().min(1).max(PACKAGE_CHARS_MAX),
  password: z.string().min(1).max(PACKAGE_PASSWORD_CHARS_MAX),
})
export type PackageRequest = z.infer<typeof packageRequest>

/** About how long this machine takes to open or to make a package in the current form. */
export const packageWork = z.object({
  seconds: z.int().describe('For a package in the form `current`'),
})
export type PackageWork = z.infer<typeof packageWork>

/** The relays of a package that its owner has seen and allows this device to connect to. */
const seen = {
  relays: z.array(z.string()),
  privateNetwork: z
    .boolean()
    .optional()
    .describe(
      'Allows host names that lead into a private network. Addresses in a private network ' +
        'are always allowed, because the owner sees them',
    ),
}

export const joinRequest = packageRequest.extend(seen)
export type JoinRequest = z.infer<typeof joinRequest>

export const openPackageRequest = packageRequest.extend({
  relays: seen.relays.optional(),
  privateNetwork: seen.privateNetwork,
  groupCredential: z
    .string()
    .optional()
    .describe(
      'The group of a bfshare, which does not contain it; missing: it is looked for on ' +
        '`relays`',
    ),
})
export type OpenPackageRequest = z.infer<typeof openPackageRequest>

/** What SHARE_CRED, GROUP_CRED, GROUP_NAME and RELAYS can be set to. */
export const credentials = z.object({
  shareCredential: z.string().describe('For 2026, a share package as JSON'),
  groupCredential: z.string().describe('For 2026, a group package as JSON'),
  name: z.string(),
  relays: z.array(z.string()),
})
export type PackageCredentials = z.infer<typeof credentials>

/** Relays that a package names, none of which has been connected to. */
const named = {
  relays: z.array(z.string()),
  privateRelays: z.array(z.string()).describe('Those of the relays that are in a private network'),
}

export const packageAnswer = z.discriminatedUnion('type', [
  credentials.extend({ type: z.literal('bfshare') }),
  /** `policies`: what it denies to peers. */
  credentials.extend({ type: z.literal('bfprofile'), policies: policiesGiven }),
  /** Saved by igloo-desktop, -cli or -web; the credentials are of 1.x. `policies`: what it denies to peers. */
  credentials.extend({ type: z.literal('igloo-share'), policies: policiesGiven }),
  /** Its group comes from the inviter: see the onboarding. Keys are x-only. */
  z.object({
    type: z.literal('bfonboard'),
    pubkey: z.string(),
    inviter: z.string(),
    ...named,
  }),
  /**
   * For a bfshare whose group must be looked for: open it again with the relays that may be asked.
   */
  z.object({ type: z.literal('relays'), ...named }),
])
export type PackageAnswer = z.infer<typeof packageAnswer>

/** A share of either generation, to be put into packages; one of 1.x is converted to 2026. */
export const sealRequest = z.object({
  password: z
    .string()
    .min(PACKAGE_PASSWORD_CHARS_MIN)
    .max(PACKAGE_PASSWORD_CHARS_MAX)
    .refine((password) => password === password.trim(), packageMessages.passwordEnds)
    .nullable()
    .describe('No space at its ends, because some apps drop it. Null: Floe makes one'),
  form,
  shareCredential: z
    .string()
    .optional()
    .describe('If the share or the group is missing, the one in force here is used'),
  groupCredential: z.string().optional(),
  name: z
    .string()
    .overwrite(cleanName)
    .min(1)
    .max(KEYSET_NAME_CHARS_MAX)
    .optional()
    .describe("The keyset's name in the package; missing: its name here"),
  deviceName: callerName
    .optional()
    .describe('The name here of the device that gets the package. It is saved'),
})
export type SealRequest = z.infer<typeof sealRequest>
export const sealAnswer = z.object({
  npub: z.string(),
  index: z.int(),
  pubkey: z
    .string()
    .describe('The public key of the share: compressed, 33 bytes, hex, as in `GET /api/peers`'),
  bfprofile: z
    .string()
    .describe(
      "The share with its group, the relays in force here and, for this server's own share, " +
        'its policies',
    ),
  bfshare: z.string().describe('The share with the relays'),
  password: z.string().describe('The password of both packages. Pass it on separately from them'),
})
export type SealAnswer = z.infer<typeof sealAnswer>

/**
 * The state of this device's onboarding. What was received stays on the server, sealed, until it is saved or
 * given up. This shows whose key it is, and no credential.
 */
export const onboardingState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** The package is being opened with its password. */
  z.object({ state: z.literal('opening'), form: packageForm }),
  /** No relay is heard yet. */
  z.object({ state: z.literal('connecting'), relays: z.array(z.string()), inviter: z.string() }),
  /** The inviter was asked this many times and has not answered yet. */
  z.object({
    state: z.literal('asking'),
    relays: z.array(z.string()),
    inviter: z.string(),
    tries: z.int(),
  }),
  z.object({
    state: z.literal('received'),
    name: z.string(),
    relays: z.array(z.string()),
    inviter: z.string(),
    npub: z.string(),
    threshold: z.int(),
    members: z.int(),
  }),
  z.object({
    state: z.literal('failed'),
    reason: z.enum(['package', 'relays', 'denied', 'silent', 'group', 'nonces']),
    /** In words for the owner: what is wrong, and what to do. */
    ...errorAnswer.shape,
  }),
])
/** Makes the signer run on what was received. */
export const keepJoinedRequest = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(KEYSET_NAME_CHARS_MAX)
    .optional()
    .describe("The keyset's name here; missing: its name at the inviter"),
})
export type KeepJoinedRequest = z.infer<typeof keepJoinedRequest>
export type OnboardingState = z.infer<typeof onboardingState>

/** A member that has asked this device for the group. */
export const onboardingAsked = z.object({
  pubkey: z.string().describe('Compressed, 33 bytes, hex'),
  index: z.int().describe('The index of its share in the group'),
  askedAt: z.iso.datetime().describe('When it first asked'),
  lastAskedAt: z.iso.datetime().describe('When it last asked'),
  state: z.enum(['waiting', 'approved', 'refused', 'answered']),
})
export type OnboardingAsked = z.infer<typeof onboardingAsked>
export const onboardingRequests = z.object({ requests: z.array(onboardingAsked) })
export type OnboardingRequests = z.infer<typeof onboardingRequests>
export const onboardingDecision = z.object({
  approve: z.boolean().describe('False: refuse'),
})

/** Deals fresh shares of a key from enough of its old ones; the whole key is in memory while this runs. */
export const dealRequest = z.object({
  groupCredential: z.string().min(1).describe('The group of the old shares, of 1.x or 2026'),
  shareCredentials: z
    .array(z.string())
    .min(1)
    .max(100)
    .describe('At least as many of the old shares as their threshold'),
  name: z.string().overwrite(cleanName).min(1).max(KEYSET_NAME_CHARS_MAX),
  threshold: z.int().describe('How many of the fresh shares a signature needs'),
  totalMembers: z.int().describe('How many fresh shares there are'),
  relays: z
    .array(z.string())
    .min(1)
    .describe('The relays where the new devices meet. Each package names them'),
  form: form.describe('The form of the packages for the other devices'),
})
export type DealRequest = z.infer<typeof dealRequest>
export const dealAnswer = z.object({
  npub: z.string(),
  groupCredential: z.string(),
  shareCredential: z.string().describe("This device's share"),
  packages: z
    .array(
      z.object({
        index: z.int(),
        pubkey: z
          .string()
          .describe(
            'The public key of the share: compressed, 33 bytes, hex, as in `GET /api/peers` ' +
              'once this device runs on its share',
          ),
        package: z.string().describe('The bfonboard package'),
        password: z.string().describe('The password of the package. Pass it on separately'),
      }),
    )
    .describe('One for each other device, in the order of their indices'),
})
export type DealAnswer = z.infer<typeof dealAnswer>
