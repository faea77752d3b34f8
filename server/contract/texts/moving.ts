import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const list = new Intl.ListFormat('en-GB')
const devices = (count: number): string =>
  plural(count, { one: '1 device', other: `${count} devices` })

/** Moving a keyset from 1.x to the 2026 protocol. */
export const moving = {
  title: 'Move to the 2026 protocol',
  /** Of a key that is of 2026 already. */
  titleFresh: 'Fresh shares of the same key',
  stepsLabel: 'Steps',
  next: 'Next',
  finish: 'Finish',
  steps: {
    way: 'Choose',
    peers: 'Devices',
    shares: 'Shares',
    settings: 'New shares',
    save: 'This device',
    packages: 'Hand out',
    summary: 'Done',
  },

  // Why, what it does not heal, and the two ways
  wayTitle: 'Same identity, safer signatures',
  wayLead:
    'In 1.x all signatures of a device are made from the same two hidden numbers: after three of ' +
    'them a dishonest peer can work out its share. The 2026 protocol takes fresh numbers each time.',
  notHealedTitle: 'What moving does not heal',
  notHealed: [
    'Signatures given in 1.x stay given. A peer that has had three of them may know this share ' +
      'already, and nobody can tell.',
    'Fresh shares help against shares that got out, one by one. They do not help if the whole key ' +
      'got out: whoever has the group credential of 1.x and a few signatures that you have ' +
      'published can work it out.',
    'If you fear that, take a new key, which is a new identity.',
  ],
  chooseWay: 'How do you want to move?',
  ways: {
    keep: [
      'Keep the shares',
      'Nothing to do here: this signer speaks both protocols. You update the apps on the other ' +
        'devices. What a share has given away stays given away.',
    ],
    deal: [
      'Deal fresh shares of the same key',
      'The npub stays. Every device gets a new share, so one that got out is worth nothing by ' +
        'itself once the old ones are deleted. You need enough of the old shares here.',
    ],
  },

  // Keeping the shares
  peersTitle: 'Who speaks 2026 already',
  peersLead:
    'This signer asks in 2026 as soon as enough devices speak it. Update the app on the others and ' +
    'keep them on: they change here by themselves.',
  peerStates: {
    next: 'Speaks 2026',
    both: 'Speaks 2026 and 1.x',
    old: 'Speaks only 1.x',
    unheard: 'Not heard yet',
  },
  noPeers: 'This keyset has no other device.',
  peersFailed: 'The list of peers could not be read',
  allMoved: 'All devices speak 2026: 1.x is not needed any more.',
  notAllMoved: (moved: number, total: number) =>
    `${moved} of ${devices(total)} speak 2026. 1.x can be refused safely once all do.`,
  stopAnswering: 'Stop answering 1.x',
  stopping: 'Saving...',
  stopped: 'Requests in 1.x are refused from now on',
  isStopped: 'Requests in 1.x are refused.',

  // A package for an app
  appTitle: "An app that can't take over its old share",
  appLead:
    'Give it the same share as a package of the 2026 protocol: paste the share of that device here, ' +
    'and open the package in the app. What the share has given away stays given away.',
  appShare: 'Share of that device',
  appSharePlaceholder: 'bfshare1...',
  appShareHint: 'From its old app. It is used once, and not kept.',
  appOwnShare: "This is the share of this signer. Paste the other device's share.",
  appPlainHttp: 'This page came over plain HTTP: the share will cross your network unencrypted.',
  seal: 'Make a package',
  sealing: 'Making it...',
  sealFailed: (reason: string) => `The package could not be made: ${reason}`,
  sealedLead: (index: number) =>
    `The package for device ${index} is made, and exists only on this page. It is worth nothing ` +
    'without its password.',
  sealedWhat: {
    profile: (index: number) => `package for device ${index}`,
    share: (index: number) => `share of device ${index} alone`,
    password: (index: number) => `password for device ${index}`,
  },
  profile: 'Package (bfprofile)',
  profileFact: 'share, group and relays',
  profileTooLong: 'Too long for a QR code: take the text or the file.',
  shareAlone: 'The share alone (bfshare)',
  shareAloneFact: 'for an app that has the group',
  sealedPasswordLead:
    'The password for both. Pass it on separately from the package: whoever has both has the share.',
  sealedOnce: 'Once it works there, remove the old app: a share is meant to run in one place.',
  sealAnother: 'Another device',

  // The old shares
  sharesTitle: 'Enough of the old shares',
  sharesLead:
    'The key is put together on this server for a moment, split again and forgotten. That takes ' +
    "some of the shares that you have now; this signer's own is already here.",
  sharesNeeded: (threshold: number, total: number) =>
    `You need ${threshold} of the ${total} old shares`,
  sharesPlainHttp:
    'This page came over plain HTTP: the shares will cross your network unencrypted.',

  // What is dealt
  settingsTitle: 'The new shares',
  settingsLead:
    'One of them is for this signer. Each of the others goes to one of your devices, including ' +
    'those that have an old one.',
  relaysNeeded: 'The devices meet at these relays: each invitation names them.',
  deal: 'Deal new shares',
  dealing: 'Dealing...',
  dealt: 'New shares are dealt',
  failed: (reason: string) => `The shares could not be dealt: ${reason}`,
  unreadable: "the server's answer does not fit what was asked. Reload the page and try again.",

  // This device first
  saveTitle: 'First this signer',
  saveLead:
    'It takes its own new share before you hand out the others: it is the one that tells the new ' +
    'devices who the members are.',
  sameIdentity: 'The same identity as before',
  oldStop:
    "From here on, devices with old shares can't sign with this signer until each has its new one.",
  oldStay:
    'The old shares still open the key: once the new devices work, delete them wherever they are.',
  oldTitle: 'Keep the old share of this signer until then',
  oldLead:
    'The new one takes its place here. If the invitations get lost, the way back is to put this ' +
    'share and its group into Configure again.',
  oldShare: 'Old share',
  oldGroup: 'Old group credential',
  oldWhat: { share: 'old share of this signer', group: 'old group credential' },
  oldKept: 'I have kept both, or have another copy of them',
  oldAbout: (name: string) => `Keyset "${name}", share of a signer before it moved to 2026.`,
  oldUse: 'It is a secret. Delete it once the new devices work.',
  oldPart: 'old-share',
  understood: 'I have all devices at hand, or can do without them meanwhile',
  save: "Save this signer's share",
  saving: 'Saving...',
  saved: 'This signer holds its new share',
  saveFailed: (reason: string) => `The new share could not be saved: ${reason}`,

  // One package after the other
  packageTitle: (number: number, total: number) => `Device ${number} of ${total}`,
  packageLead:
    'Bring this invitation to the device and open it there, in an app that speaks 2026 or in ' +
    'another Floe. It is worth nothing without its password.',
  package: (index: number) => `Invitation for device ${index}`,
  what: {
    package: (index: number) => `invitation for device ${index}`,
    password: (index: number) => `password for device ${index}`,
  },
  download: 'Download as a file',
  password: 'Password',
  passwordLead:
    'Pass it on separately from the invitation: by voice, or by typing it in. Whoever has both ' +
    'has the share.',
  waiting: 'Waiting for this device to come online',
  waitingHint:
    'Open the invitation there. It then asks this signer for the group, and shows up here.',
  online: 'This device is online and speaks 2026',
  handedOut: 'It has the invitation and comes online later',

  // A package's file
  fileAbout: (name: string, index: number, total: number) =>
    `Keyset "${name}", invitation for device ${index} of ${total}.`,
  fileUse:
    'Open it with its password, which is not in this file, in an app that speaks the 2026 protocol.',
  filePart: 'invitation',
  profileAbout: (name: string, index: number) => `Keyset "${name}", package for device ${index}.`,
  profilePart: 'package',

  // The end
  summaryTitle: 'All invitations are handed out',
  summaryLead: 'Each device is shown here as soon as it has come online with its new share.',
  member: (index: number) => `Device ${index}`,
  states: {
    here: 'holds its new share',
    online: 'online with its new share',
    waiting: 'has its invitation, not online yet',
  },
  stateWords: { done: 'Done', waiting: 'Waiting' },
  deleteOld:
    'Delete the old shares and the old group credential wherever they are: in the old apps, in ' +
    'files, in back-ups. As long as enough of them exist, they are the key.',
  refuseLead:
    "The new shares can't be used in 1.x. You can also refuse 1.x in the settings, so that it " +
    'stays refused if an old share is ever saved here again.',

  // Leaving
  leaveTitle: 'Leave and lose these invitations?',
  leaveBefore: 'Nothing was saved yet: the old shares stay good, and the new ones are forgotten.',
  leaveTitleBefore: 'Leave without new shares?',
  leaveText: (lost: readonly number[]) =>
    `${plural(lost.length, { one: 'The invitation', other: 'The invitations' })} for ${plural(lost.length, { one: 'device', other: 'devices' })} ${list.format(lost.map(String))} ${plural(lost.length, { one: 'is', other: 'are' })} on this page only, and lost with it.`,
  leaveUseless: (threshold: number) =>
    `Fewer than ${threshold} new shares are out then, so this signer could not sign with anybody. To go back, put the old share and group that you have kept into Configure.`,
  stay: 'Stay',
  leave: 'Leave and lose them',
  leaveAnyway: 'Leave',
} as const
