import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** What waits for the owner. */
export const questions = {
  /** Read out when one comes. */
  waiting: (count: number) =>
    plural(count, { one: '1 question waits', other: `${count} questions wait` }),
  titled: (count: number) => `(${count}) Floe`,
  asks: (caller: string) => `${caller} asks`,
  /** In the bar: who asks, and for what. */
  asksTo: (caller: string, deed: string) => `${caller} asks: ${deed}`,
  look: 'Look',
  position: (at: number, count: number) => `${at} of ${count}`,
  previous: 'Previous question',
  next: 'Next question',
  paired: (day: string) => `paired ${day}`,
  left: (time: string) => `${time} left`,
  blind:
    'It does not show what it wants signed: only allow this if you have just asked for it there.',
  ecdh: 'With this it can read what was sent to you, and write in your name, for these people.',
  peerWaits: (inBrowser: number, atMost: number) =>
    `Devices don’t wait long: ${atMost} seconds at most, in a browser about ${inBrowser}. If you answer later, ` +
    'ask once more there within ten minutes: your answer still counts.',
  mentions: 'Mentions',
  moreMentions: (count: number) => `and ${count} more`,
  moreText: (chars: number) => `${chars} more characters`,
  eventOf: (at: number, count: number) => `Event ${at} of ${count}`,
  moreEvents: (count: number) => `and ${count} more`,
  raw: 'The event as it will be signed',
  noUndo: 'Can’t be undone',
  /** Why it is not told what would be replaced. */
  unfound: {
    searching: 'Looking for what it replaces …',
    none: 'None of your relays has what it replaces: what is lost can’t be told',
    unread: 'What it replaces could not be read: what is lost can’t be told',
  },
  /** Why the owner is asked. */
  why: {
    rule: (rule: string) => `Why you are asked: your rule says so: ${rule}.`,
    rules: 'Why you are asked: one of your rules says so.',
    limit: 'Why you are asked: it has used up what one of your rules allows.',
    preset: (preset: string) => `Why you are asked: with “${preset}”, this is not done unasked.`,
    door: 'Why you are asked: no rule says whether it may.',
  },
  /** On the button of what can't be undone: the deed. */
  does: {
    replaceProfile: 'Replace the profile',
    replaceList: 'Replace the list',
    replace: 'Replace it',
    delete: (count: number) =>
      plural(count, { one: 'Delete 1 event', other: `Delete ${count} events` }),
    deleteFiles: 'Delete the files',
    deleteAll: 'Delete everything',
    login: 'Log in',
    pay: 'Pay',
    send: 'Send it',
    sign: 'Sign it',
    signUnseen: 'Sign it unseen',
    signAll: (count: number) => `Sign all ${count}`,
  },
  /** Keys that answer, as people press them. */
  keys: { allow: 'A', refuse: 'R' },
  away: 'This server is away. You can answer when it is back.',

  allow: 'Allow',
  refuse: 'Refuse',
  allowAll: (count: number) => `Allow all ${count}`,
  allowHarmless: (count: number) =>
    plural(count, { one: 'Allow the harmless one', other: `Allow the ${count} harmless` }),
  refuseAll: (count: number) => `Refuse all ${count}`,
  remember: 'Remember the answer',
  rememberFor: 'For how long',
  rememberWhat: 'For what',
  lasts: {
    '10m': 'for 10 minutes',
    '1h': 'for an hour',
    '1d': 'for a day',
    ever: 'for ever',
  },
  scopes: {
    kind: (deed: string) => `whenever it wants to ${deed}`,
    operation: {
      sign: 'whatever it wants signed',
      ecdh: 'private messages with anyone',
      onboard: 'being given the group',
      encrypt: 'encrypting for anyone',
      decrypt: 'reading what anyone sent you',
    },
    counterparty: (who: string) => `private messages with ${who}`,
  },

  answered: {
    allow: (caller: string) => `Allowed: ${caller}`,
    refuse: (caller: string) => `Refused: ${caller}`,
  },
  ended: (caller: string, how: string) => `${caller} asked. ${how}.`,
  failed: 'The answer was not taken',
  over: {
    allowed: 'It was already allowed, in another window or by another key',
    refused: 'It was already refused, in another window or by another key',
    'ran out': 'It had run out',
    stopped: 'It was refused, because signing was stopped',
  },

  /** The question has ended, and it is not known how. */
  isOver: 'It is over',

  sound: 'Play a sound when something asks',
} as const

/** The owner's stop. */
export const stop = {
  stop: 'Stop signing',
  short: 'Stop',
  resume: 'Resume',
  resumeSigning: 'Resume signing',
  stopped: 'Stopped by the owner',
  nothing: 'Nothing is signed or decrypted. Devices still see each other.',
  since: (time: string) => `Stopped by the owner since ${time}.`,
  until: (time: string) => `Nothing is signed or decrypted until ${time}.`,
  untilResumed: 'Nothing is signed or decrypted until somebody resumes it.',
  done: 'Signing is stopped: nothing leaves any more',
  failed: 'Signing could not be stopped',
  resumed: 'Signing goes on',
  resumeFailed: 'Signing could not be resumed',
  resumeTitle: 'Let signing go on?',
  resumeLead: 'Devices and programs are answered again, as your rules say.',
} as const
