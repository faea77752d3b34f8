import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const tries = (count: number): string => plural(count, { one: 'once', other: `${count} times` })

/** Packages of the 2026 protocol, and how a device joins a keyset with them. */
export const joining = {
  // Taking an invitation
  takeTitle: 'Take the invitation',
  takeLead:
    'The other device shows it: in Floe under Devices. It is a QR code, a file or a text that begins ' +
    'with bfonboard1, and a password comes with it.',
  scanTitle: 'Scan the invitation',
  file: 'Choose a file',
  fileLabel: 'Invitation from a file',
  invitation: 'Invitation',
  placeholder: 'bfonboard1...',
  nothing: 'There is no invitation in it. One begins with bfonboard1.',
  fileTooLarge: 'This file is too large to hold an invitation',
  // What was pasted
  kinds: {
    bfshare: {
      title: 'An encrypted share',
      text: 'It holds one share and its relays. Enter the password that it was made with.',
    },
    bfonboard: {
      title: 'An invitation',
      text:
        'It holds one share, and says which device has invited this one. Enter the password that ' +
        'came with it.',
    },
    bfprofile: {
      title: 'An encrypted profile',
      text: 'It holds one share, its group and its relays. Enter the password that it was made with.',
    },
    'igloo-share': {
      title: 'A share that igloo has saved',
      text:
        'igloo-desktop, igloo-cli or igloo-web has encrypted it. Enter the password that it was saved ' +
        'with, and stop the signer there before this one starts.',
    },
  },
  moved: 'That was an encrypted package: it is now in the field Share.',
  unreadable: (reason: string) => `This package can't be read: ${reason}. Copy it once more.`,
  password: 'Password of the package',
  open: 'Open',
  opening: 'Opening...',
  openFirst: 'Open the package first',
  groupOptional: 'Can stay empty: the group is then looked for on the relays of the package.',
  lookTitle: 'Look for the group',
  lookLead:
    'The share is open. Its group can be looked for on these relays, which the package names. ' +
    'Nothing is sent to them until you say so.',
  look: 'Look there',
  looking: 'Looking...',
  opened: (button: string) =>
    `The package is open: share, group, name and relays are filled in. Press ${button} to save them.`,
  policies: (peers: number) =>
    `${plural(peers, { one: '1 peer has its own policy', other: `${peers} peers have their own policies` })} in it: ` +
    'what those deny is then switched off in the peer list, and where they say ask, you are asked.',

  // Making a package, and how long that takes
  app: 'App that will open it',
  apps: { current: 'Igloo beta, or another Floe', older: 'An Igloo of before 2026-06' },
  appHint:
    'Choose the older one for igloo-pwa 0.2, igloo-chrome 0.3, igloo-home 0.2 and the web demo: they open no other package. ' +
    'Floe opens both.',
  takes: (seconds: number) =>
    `This takes about ${plural(seconds, { one: '1 second', other: `${seconds} seconds` })} on this machine, so that nobody can guess passwords quickly.`,

  // An invitation that was opened
  invited: 'An invitation to a keyset',
  inviter: 'Invited by',
  self: 'This device',
  relays: 'Relays',
  privateRelay: 'Private network',
  privateRelayHint:
    'A relay marked like this is not on the internet but in the network around this Floe. Go on ' +
    'if it is yours.',
  privateNames: 'These names may lead into my own network',
  inviterKey: 'key of the inviting device',
  joinLead:
    'The other device has the group: who the members are and how many of them sign together. It ' +
    'must be on, and its owner may have to allow this one there.',
  join: 'Join',
  joining: 'Joining...',
  notStarted: 'Joining could not be started',
  closeAgain: 'Not this one',

  // On the way
  progress: 'Joining the keyset',
  steps: {
    opening: 'Open the package',
    connecting: 'Reach a relay',
    asking: 'Ask the inviting device',
    received: 'Compare the identity',
  },
  stepWords: { done: 'Done', now: 'Under way', later: 'Still to come' },
  now: {
    opening: 'Trying the password.',
    connecting: (relays: number) =>
      plural(relays, { one: 'Connecting to 1 relay.', other: `Connecting to ${relays} relays.` }),
    asking: (count: number) => `Asked ${tries(count)}, no answer yet.`,
  },
  askingHint:
    'The other device must be on and connected to one of these relays. Its owner may have to allow ' +
    'this device there: look at its screen.',
  cancel: 'Give up',
  cancelled: 'Joining was given up',
  notCancelled: 'Joining could not be given up',
  stateFailed: 'Its progress could not be read',

  // The group is there
  compareTitle: 'Is it the right identity?',
  compareLead:
    'The group has arrived. The other device shows the same npub where it hands out the ' +
    'invitation and where it allows this device; a Floe also shows the same four words. The words ' +
    'are for a first look: what counts is the whole npub. Nothing is saved yet.',
  size: (threshold: number, members: number) =>
    threshold === members
      ? `All ${members} members sign together.`
      : `${threshold} of ${members} members sign together.`,
  same: 'Yes, it is the same',
  notSame: 'No, give up',
  saving: 'Saving...',
  replaces: (name: string) => `It takes the place of ${name}, which this server signs with now.`,

  // What went wrong
  failed: 'This device could not join',
  dismiss: 'Dismiss',
  notDismissed: 'This could not be dismissed',

  // The other side: a device asks this one
  requests: 'A device wants to join',
  requestsDecided: 'Devices that asked to join',
  requestsLead:
    'It has a share of this keyset and asks who the members are. Allow it only while you are ' +
    'setting up that device yourself. Otherwise refuse it, switch its recv and send off in the ' +
    'list of peers, and deal fresh shares: a refused device still has its share, and may ask for ' +
    'signatures with it.',
  member: (index: number) => `Device ${index}`,
  asked: (when: string) => `asked ${when}`,
  requestStates: {
    waiting: 'Waiting for you',
    approved: 'Allowed for ten minutes: it gets the group as soon as it asks again',
    answered: 'Has the group now',
    refused: 'Refused',
  },
  allow: 'Allow',
  refuse: 'Refuse',
  allowMember: (index: number) => `Allow device ${index}`,
  refuseMember: (index: number) => `Refuse device ${index}`,
  hideMember: (index: number) => `Hide device ${index}`,
  allowed: (index: number) => `Device ${index} is allowed to join`,
  refused: (index: number) => `Device ${index} is refused`,
  decisionFailed: 'Your decision could not be saved',
} as const
