import { pluralsOf } from '../plurals.ts'
import { buildNames } from '../protocols.ts'

const plural = pluralsOf('en')
const devicesOf = (count: number): string =>
  plural(count, { one: '1 device', other: `${count} devices` })

/** The first screen of a signer: who it signs as, who is there, and what wants the owner. */
export const home = {
  card: 'Identity',
  threshold: (threshold: number, members: number) =>
    `${threshold} of ${members} devices sign together`,
  member: (index: number) => `this is device ${index}`,
  qr: 'QR code of the npub',
  npubTitle: (name: string) => `The public key of ${name}`,
  npubLead: 'For whoever wants to follow or write to it. It is no secret.',

  // Who is there, of those that a signature needs
  ofNeeded: (needed: number) => `of ${needed} here`,
  thisServer: 'This server',
  withOthers: (others: number) => `This server and ${devicesOf(others)}`,
  others: (others: number) => devicesOf(others),
  nobody: 'Nobody is there',

  // The verdict
  both: 'Answers the others, and can ask them.',
  proven: (when: string, device: string) => `Proven ${when} with ${device}.`,
  /** What its one button does. */
  steps: {
    start: 'Start',
    requests: 'See who asks',
    relays: 'Look at the relays',
    protocol: 'Look at the protocol',
    reason: 'Look at the signer',
    wake: (device: string) => `How to wake ${device}`,
    askAgain: (device: string) => `Ask ${device} again`,
    answerAgain: (device: string) => `Let ${device} ask again`,
    look: (device: string) => `Look at ${device}`,
    answer: 'Answer',
    backup: 'Make a back-up',
    backups: 'Look at the back-ups',
    shares: 'Look at the shares',
    notifications: 'Set up notifications',
  },

  // Devices
  device: (member: number) => `Device ${member}`,
  lastDay: 'The last 24 hours',
  detailsOf: (device: string) => `Details of ${device}`,
  seen: 'Last seen',
  tried: 'Last attempt',
  builds: buildNames,
  never: 'never',
  notHeard: 'not heard yet',
  wake: {
    igloo: (device: string) =>
      `Open Igloo on ${device} and leave it open. It shows up here by itself.`,
    floe: (device: string) => `Start Floe on ${device}. It shows up here by itself.`,
    unknown: (device: string) =>
      `Open Igloo on ${device} and leave it open, or start igloo-cli or Floe there. It shows up here by itself.`,
  },
} as const

/** What needs the owner, each once. */
export const needs = {
  title: 'What needs you',
  none: 'Nothing needs you',
  count: (count: number) =>
    plural(count, { one: '1 thing needs you', other: `${count} things need you` }),
  /** The server does not answer, or what is shown is old. */
  unknown: 'What needs you is not known now',
  loading: 'Looking what needs you',
  more: (count: number) => `${count} more`,
  since: (when: string) => `Since ${when}`,
  dismiss: 'Set aside',
  dismissOf: (sentence: string) => `Set aside: ${sentence}`,
  dismissed: (count: number) => `${count} set aside in this browser`,
  bringBack: 'Show again',
} as const

/** The identity that a keyset signs as, by which two screens are compared. */
export const identity = {
  name: 'Identity',
  npubWhat: 'npub',
  words: 'Its four words',
  wordsFailed: 'Its four words could not be loaded: compare the whole npub.',
  compareTitle: 'To compare on the other device',
  compareLead:
    'Once it has this, the other device shows the same npub, and a Floe also shows the same four ' +
    'words. The words are for a first look: what counts is the whole npub.',
} as const
