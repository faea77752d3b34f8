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
const form = packageForm.default('current')

/**
 * A bfshare, bfonboard or bfprofile of the 2026 generation, or a share that igloo-desktop, -cli or -web has
 * saved, and the password that opens it.
 */
export const packageRequest = z.object({
  package: z.string().trim().min(1).max(PACKAGE_CHARS_MAX),
  password: z.string().min(1).max(PACKAGE_PASSWORD_CHARS_MAX),
})
export type PackageRequest = z.infer<typeof packageRequest>

/** About how long this machine takes to open or to make a package in the current form. */
export const packageWork = z.object({ seconds: z.int() })
export type PackageWork = z.infer<typeof packageWork>

/** The relays of a package that its owner has seen and allows this device to connect to. */
const seen = {
  relays: z.array(z.string()),
  /** Allows names that lead into a private network. Private addresses need no permission: the owner sees them. */
  privateNetwork: z.boolean().optional(),
}

export const joinRequest = packageRequest.extend(seen)
export type JoinRequest = z.infer<typeof joinRequest>

export const openPackageRequest = packageRequest.extend({
  relays: seen.relays.optional(),
  privateNetwork: seen.privateNetwork,
  /**
   * For a bfshare, which does not hold its group; without this, the group is looked for on
   * `relays`.
   */
  groupCredential: z.string().optional(),
})
export type OpenPackageRequest = z.infer<typeof openPackageRequest>

/** What SHARE_CRED, GROUP_CRED, GROUP_NAME and RELAYS can be set to. */
export const credentials = z.object({
  /** For 2026, a share package as JSON. */
  shareCredential: z.string(),
  /** For 2026, a group package as JSON. */
  groupCredential: z.string(),
  name: z.string(),
  relays: z.array(z.string()),
})
export type PackageCredentials = z.infer<typeof credentials>

/** Relays that a package names, none of which has been connected to. */
const named = {
  relays: z.array(z.string()),
  /** The relays whose addresses are in a private network. */
  privateRelays: z.array(z.string()),
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
  /** Null: Floe makes one. Some apps drop spaces at its ends. */
  password: z
    .string()
    .min(PACKAGE_PASSWORD_CHARS_MIN)
    .max(PACKAGE_PASSWORD_CHARS_MAX)
    .refine((password) => password === password.trim(), packageMessages.passwordEnds)
    .nullable(),
  form,
  /** If only one of the two is given, the other is the one in force here. */
  shareCredential: z.string().optional(),
  groupCredential: z.string().optional(),
  /** The keyset's name in the package; default: its name here. */
  name: z.string().overwrite(cleanName).min(1).max(KEYSET_NAME_CHARS_MAX).optional(),
  /** The name here of the device that gets the package. */
  deviceName: callerName.optional(),
})
export type SealRequest = z.infer<typeof sealRequest>
export const sealAnswer = z.object({
  npub: z.string(),
  index: z.int(),
  /** The key of the share's member. Compressed, 33 bytes, hex: as in the list of peers. */
  pubkey: z.string(),
  /**
   * The share with its group, the relays in force here and, for this device's own share, its
   * policies.
   */
  bfprofile: z.string(),
  /** The share with the relays. */
  bfshare: z.string(),
  /** The password given, or the one made; to be passed on separately from the packages. */
  password: z.string(),
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
  /** The keyset's name here; default: its name at the inviter. */
  name: z.string().trim().min(1).max(KEYSET_NAME_CHARS_MAX).optional(),
})
export type KeepJoinedRequest = z.infer<typeof keepJoinedRequest>
export type OnboardingState = z.infer<typeof onboardingState>

/** A member that has asked this device for the group. */
export const onboardingAsked = z.object({
  /** Compressed, 33 bytes, hex. */
  pubkey: z.string(),
  index: z.int(),
  /** When it first and last asked. */
  askedAt: z.iso.datetime(),
  lastAskedAt: z.iso.datetime(),
  state: z.enum(['waiting', 'approved', 'refused', 'answered']),
})
export type OnboardingAsked = z.infer<typeof onboardingAsked>
export const onboardingRequests = z.object({ requests: z.array(onboardingAsked) })
export type OnboardingRequests = z.infer<typeof onboardingRequests>
export const onboardingDecision = z.object({ approve: z.boolean() })

/** Deals fresh shares of a key from enough of its old ones; the whole key is in memory while this runs. */
export const dealRequest = z.object({
  /** Of either generation. */
  groupCredential: z.string().min(1),
  shareCredentials: z.array(z.string()).min(1).max(100),
  name: z.string().overwrite(cleanName).min(1).max(KEYSET_NAME_CHARS_MAX),
  threshold: z.int(),
  totalMembers: z.int(),
  /** The relays where the new devices meet; each package names them. */
  relays: z.array(z.string()).min(1),
  /** The form of the packages for the other devices. */
  form,
})
export type DealRequest = z.infer<typeof dealRequest>
export const dealAnswer = z.object({
  npub: z.string(),
  groupCredential: z.string(),
  /** This device's share. */
  shareCredential: z.string(),
  /** One for each other device, in the order of their indices. */
  packages: z.array(
    z.object({
      index: z.int(),
      /** Compressed, 33 bytes, hex: as in the list of peers, once this device runs on its share. */
      pubkey: z.string(),
      /** The bfonboard package. */
      package: z.string(),
      /** Made here, to be passed on separately from the package. */
      password: z.string(),
    }),
  ),
})
export type DealAnswer = z.infer<typeof dealAnswer>
