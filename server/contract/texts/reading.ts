import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** An event as a person reads it: what its parts are called, what signing it changes, what to know before. */
export const reading = {
  /** For Intl: how a day is written. */
  locale: 'en',

  fields: {
    name: 'Name',
    display_name: 'Display name',
    about: 'About',
    picture: 'Picture',
    banner: 'Banner',
    nip05: 'Address (NIP-05)',
    lud16: 'Gets paid at',
    lud06: 'Gets paid at (LNURL)',
    website: 'Website',
  },
  noProfile: 'Not a profile',
  empty: 'Leaves empty',
  otherFields: 'Other fields',

  tags: {
    title: 'Title',
    subject: 'Subject',
    summary: 'Summary',
    'content-warning': 'Content warning',
    relay: 'Relay',
    challenge: 'Challenge',
    t: 'What for',
    server: 'Server',
    x: 'File',
    expiration: 'Until',
    u: 'Address',
    method: 'Method',
    relays: 'Relays',
    amount: 'Amount',
    response: 'Choice',
    option: 'Option',
    endsAt: 'Ends',
    i: 'Account elsewhere',
  },
  tag: (name: string) => `Tag ${name}`,
  /** How many more there are of what has this label. */
  moreOf: (label: string) => `More: ${label}`,
  notShown: 'Not shown',
  tagsNamed: (count: number, names: string) =>
    plural(count, { one: `1 tag: ${names}`, other: `${count} tags: ${names}` }),
  characters: (count: number) =>
    plural(count, { one: '1 character', other: `${count} characters` }),
  host: 'Host',
  any: 'any',
  dated: 'Dated',

  zaps: 'Zaps go to',
  weighted: (key: string, weight: string) => `${key}, weight ${weight}`,
  goesTo: 'Goes to',
  sats: (count: number) =>
    plural(count, { one: '1 sat', other: `${count.toLocaleString('en')} sats` }),
  notSaid: 'not said',
  reports: 'Reports as',

  follows: 'You then follow',
  people: (count: number) => plural(count, { one: '1 person', other: `${count} people` }),

  relayUses: { read: 'Read at', write: 'Write to', both: 'Read and write at' },
  relays: 'Relays',
  moreRelays: 'More relays',
  none: 'none',

  deletes: 'Deletes',
  events: (count: number) => plural(count, { one: '1 event', other: `${count} events` }),
  ofKinds: 'Of these kinds',
  kind: (kind: string) => `kind ${kind}`,
  reason: 'Reason',

  reaction: 'Reaction',
  likes: 'likes it',
  dislikes: 'dislikes it',

  // What to know before saying yes
  unknownKind: 'Floe does not know this kind: it may do anything',
  vanishes: 'relays delete everything you have published',
  relayLogin: 'whoever holds it can read what this relay keeps for you',
  deletesFiles: 'deletes files',
  datedAhead: 'is dated ahead: until then relays keep nothing newer in its place',
  datedBack: 'is dated back: relays keep a newer one, if there is one',
  websiteLogin: 'whoever holds it is taken for you at this address',
  /** The warning for a replaceable event; `named`: for an addressable one, with its name. */
  replacesAny: (named: string | undefined) =>
    named === undefined ? 'replaces the one there is' : `replaces the one named “${named}”`,
  replaces: (day: string, named: string | undefined) =>
    `replaces the one${named === undefined ? '' : ` named “${named}”`} of ${day}`,
  isOlder: (day: string, named: string | undefined) =>
    `is older than the one${named === undefined ? '' : ` named “${named}”`} of ${day}, which relays keep`,

  // What changes
  adds: 'Added',
  addsField: (field: string) => `Adds: ${field}`,
  loses: 'Lost',
  keeps: 'Kept',
  takesAwayField: (field: string) => `Takes away: ${field}`,
  otherFieldsChanged: 'Other fields changed',
  otherFieldsGone: 'Other fields taken away',
  unchanged: 'Unchanged',
  changes: 'Changes',
  nothing: 'nothing',
  moreTagChanges: 'More changes of tags',
  andMore: (shown: string, more: number) => `${shown} and ${more} more`,
  /** What tags of a name list: as a label, and counted. */
  listed: {
    ...{ people: 'People', relays: 'Relays', events: 'Events', hashtags: 'Hashtags' },
    words: 'Words',
  },
  counted: {
    people: (count: number) => plural(count, { one: '1 person', other: `${count} people` }),
    relays: (count: number) => plural(count, { one: '1 relay', other: `${count} relays` }),
    events: (count: number) => plural(count, { one: '1 event', other: `${count} events` }),
    hashtags: (count: number) => plural(count, { one: '1 hashtag', other: `${count} hashtags` }),
    words: (count: number) => plural(count, { one: '1 word', other: `${count} words` }),
    tags: (count: number, name: string) =>
      plural(count, { one: `1 tag “${name}”`, other: `${count} tags “${name}”` }),
  },
  content: { label: 'Content', encrypted: 'Encrypted part' },
  contentChange: { isNew: 'is new', isGone: 'is taken away', changes: 'changes' },
} as const
