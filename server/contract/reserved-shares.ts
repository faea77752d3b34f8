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
  pubkey: z
    .string()
    .describe('The public key of the share: compressed, 33 bytes, hex, as in `GET /api/peers`'),
  state: z.enum(reservedShareStates),
  name: z
    .string()
    .optional()
    .describe('The name of the device that has it, or had it; missing: none'),
  heardBefore: z
    .boolean()
    .describe(
      'A device was heard with this share before it was handed out from here, or although it ' +
        'is `lost`',
    ),
  handedOutAt: z.iso.datetime().optional(),
  provedAt: z.iso.datetime().optional(),
  took: z
    .int()
    .optional()
    .describe('How long its test signature took, in milliseconds; missing before that'),
  problem: z.string().optional().describe('Why there is no test signature yet'),
  problemMessage: errorAnswer.optional(),
  areTwoDevices: z.boolean().optional().describe('Two devices run on it now; missing if not'),
})
export type ReservedShare = z.infer<typeof reservedShare>

export const reservedSharesAnswer = z.object({
  threshold: z.int(),
  members: z.int(),
  held: z.int().describe('How many shares of the group are on this server, its own included'),
  npub: z.string(),
  group: z.string().describe('The name of the keyset'),
  spares: z.array(reservedShare).describe('In the order of their indices'),
})
export type ReservedSharesAnswer = z.infer<typeof reservedSharesAnswer>

export const handOutRequest = z.object({
  name: callerName
    .optional()
    .describe('The name of the device. To get the same package again: missing, or the same name'),
  form: packageForm.optional().describe('Missing: the form that was answered before, or `current`'),
})
export type HandOutRequest = z.infer<typeof handOutRequest>
export const handOutAnswer = z.object({
  index: z.int(),
  pubkey: z.string(),
  package: z.string().describe('The bfonboard package'),
  password: z.string().describe('The password of the package. Pass it on separately'),
  form: packageForm,
})
export type HandOutAnswer = z.infer<typeof handOutAnswer>

export const bringRequest = z.object({
  share: z
    .string()
    .trim()
    .min(1)
    .max(PACKAGE_CHARS_MAX)
    .describe(
      'A share of the group that runs here: a share credential of 1.x or 2026, an nsec, 64 ' +
        'hex characters, or a bfshare package',
    ),
  password: z
    .string()
    .min(1)
    .max(PACKAGE_PASSWORD_CHARS_MAX)
    .optional()
    .describe('The password of a bfshare package'),
  replaces: z
    .boolean()
    .optional()
    .describe('True: the device that had this share is gone for good'),
})
export type BringRequest = z.infer<typeof bringRequest>
/** `replaces`: the name of the device that has the share. Repeat the request with `replaces` if it is gone. */
export const bringRefusal = errorAnswer.extend({ replaces: z.string().optional() })
