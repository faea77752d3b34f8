import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const list = new Intl.ListFormat('en-GB')
const shares = (count: number): string =>
  plural(count, { one: '1 share', other: `${count} shares` })

/** Devices of a keyset: each gets its share from here, one after the other. */
export const devices = {
  add: 'Add a device',
  title: 'Devices',
  lead: (threshold: number, members: number) =>
    `${threshold} of ${members} devices sign together. Each other device gets a share of its own, in an ` +
    'invitation that a password opens.',
  loadFailed: 'The shares could not be listed',
  back: 'Back to the signer',

  // The list
  list: 'Shares',
  share: (index: number) => `Share ${index}`,
  spare: 'for another device',
  states: {
    here: 'has its own share',
    kept: 'kept here, not handed out',
    handedOut: 'handed out, its device has not come online yet',
    online: 'online, has not signed yet',
    done: 'has signed, the share is no longer kept here',
    lost: 'no back-up holds it, so the restore has not brought it back',
  },
  words: {
    here: 'Done',
    kept: 'Not handed out',
    handedOut: 'Waiting',
    online: 'Waiting',
    done: 'Done',
    lost: 'Gone',
  },
  heardBefore:
    'A device has been online with this share before. Hand it out only if that one is gone for good.',
  heardSince: 'A device has been online with this share since, and has it.',
  twoDevices:
    'Two devices are online with this share, and get in each other’s way. Switch the one off for good that ' +
    'has had it before.',
  handOut: 'Hand out',
  handOutWhat: (what: string) => `Hand out ${what}`,
  showAgain: 'Show again',
  showAgainWhat: (what: string) => `Show ${what} again`,
  showFailed: 'The invitation could not be shown',
  delete: (what: string) => `Delete ${what} here`,
  holdsKey: (held: number, threshold: number) =>
    `This server keeps ${held} shares, and ${threshold} make the key: until enough are handed out or ` +
    'deleted, whoever takes over this machine has the whole key.',
  spares: (count: number) =>
    `${shares(count)} ${plural(count, { one: 'is', other: 'are' })} kept here for devices that you add later. No back-up holds ${plural(count, { one: 'it', other: 'them' })}.`,
  none: 'No share is left for another device. Bring the share of a device that is gone for good, or move all devices to fresh shares.',

  // One device, in steps
  wizard: { label: 'Steps', steps: ['Identity', 'Device', 'Proof'] },
  madeTitle: (identity: string) => `${identity} is ready`,
  madeLead: 'This is its public key. Now add a second device that signs with this server.',
  handOutTitle: (index: number) => `A device for share ${index}`,
  nameLead: 'What is it called? No other device can get this share then.',
  name: 'Name of the device',
  placeholder: 'Laptop',
  suggested: (index: number) => `Device ${index}`,
  app: 'App that opens it',
  apps: {
    floe: 'Another Floe',
    pwa: 'Igloo for browser and phone',
    chrome: 'Igloo for Chrome',
    home: 'Igloo for a desktop computer',
    older: 'An Igloo of before 2026-06',
  },
  otherApp: 'For another app',
  getApp: (app: string) => `Get ${app}`,
  olderHint: 'For igloo-pwa 0.2, igloo-chrome 0.3 and igloo-home 0.2.',
  prepare: 'Make the invitation',
  preparing: 'Making it...',
  failed: (reason: string) => `The share was not handed out: ${reason}`,
  packageTitle: (name: string) => `Invitation for ${name}`,
  packageLead: 'Scan it with that device, or copy it there. Its password comes next.',
  may: 'The device can then sign together with your others, never alone.',
  toPassword: 'Next: the password',
  what: {
    package: (name: string) => `invitation for ${name}`,
    password: (name: string) => `password for ${name}`,
  },
  download: 'Download as a file',
  passwordTitle: (name: string) => `Password for ${name}`,
  passwordLead: 'Type it in there, or say it. Whoever has it and the invitation has the share.',
  wordsLead: (name: string) => `Four words that a Floe on ${name} then shows as well:`,
  steps: {
    handedOut: 'Waiting for this device to come online',
    online: 'It is online: waiting for its first signature',
    done: 'It has signed',
    kept: 'Not handed out',
    lost: 'Its share is gone here: no back-up holds it',
  },
  handedOutHint: 'You can leave this page: the invitation stays here until the device has signed.',
  proven: (name: string) => `${name} and this server signed together`,
  provenLead: 'Its share is no longer kept here.',
  provenIn: (took: string) => `In ${took}. Its share is no longer kept here.`,
  whatNow: 'What now?',
  pairApp: 'Pair an app',
  done: 'Done',
  onlineHint: (problem: string) => `Not yet: ${problem}`,
  next: 'Next device',
  fileAbout: (group: string, index: number, members: number, name: string) =>
    `Keyset "${group}", share ${index} of ${members}, for ${name}.`,

  // A test signature
  test: {
    do: 'Test signature',
    testing: 'Signing...',
    hint: 'Proves that it works, with a signature that nobody can use.',
    done: 'Signed',
    notDone: 'Not signed',
    signed: (others: readonly string[], took: string) =>
      others.length === 0 ? `Signed in ${took}` : `Signed with ${list.format(others)} in ${took}`,
    failed: (reason: string) => `Not signed: ${reason}`,
  },

  // Gone with a restore
  lostTitle: (indices: readonly number[]) =>
    plural(indices.length, {
      one: `Share ${indices[0]} is gone`,
      other: `Shares ${list.format(indices.map(String))} are gone`,
    }),
  lostLead: (count: number) =>
    plural(count, {
      one:
        'It was kept here for another device when the back-up was made that you restored, and no back-up holds ' +
        'such a share. Unless a device has got it since, there is no device with it, and none will come.',
      other:
        'They were kept here for other devices when the back-up was made that you restored, and no back-up holds ' +
        'such shares. Unless devices have got them since, there are no devices with them, and none will come.',
    }),
  lostEnough: (left: number, threshold: number) =>
    `At most ${shares(left)} of this key ${plural(left, { one: 'is', other: 'are' })} left, and ${threshold} sign together. Deal fresh shares ` +
    'to all devices while you can: the npub stays.',
  lostTooMany: (left: number, threshold: number) =>
    `At most ${shares(left)} of this key ${plural(left, { one: 'is', other: 'are' })} left, and ${threshold} sign together: it can't sign any ` +
    'more, unless the missing ones turn up on a device or in the data folder from before. With its nsec you can ' +
    'create a keyset of the same key, with fresh shares.',
  deal: 'Deal fresh shares',
  forgetTitle: (index: number) => `Take share ${index} off the list?`,
  forgetLead:
    'Nothing of it is kept here any more. You are no longer told that it is gone; if you find it, you can still bring it.',
  forgetConfirm: 'Take it off the list',

  // Giving one up
  deleteTitle: (index: number) => `Delete share ${index} here?`,
  deleteKept:
    'No device has it, and it is in no back-up: it is lost for good, and there is one device less that you can add.',
  deleteHandedOut: (name: string) =>
    `The invitation for ${name} can't be shown any more. It stays valid all the same: whoever has it ` +
    'and its password can still become this device, once you allow it to join. Only fresh shares for all devices make it ' +
    'worthless.',
  deleteUseless: (threshold: number) =>
    `Fewer than ${threshold} shares are left then, unless devices have theirs already: the key could be lost.`,
  deleteConfirm: 'Delete the share',
  deleted: (index: number) => `Share ${index} is no longer kept here`,
  deleteFailed: 'The share could not be deleted',

  // Bringing one
  bring: 'Bring a share',
  bringLead:
    'A device that is gone for good leaves its share free for another one, if you still have it: as a ' +
    'share credential, an nsec or a bfshare package.',
  bringField: 'Share of the device that is gone',
  bringPassword: 'Password of the package',
  bringDo: 'Keep it here',
  bringing: 'Checking it...',
  brought: 'The share is kept here for another device',
  bringFailed: (reason: string) => `The share was not taken: ${reason}`,
  replaces: (name: string) => `${name} is gone for good and will not come back with this share`,

  /** The page of one. */
  page: {
    memberOf: (member: number) => `share ${member}`,
    online: 'online',
    onlineFor: (duration: string) => `online ${duration}`,
    offlineSince: (when: string) => `offline since ${when}`,
    notSeen: 'not seen yet',
    notKnown: 'not known: no relay is heard',
    all: 'All devices',
    rename: (name: string) => `Rename ${name}`,
    renameShort: 'Rename',
    proven: (when: string) => `Proven ${when}`,
    rights: 'What it may do',
    presence: 'When it was here',
    ping: 'Ping',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    answers: 'Answers in',
    activity: 'What it signed',
    activityEmpty: 'It has not signed anything yet.',
    replace: 'Replace or remove',
    replaceLead:
      'Its share stays on it: only fresh shares for all other devices take it out for good. ' +
      'Until then, switch off what it may do.',
    handOn: 'Give its share to another device',
    freshShares: 'Make fresh shares',
  },
} as const
