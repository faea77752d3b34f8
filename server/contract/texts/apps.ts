import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const numbers = new Intl.NumberFormat('en')

/** Apps that sign with the key over relays, on their tab (NIP-46). */
export const apps = {
  title: 'Apps',
  lead: 'What signs with your key without having it, and what each may do.',
  loadFailed: 'The apps could not be loaded',
  empty: 'No app signs with this key yet.',
  emptyLead:
    'An app is a nostr client, such as Coracle or Amethyst, that asks this signer for each signature ' +
    'in place of holding your key. What it may do without asking you is up to you, and you can end it ' +
    'at any time.',
  inviteOne: 'Invite an app',
  acceptOne: 'Take an app’s invitation',
  back: 'All apps',

  // What it is at the moment
  states: {
    invited: 'Waits for the app',
    lapsed: 'Link has run out',
    paired: 'Paired',
    suspended: 'Suspended',
    'signed out': 'Signed out',
    expired: 'Ended',
  },
  stateHints: {
    lapsed: 'Nobody has used its link in time. Pair it again for a new one.',
    'signed out': 'Its rights stay, and nobody can use them before it is paired again.',
    expired:
      'Its time is over, or nobody has used it for 30 days. Its rights stay: pair it again to go on.',
  },
  left: (time: string) => `${time} left`,
  suspended: 'Nothing is answered',
  rules: (preset: string, count: number) =>
    count === 0
      ? preset
      : `${preset}, ${plural(count, { one: '1 rule', other: `${count} rules` })} of its own`,
  until: (date: string) => `until ${date}`,
  lastUsed: (ago: string) => `used ${ago}`,
  neverUsed: 'not used yet',
  waits: (count: number) =>
    plural(count, { one: '1 question waits', other: `${count} questions wait` }),

  // What it did
  plot: (uses: number, days: number) =>
    uses === 0
      ? 'Not used in the last 30 days'
      : `Used ${plural(uses, { one: 'once', other: `${numbers.format(uses)} times` })} on ${plural(days, { one: '1 day', other: `${days} days` })} of the last 30`,

  // Adding one
  add: 'Add an app',
  addTitle: 'Add an app',
  ways: 'Who invites',
  way: { invite: 'Floe invites', accept: 'The app invites' },
  inviteLead:
    'For an app that asks for a bunker link. You choose what it may do, then hand it the link.',
  name: 'Name',
  namePlaceholder: 'Such as: Coracle on my phone',
  nameMissing: 'Give it a name, so that you know who asks.',
  mayRead: 'And read messages sent to you',
  mayReadHint:
    'Every private message, from anyone, without asking you. Otherwise you are asked, and an app that ' +
    'shows messages looks stuck until you answer.',
  more: 'Relays, end and link',
  ends: 'Its rights end',
  endsIn: {
    never: 'Never',
    '1d': 'In a day',
    '7d': 'In a week',
    '30d': 'In 30 days',
    '365d': 'In a year',
  },
  validity: 'The link can be used for',
  validities: { '600': '10 minutes', '3600': 'An hour', '86400': 'A day' },
  invite: 'Make the link',
  inviting: 'Making the link...',
  inviteFailed: 'The link was not made',

  // Its link
  linkTitle: (name: string) => `Link for ${name}`,
  linkLead:
    'Paste it where the app asks for a bunker link, or let the app scan it. It works once, and whoever ' +
    'uses it first gets the rights that you chose.',
  link: 'Bunker link',
  linkQr: 'QR code of the bunker link',
  copyLink: 'Copy the link',
  openLink: 'Open in an app',
  waiting: (left: string) => `Waiting for the app. The link works for ${left} more.`,
  lapsed: 'The link has run out, and nobody has used it.',
  newLink: 'Make a new link',
  paired: (name: string) => `${name} is paired`,
  pairedLead: 'It signs with your key now, as far as you allow.',
  callsItself: (name: string) => `It calls itself “${name}”.`,
  showApp: 'Show what it may do',
  replaces: 'Until somebody uses the new link, the client that is paired now stays.',
  pairAgain: 'Pair again',
  pairAgainTitle: (name: string) => `Pair ${name} again?`,
  pairAgainLead:
    'A new link keeps its name, its rights and its log. A client that uses it takes the place of the ' +
    'one before.',

  // Its invitation
  acceptLead:
    'For an app that shows a QR code or a link that begins with nostrconnect://. You see what it asks ' +
    'for before anything happens.',
  uri: 'Link of the app',
  uriPlaceholder: 'nostrconnect://…',
  read: 'Read the link',
  reading: 'Reading...',
  scanTitle: 'Scan the QR code of the app',
  otherCode: 'This code holds no nostrconnect:// link',
  unnamed: 'An app without a name',
  nameClaimed: 'What it calls itself can’t be checked.',
  known: 'It has been here before: its name, rights and log are kept, and this pairs it again.',
  key: 'Its key',
  keyOf: (name: string) => `key of ${name}`,
  website: 'Website',
  signsAs: 'Signs as',
  itsRelays: 'Met on',
  privateRelay: 'Private network',
  privateRelayHint:
    'A relay marked like this is not on the internet but in the network around this Floe. Go on if it ' +
    'is yours.',
  wishes: 'It asks to be allowed for ever',
  wishesNone: 'It asks for nothing in particular.',
  dangerous: 'Can’t be undone, or reads what was sent to you',
  otherLink: 'Another link',
  accept: 'Pair this app',
  accepting: 'Pairing...',
  acceptFailed: 'The app was not paired',
  exposure:
    'Your keyset is of the first generation: a device that answers in 1.x could work out your share ' +
    'from three signatures, and an app asks for more than that in a minute.',

  // Its page
  rights: 'What it may do',
  settings: 'Connection',
  endsLead: 'After that it is signed out, and its rights wait until you pair it again.',
  openFor: 'Its questions wait for you',
  answering: 'How it is answered',
  openForSeconds: (seconds: number) =>
    seconds < 60
      ? `${seconds} seconds`
      : seconds < 3_600
        ? seconds === 60
          ? 'A minute'
          : `${Math.round(seconds / 60)} minutes`
        : 'An hour',
  nip04: 'Answer in the older cipher',
  nip04Hint:
    'Some older apps know only NIP-04. Whoever reads along on a relay sees more of it than in NIP-44, ' +
    'and could change it unseen.',
  usesNip04: 'It writes in the older cipher (NIP-04): look for a newer version of the app.',
  authUrl: 'Tell it where you answer',
  authUrlHint:
    'While a question waits, the app is given the address of this console to show you. Some apps take ' +
    'that for a failure.',
  wrongSecrets: (count: number) =>
    `${plural(count, { one: 'Once, somebody', other: `${count} times, somebody` })} tried to pair with a secret that was ` +
    'wrong or spent. If that was not you, its link has leaked: it is of no use any more.',
  relays: 'Relays',
  relaysChange: 'Change',
  relaysTitle: (name: string) => `Relays of ${name}`,
  relaysLead:
    'Where this app and Floe meet. An app that can is told of a change; others have to be paired again.',
  relaysSave: 'Save',
  heard: 'Heard',
  notHeard: 'Not heard',
  former: 'until the app has moved',
  log: 'Log',
  logEmpty: 'It has asked for nothing yet.',
  created: (date: string) => `added ${date}`,
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  renamed: (name: string) => `It is called ${name} now`,
  changed: (name: string) => `${name}: changed`,
  changeFailed: 'This was not changed',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeLead:
    'Nothing that it asks for is answered from now on. Its rights and questions are deleted; what it ' +
    'did stays in the activity. This can’t be undone, but you can add it again.',
  removing: 'Removing...',
  removed: (name: string) => `${name} was removed`,
  removeFailed: 'The app was not removed',
} as const
