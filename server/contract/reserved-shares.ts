import { z } from 'zod'
import { PACKAGE_CHARS_MAX, PACKAGE_PASSWORD_CHARS_MAX } from './limits.ts'
import { packageForm } from './packages.ts'
import { errorAnswer } from './refusal.ts'
import { callerName } from './rules.ts'

/**
 * - kept: reserved, and no device is invited
 * - handedOut: in an invitation for a device
 * - online: that device runs on it
 * - done: that device has signed, and the share is deleted here
 * - lost: reserved when the back-up was made that was restored; no back-up contains such shares
 */
export const reservedShareStates = ['kept', 'handedOut', 'online', 'done', 'lost'] as const

/** A share for another device, without the share. */
export const reservedShare = z.object({
  index: z.int(),
  /** The key of its member. Compressed, 33 bytes, hex: as in the list of peers. */
  pubkey: z.string(),
  state: z.enum(reservedShareStates),
  /** The name of the device that has it, or had it. */
  name: z.string().optional(),
  /** A device has been heard with this share before it was handed out from here, or though it is `lost`. */
  heardBefore: z.boolean(),
  handedOutAt: z.iso.datetime().optional(),
  provedAt: z.iso.datetime().optional(),
  /** How long its test signature took, in milliseconds. */
  took: z.int().optional(),
  /** Why the test signature has not come about yet. */
  problem: z.string().optional(),
  problemMessage: errorAnswer.optional(),
  /** Two devices run on it now. */
  areTwoDevices: z.boolean().optional(),
})
export type ReservedShare = z.infer<typeof reservedShare>

export const reservedSharesAnswer = z.object({
  threshold: z.int(),
  members: z.int(),
  /** How many shares of the group this signer holds, its own among them. */
  held: z.int(),
  npub: z.string(),
  /** What the keyset is called. */
  group: z.string(),
  /** By their indices. */
  spares: z.array(reservedShare),
})
export type ReservedSharesAnswer = z.infer<typeof reservedSharesAnswer>

export const handOutRequest = z.object({
  /** The device's name; to show the invitation again, none or the same. */
  name: callerName.optional(),
  /** Default: the form in which it was shown before, or the current one. */
  form: packageForm.optional(),
})
export type HandOutRequest = z.infer<typeof handOutRequest>
export const handOutAnswer = z.object({
  index: z.int(),
  pubkey: z.string(),
  /** The bfonboard package. */
  package: z.string(),
  /** Made here, to be passed on separately from the package. */
  password: z.string(),
  form: packageForm,
})
export type HandOutAnswer = z.infer<typeof handOutAnswer>

export const bringRequest = z.object({
  /**
   * A share of the group that runs here: a share credential of either generation, an nsec or 64 hex
   * characters, or a bfshare package.
   */
  share: z.string().trim().min(1).max(PACKAGE_CHARS_MAX),
  /** The password of a bfshare package. */
  password: z.string().min(1).max(PACKAGE_PASSWORD_CHARS_MAX).optional(),
  /** The device that has had this share is gone for good. */
  replaces: z.boolean().optional(),
})
export type BringRequest = z.infer<typeof bringRequest>
/** `replaces`: the name of the device that has the share. Repeat the request with `replaces` if it is gone. */
export const bringRefusal = errorAnswer.extend({ replaces: z.string().optional() })
