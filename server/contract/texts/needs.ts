import type { DirectionBarrier } from '../directions.ts'
import { SHARE_EXPOSED_BY } from '../limits.ts'
import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** What a need is about; what it is not about is empty or 0. */
export interface NeedFacts {
  /** What the device is called. */
  device: string
  url: string
  count: number
  needed: number
  /** A time as `shortSpan` has it. */
  span: string
  /** The clock is ahead, not behind. */
  isAhead: boolean
  why: DirectionBarrier
  /** A sentence of the server's. */
  text: string
}

/** Why nothing can be signed, or not in one direction. */
const barriers = {
  owner: 'Signing is stopped.',
  stopped: 'The signer does not run.',
  relay: 'No relay is heard.',
  off: 'Every protocol is off.',
  looking: 'Not all devices have answered yet.',
  peers:
    'Too few devices are online. Switch one on, connect it to the network, and open its signing app.',
  policy: 'Your switches or rules shut out the devices that are online.',
  older: 'The devices that are online only speak the 1.x protocol, which is refused here.',
  refused: 'The devices that are online say that they do not answer this server.',
  nonces: 'The devices that are online gave no nonces, which a signature takes.',
} as const

/** What needs the owner, and what to do about it. Used on the console and in notifications: no key, no secret. */
export const needSentences = {
  'open-access':
    'Anybody who can reach this server gets in, because no login is set up. Set one up unless only you can reach it.',
  'no-credentials': 'No share is set up on this server yet.',
  question: ({ count }: NeedFacts) =>
    plural(count, {
      one: 'A question waits for your answer.',
      other: `${count} questions wait for your answer.`,
    }),
  'join-request': ({ count }: NeedFacts) =>
    plural(count, {
      one: 'A device asks to join. Allow it only if you are setting it up right now.',
      other: `${count} devices ask to join. Allow them only if you are setting them up right now.`,
    }),
  stopped: 'You have stopped signing. Nothing is signed until you resume it.',
  'stop-not-kept':
    'The stop could not be saved: a restart would end it. Make room on the disk of this server.',
  'not-started': 'The signer could not be started, so nothing is signed.',
  'no-relay': ({ count }: NeedFacts) =>
    plural(count, {
      one: 'The relay is not heard, so no device can be reached.',
      other: `None of the ${count} relays is heard, so no device can be reached.`,
    }),
  'relay-gone': ({ url }: NeedFacts) =>
    `${url} has not been heard for a day or longer. If it is gone for good, take another relay.`,
  'cannot-sign': ({ why }: NeedFacts) => `Nothing can be signed. ${barriers[why]}`,
  'one-way': ({ why }: NeedFacts) => `Signing works in one direction only. ${barriers[why]}`,
  'device-gone': ({ device }: NeedFacts) =>
    `${device} has not been seen for a week or longer. Switch it on, connect it to the network and open its signing app, or replace it.`,
  'v1-exposure': ({ device, count }: NeedFacts) =>
    count >= SHARE_EXPOSED_BY
      ? `${device} has ${count} partial signatures of this share in the 1.x protocol: enough to work the share out.`
      : `${device} has ${plural(count, { one: 'a partial signature', other: `${count} partial signatures` })} of this share in the 1.x protocol. With three it can work the share out.`,
  'v1-shut-out': ({ device }: NeedFacts) =>
    `${device} is refused: it speaks only the older 1.x protocol now, though it spoke 2026 before. Update its app, or ` +
    'allow 1.x with it, in which three signatures give this share away.',
  'two-devices': ({ device }: NeedFacts) =>
    `Two devices run on the share of ${device}, so signatures fail. Switch off the one that was replaced, and delete its share there.`,
  'own-share-twice':
    'Another device runs on the share of this server. Both answer, and get in each other’s way: stop one of them.',
  'whole-key-here': ({ count, needed }: NeedFacts) =>
    `This machine holds ${count} shares, and ${needed} are the whole key: whoever takes it over can sign. Add your other devices.`,
  'share-lost': ({ count }: NeedFacts) =>
    plural(count, {
      one: 'A share was not in the back-up that was restored, and no device has it. Deal fresh shares.',
      other: `${count} shares were not in the back-up that was restored, and no device has them. Deal fresh shares.`,
    }),
  'share-elsewhere': ({ device, text }: NeedFacts) => `${device}: ${text}`,
  'proof-failed': ({ device, text }: NeedFacts) =>
    `${device} has not proven yet that it signs. ${text}`,
  'backup-none': 'There is no back-up. If this machine breaks, its share and settings are lost.',
  'backup-old': 'The last back-up is old: what was set up since is not in it.',
  'backup-failed': ({ text }: NeedFacts) => `The last scheduled back-up failed. ${text}`,
  'clock-wrong': ({ span, isAhead }: NeedFacts) =>
    `The clock of this server is ${span} ${isAhead ? 'ahead' : 'behind'}. Set it right, and have it kept so (NTP): otherwise messages are refused.`,
  'disk-full': ({ text }: NeedFacts) => text,
  'no-notifications':
    'Nobody is told when something needs you and you are not here. Set up where notifications go.',
  warning: ({ text }: NeedFacts) => text,
} as const
