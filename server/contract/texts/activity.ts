import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** What was asked of the key and of this signer's share. */
export const activity = {
  title: 'Activity',
  onlyProblems: 'Only problems',
  security: 'Security',
  filters: {
    who: 'Who asked',
    anyone: 'Anyone',
    device: 'Device',
    anyDevice: 'Any device',
    kind: 'Event',
    anyKind: 'Any event',
    day: 'Day',
    clear: 'Show all',
  },
  /** An opened row. */
  facts: {
    at: 'When',
    id: (count: number) => plural(count, { one: 'Event id', other: 'Event ids' }),
    kind: 'Kind',
    text: 'Text',
    noText: 'Floe keeps no text.',
    asked: 'Asked by',
    by: 'Decided by',
    devices: 'Devices',
    took: 'Took',
    here: 'this server',
  },
  empty: 'Nothing has been asked yet.',
  noProblems: 'No problems.',
  noneFound: 'Nothing matches.',
  failed: 'The activity could not be loaded',
  noMore: 'That is all there is.',
  times: (count: number) => `${count} more times`,

  all: 'All',
  shown: 'What is shown',

  stop: 'Stopped signing',
  resume: 'Let signing go on',
  unknown: 'Used the key',
  signedIn: 'You signed in',
  keySignedIn: (who: string) => `${who} signed in`,
  notSignedIn: 'Somebody could not sign in',

  /** Whom it was done for, and with whom. */
  forWhom: (who: string) => `for ${who}`,
  withWhom: (names: string) => `with ${names}`,
  you: 'you',

  /** Keyed by an outcome; one that is missing here is a failure. */
  outcomes: {
    ok: 'Done',
    answered: 'Done',
    approved: 'Allowed',
    allowed: 'You allowed it',
    asked: 'Waits for you',
    waiting: 'Waits for you',
    refused: 'Refused',
    denied: 'Refused',
    'ran out': 'Not answered in time',
    stopped: 'Stopped',
    PEER_DECLINED: 'Declined there',
    PEER_UNANSWERED: 'Not answered there',
  } as Readonly<Record<string, string>>,
  failedWord: 'Failed',

  /** What decided. */
  by: {
    rule: (sentence: string) => `rule: ${sentence}`,
    goneRule: (id: string) => `rule ${id}, which is deleted`,
    limit: (sentence: string) => `limit of the rule: ${sentence}`,
    preset: (title: string) => `preset: ${title}`,
    switch: 'its switch is off',
    never: 'no rule can allow this',
    stopped: 'signing was stopped',
    suspended: 'it is suspended',
    gone: 'it is no longer known here',
    answer: 'you said yes',
    answeredNo: 'you said no',
    unanswered: 'nobody answered in time',
    crowded: 'too many questions were open',
    unkept: 'it could not be written down',
    /** No rule: what such a caller may do anyway. */
    door: {
      owner: 'you asked for it yourself',
      peer: 'it is switched on',
      program: 'the scope of the key',
      app: 'no rule allows it',
    },
  } as const,
} as const
