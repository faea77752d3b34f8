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
  pubkey: z
    .string()
    .optional()
    .describe('The device that it is about: its public key (compressed, hex)'),
  member: z.int().optional().describe('Its number in the group'),
  name: z.string().optional().describe('Its name; missing if it has none'),
  url: z.string().optional(),
  count: z.int().optional(),
  needed: z.int().optional(),
  why: z.enum(directionBarriers).optional(),
  ms: z.int().optional().describe('Milliseconds'),
  text: z.string().optional().describe('A sentence'),
  textMessage: errorAnswer.optional(),
})
export type NeedParams = z.infer<typeof needParams>

export const need = z.object({
  code: z.enum(needCodes),
  severity: z
    .enum(['critical', 'warning'])
    .describe("`critical`: something doesn't work, or the key is in danger"),
  params: needParams,
  since: z.iso.datetime().nullable().describe('Null if not known'),
  action: z
    .object({ do: z.enum(cures), pubkey: z.string().optional() })
    .nullable()
    .describe(
      'The first step to settle it, and the device that it is about. Null: only somebody at ' +
        'the machine can help',
    ),
})
export type Need = z.infer<typeof need>

/** A signer's state at one moment, as the console, notifications and other programs show it. */
export const overview = z.object({
  at: z.iso.datetime(),
  status: z.object({ word: z.enum(signerWords), tone: z.enum(signerTones) }),
  who: z
    .object({
      npub: z.string(),
      name: z
        .string()
        .optional()
        .describe('The name of the keyset, for administrators only; missing if it has none'),
      threshold: z.int(),
      members: z.int(),
    })
    .nullable()
    .describe('Whose key it is; null without a valid group credential'),
  ring: z
    .object({ online: z.int(), needed: z.int(), total: z.int() })
    .describe(
      'How many devices are online, how many a signature needs, and how many there are. This ' +
        'server is counted',
    ),
  devices: z
    .array(
      z.object({
        pubkey: z.string().describe('Compressed, hex'),
        member: z.int(),
        name: z.string().optional(),
        state: z.enum(['online', 'offline', 'unknown']),
      }),
    )
    .describe('The other devices. `unknown`: not heard or missed yet, or no relay is heard'),
  relays: z.object({ connected: z.int(), total: z.int() }),
  lastSignature: z.iso
    .datetime()
    .nullable()
    .describe('When this signer last took part in a signature; null if not known'),
  lastProven: z
    .object({ at: z.iso.datetime(), pubkey: z.string() })
    .nullable()
    .describe(
      'The last signature that was checked, and a device (compressed, hex) that took part; ' +
        'null if there is none',
    ),
  needs: z.array(need).describe('Everything that needs the owner, the gravest first'),
  complete: z.boolean().describe('False: needs that only an administrator may see are left out'),
})
export type Overview = z.infer<typeof overview>
