import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const numbers = new Intl.NumberFormat('en')

/** What devices are called. */
export const names = {
  label: 'Name of this device',
  placeholder: 'Such as: Phone',
  hint: 'Only this server knows it. It stands wherever the device is meant, in place of its key.',
  save: 'Save name',
  saved: (name: string) => `It is called ${name} now`,
  taken: 'It has no name now',
  failed: 'The name was not saved',
} as const

/** What a device, an app or an API key may do. */
export const rules = {
  title: 'Rules',
  of: (name: string) => `Rules for ${name}`,
  loadFailed: 'The rules could not be loaded',

  suspend: 'Suspended',
  suspendHint: 'Everything that it asks for is refused, whatever the rules say.',
  suspendHintOfApp: 'Nothing that it asks for is answered, whatever the rules say.',
  suspended: (name: string) => `${name} is suspended`,
  notSuspended: (name: string) => `${name} is no longer suspended`,
  setFailed: 'This was not changed',

  preset: 'Without a rule of its own, it may',
  unasked: 'Without asking you, it may',
  presets: {
    none: {
      peer: ['What the switches say', 'Everything that is switched on, without asking you.'],
      program: ['What its scope allows', 'A key that may sign signs without asking you.'],
    },
    ask: ['Nothing unasked', 'You are asked about everything.'],
    everyday: [
      'Everyday things',
      'Notes, replies, reactions, reposts, pictures, articles, and encrypting. You are asked about ' +
        'the rest: your profile, your lists, deleting, logins, payments, reading your messages.',
    ],
    careful: [
      "All but what can't be undone",
      'Every known kind of event that takes nothing away, and encrypting. You are asked about ' +
        'profile, lists, deleting, messages, logins and payments, and about reading your messages.',
    ],
    all: [
      'Sign everything',
      'Whatever it wants signed, unseen too. You are asked only before it reads your messages or ' +
        'is given the group.',
    ],
  },
  presetSet: (name: string, preset: string) => `${name}: ${preset}`,
  change: 'Change',
  changeOf: (preset: string) => `Change: ${preset}`,

  shows: {
    older:
      'It speaks 1.x, which never shows what is to be signed: rules for kinds of events do not ' +
      'reach it, those for what it does not show do.',
    newer:
      'Rules for kinds of events hold for a device that shows what it wants signed. A Floe does, in ' +
      '2026; other devices do not, and what they want signed counts as not shown.',
    unknown:
      'It has not been heard yet. Rules for kinds of events hold only if it shows what it wants ' +
      'signed, as a Floe does.',
  },

  list: 'Its own rules',
  none: 'No rules of its own.',
  others: 'Rules that concern it among others',
  forEveryone: 'Everyone',
  forDoor: { peer: 'Every device', program: 'Every API key', app: 'Every app', owner: 'You' },
  until: (time: string) => `until ${time}`,
  used: (used: number, count: number) => `used ${used} of ${count}`,
  delete: 'Delete',
  deleteOf: (rule: string) => `Delete the rule: ${rule}`,
  deleted: 'The rule is deleted',
  deleteFailed: 'The rule was not deleted',

  add: 'Add a rule',
  added: 'The rule holds now',
  addFailed: 'The rule was not added',

  /** A rule in a sentence: `May publish a note, at most 60 an hour; more waits for you`. */
  sentence: {
    allow: (deed: string, limit: string) => `May ${deed}${limit}`,
    ask: (deed: string) => `May ${deed} only after you have said yes`,
    refuse: (deed: string) => `May not ${deed}`,
    limit: (count: number, per: string, beyond: string) =>
      `, at most ${numbers.format(count)} ${plural(count, { one: 'time', other: 'times' })} ${per}; ${beyond}`,
    per: { minute: 'a minute', hour: 'an hour', day: 'a day' },
    beyond: { ask: 'more waits for you', refuse: 'more is refused' },
    and: ' and ',
    anything: 'do anything',
    anythingWith: (who: string) => `do anything that concerns ${who}`,
    sign: 'have anything signed',
    blind: 'have signed what it does not show',
    kind: (kind: number) => `sign events of kind ${kind}`,
    kindRange: (from: number, to: number) => `sign events of the kinds ${from} to ${to}`,
    anyone: 'anyone',
    encrypt: (who: string) => `encrypt texts for ${who}`,
    decrypt: (who: string) => `read what ${who} sent you`,
    ecdh: (who: string) => `read and write private messages with ${who}`,
    onboard: 'be given the group',
    in: (deed: string, nip: string) => `${deed} (${nip})`,
  },

  form: {
    title: 'New rule',
    verdict: 'What happens',
    effects: {
      allow: ['It may', 'Done at once, without asking you.'],
      ask: ['It has to ask', 'It waits until you say yes.'],
      refuse: ['It may not', 'Refused at once.'],
    },
    what: 'What it is about',
    whats: {
      kinds: 'Signing certain kinds of events',
      blind: 'Signing what it does not show',
      sign: 'Signing anything',
      ecdh: 'Private messages',
      onboard: 'Being given the group',
      'nip44.encrypt': 'Encrypting (NIP-44)',
      'nip44.decrypt': 'Decrypting (NIP-44)',
      'nip04.encrypt': 'Encrypting (NIP-04)',
      'nip04.decrypt': 'Decrypting (NIP-04)',
      any: 'Anything at all',
    },
    kinds: 'Kinds of events',
    groups: {
      writing: 'Writing',
      reacting: 'Reacting',
      profile: 'Profile and lists',
      messages: 'Private messages',
      deleting: 'Deleting',
      logins: 'Logins and files',
      money: 'Payments',
    },
    chosen: (count: number) => (count === 0 ? '' : `${count} chosen`),
    otherKinds: 'Other kinds, by number',
    otherKindsHint: 'Separated by commas; a range as 30000-30999.',
    badKinds: (text: string) => `'${text}' is no kind: numbers from 0 to 65535, or a range`,
    noKinds: 'Choose at least one kind of event.',
    tooManyKinds: (max: number) => `No more than ${max} kinds or ranges in one rule.`,
    counterparty: 'Only with one person',
    counterpartyHint: 'Their public key: npub1… or 64 hex characters. Empty: anyone.',
    badCounterparty: 'This is no public key',
    limited: 'Limit how often',
    count: 'At most',
    badCount: (max: number) => `A whole number from 1 to ${max}`,
    per: 'In',
    pers: { minute: 'a minute', hour: 'an hour', day: 'a day' },
    beyond: 'More than that',
    beyonds: { ask: 'waits for you', refuse: 'is refused' },
    lasts: 'How long it holds',
    lastsTexts: { '10m': '10 minutes', '1h': 'An hour', '1d': 'A day', ever: 'For ever' },
    reads: 'The rule reads',
    save: 'Add rule',
  },
} as const
