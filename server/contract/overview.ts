import { z } from 'zod'
import { directionBarriers } from './directions.ts'
import { errorAnswer } from './refusal.ts'

/** What a signer can do now, in one word. */
export const signerWords = [
  /** No credentials are saved. */
  'not-set-up',
  /** Stopped by its owner. */
  'stopped',
  /** It could not be started. */
  'failed',
  'connecting',
  'no-relay',
  /** Not all devices have been heard or missed yet. */
  'looking',
  'ready',
  'asks-only',
  'answers-only',
  'cannot-sign',
] as const
export type SignerWord = (typeof signerWords)[number]

/** `ok`: nothing is missing; `wait`: may improve by itself; `unknown`: nothing is set up yet. */
export const signerTones = ['ok', 'wait', 'warn', 'bad', 'unknown'] as const

/** What an owner may have to see to. */
export const needCodes = [
  'open-access',
  'no-credentials',
  'question',
  'join-request',
  'stopped',
  'stop-not-kept',
  'not-started',
  'no-relay',
  'relay-gone',
  'cannot-sign',
  'one-way',
  'device-gone',
  'v1-exposure',
  'v1-shut-out',
  'two-devices',
  'own-share-twice',
  'whole-key-here',
  'share-lost',
  'share-elsewhere',
  'proof-failed',
  'backup-none',
  'backup-old',
  'backup-failed',
  'clock-wrong',
  'disk-full',
  'no-notifications',
  'warning',
] as const
export type NeedCode = (typeof needCodes)[number]

/** The first step to meet a need. */
export const cures = [
  'allow-receive',
  'allow-send',
  'allow-v1',
  'answer',
  'configure',
  'make-backup',
  'move',
  'resume',
  'see-backups',
  'see-device',
  'see-protocol',
  'see-relays',
  'see-requests',
  'see-shares',
  'see-signer',
  'set-notifications',
  'wake-device',
] as const
export type Cure = (typeof cures)[number]

/** What a need is about. Each need has the params that its text uses. */
export const needParams = z.object({
  /** A device: its key (compressed, hex), its number in the group, and its name if it has one. */
  pubkey: z.string().optional(),
  member: z.int().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
  count: z.int().optional(),
  needed: z.int().optional(),
  why: z.enum(directionBarriers).optional(),
  /** Milliseconds. */
  ms: z.int().optional(),
  /** A sentence. */
  text: z.string().optional(),
  textMessage: errorAnswer.optional(),
})
export type NeedParams = z.infer<typeof needParams>

export const need = z.object({
  code: z.enum(needCodes),
  /** `critical`: something doesn't work, or the key is in danger. */
  severity: z.enum(['critical', 'warning']),
  params: needParams,
  /** Null where that is not known. */
  since: z.iso.datetime().nullable(),
  /** `pubkey`: the device that it is about. Null: only somebody at the machine can help. */
  action: z.object({ do: z.enum(cures), pubkey: z.string().optional() }).nullable(),
})
export type Need = z.infer<typeof need>

/** A signer's state at one moment, as the console, notifications and other programs show it. */
export const overview = z.object({
  at: z.iso.datetime(),
  status: z.object({ word: z.enum(signerWords), tone: z.enum(signerTones) }),
  /** Null without a valid group credential. */
  who: z
    .object({
      npub: z.string(),
      /** For administrators; missing if it has none. */
      name: z.string().optional(),
      threshold: z.int(),
      members: z.int(),
    })
    .nullable(),
  /** How many devices are online, how many a signature needs, and how many there are: this server included. */
  ring: z.object({ online: z.int(), needed: z.int(), total: z.int() }),
  /** The other devices. `unknown`: not heard or missed yet, or no relay is heard. */
  devices: z.array(
    z.object({
      /** Compressed, hex. */
      pubkey: z.string(),
      member: z.int(),
      name: z.string().optional(),
      state: z.enum(['online', 'offline', 'unknown']),
    }),
  ),
  relays: z.object({ connected: z.int(), total: z.int() }),
  /** The last signature that this signer took part in. */
  lastSignature: z.iso.datetime().nullable(),
  /** The last signature that was checked, and a device (compressed, hex) that took part. */
  lastProven: z.object({ at: z.iso.datetime(), pubkey: z.string() }).nullable(),
  /** The gravest first. */
  needs: z.array(need),
  /** False: some needs are left out, which only an administrator may see. */
  complete: z.boolean(),
})
export type Overview = z.infer<typeof overview>
