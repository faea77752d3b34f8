import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** What was done with the key, or asked of it, to begin a line. */
export const done = {
  signed: (thing: string) => `Signed ${thing}`,
  coSigned: (thing: string) => `Co-signed ${thing}`,
  read: (count: number, whose: string) =>
    plural(count, {
      one: `Read a message of ${whose}`,
      other: `Read ${count} messages of ${whose}`,
    }),
  encrypted: (count: number, forWhom: string) =>
    plural(count, {
      one: `Encrypted a text for ${forWhom}`,
      other: `Encrypted ${count} texts for ${forWhom}`,
    }),
  helped: (whose: string) => `Helped with private messages of ${whose}`,
  gaveGroup: 'Gave the group',
  tested: 'Made a test signature',
  notTested: 'Test signature failed',

  couldNot: {
    sign: (thing: string) => `Could not sign ${thing}`,
    coSign: (thing: string) => `Could not co-sign ${thing}`,
    read: (count: number, whose: string) =>
      plural(count, {
        one: `Could not read a message of ${whose}`,
        other: `Could not read ${count} messages of ${whose}`,
      }),
    encrypt: (forWhom: string) => `Could not encrypt a text for ${forWhom}`,
    help: (whose: string) => `Could not help with private messages of ${whose}`,
    giveGroup: 'Could not give the group',
  },
  /** @param deed to follow 'may': 'publish a note' */
  refused: (deed: string) => `Refused to ${deed}`,
  asked: (deed: string) => `Asked to ${deed}`,

  // What was signed
  unshown: (count: number) =>
    plural(count, {
      one: 'something that it did not show',
      other: `${count} things that it did not show`,
    }),
  different: (count: number) => `${count} events of different kinds`,
  times: (thing: string, count: number) => `${thing}, ${count} times`,
  ofKind: (kind: number) => `an event of kind ${kind}`,

  someone: 'someone',
  /** Somebody without a name, by the beginning of their key. */
  key: (short: string) => `${short}…`,
  people: (count: number) => `${count} people`,
} as const
