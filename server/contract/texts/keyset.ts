import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const them = (count: number): string => plural(count, { one: 'it', other: 'them' })
const list = new Intl.ListFormat('en-GB')
const shares = (numbers: readonly number[]): string =>
  `${plural(numbers.length, { one: 'share', other: 'shares' })} ${list.format(numbers.map(String))}`

/** Making a new keyset and handing out its shares. */
export const keyset = {
  stepsLabel: 'Steps',
  steps: { settings: 'Settings', shares: 'Shares', summary: 'Summary' },
  back: 'Back',
  next: 'Next',

  // Settings
  settingsTitle: 'A key in several shares',
  settingsLead:
    'One share stays on this server. You hand out the others, and choose how many sign together.',
  name: 'Keyset Name',
  nameHint: 'For you and the holders of the shares, to tell keysets apart.',
  threshold: 'Threshold',
  thresholdHint: 'Shares that sign together.',
  totalMembers: 'Total members',
  totalMembersHint: (max: number) => `Shares in all, at most ${max}.`,
  meaning: (threshold: number, total: number): string => {
    if (total === 1)
      return 'The only share is the whole key: losing it loses the key, and whoever gets hold of it has the key.'
    if (threshold === 1)
      return `Each of the ${total} shares is the whole key: you can lose all but one, but whoever gets hold of any one has the key.`
    if (threshold === total)
      return `All ${total} shares are needed to sign: losing one makes the others useless, and whoever gets hold of ${total - 1} can do nothing with ${them(total - 1)}.`
    return `Any ${threshold} of the ${total} shares can sign: you can lose ${total - threshold} and go on, and whoever gets hold of ${threshold - 1} can do nothing with ${them(threshold - 1)}.`
  },
  key: 'Key',
  keyFresh: 'A fresh key',
  keyFreshHint: 'A new nostr identity, whose key nobody has in one piece.',
  keyGiven: 'A key that you have',
  keyGivenHint: 'The shares will sign as the identity that you already use.',
  secretKey: 'Secret key',
  secretKeyWhat: 'secret key',
  secretKeyHint: 'nsec1…, or 64 hex characters. It is used once, and not kept.',
  identityOf: (npub: string) => `This is ${npub}`,
  relaysNeeded: 'The devices meet at these relays: each invitation names them.',
  more: 'Number of devices, relays, old devices',
  old: 'Make a keyset of the 1.x protocol',
  oldHint:
    'Only where every device is old and speaks nothing else: three signatures in 1.x give a share away.',
  create: 'Create keyset',
  creating: 'Creating…',
  created: 'Keyset created',
  failed: (reason: string) => `The keyset could not be created: ${reason}`,
  unreadable: "the server's answer is not a keyset. Reload the page and try again.",

  // Shares
  shareTitle: (index: number, total: number) => `Share ${index} of ${total}`,
  shareStays:
    'Share 1 stays on this server. It is saved when you finish, so there is nothing to do.',
  handOutNext: (count: number) =>
    plural(count, {
      one: 'Next, hand out the other share. Whoever holds it needs it together with the group credential.',
      other: `Next, hand out the ${count} other shares one by one. Each holder needs a share together with the group credential.`,
    }),
  nothingKept:
    'Nothing of this keyset is kept on the server yet: keep this page open until you have finished.',
  handOutLead:
    'Bring the share and the group credential to the device that is to hold them: as text, file or QR code, in a way that you trust.',
  share: (index: number) => `Share ${index}`,
  groupCredential: 'Group credential',
  groupFact: 'the same for every holder',
  hidden: 'hidden',
  length: (chars: number) => `${chars} characters`,
  what: { share: (index: number) => `share ${index}`, group: 'group credential' },
  download: 'Download both as a file',
  downloadHint: 'The file is not encrypted: keep it like the key itself.',
  downloaded: (name: string) => `Saved as ${name}`,
  stored: (index: number) => `I have stored share ${index}`,

  // A share's file: lines that begin with # are for people, the others also for programs.
  fileAbout: (name: string, index: number, total: number, threshold: number) =>
    `Keyset "${name}", share ${index} of ${total}. ${threshold} of them sign together.`,
  fileSecret: 'Keep this file secret.',
  fileUse:
    "Paste each value after '=' into its field in your signer, or give igloo-server or Floe this file as its environment.",
  fileFallbackName: 'keyset',

  // QR codes
  qrTitle: (what: string) => `QR code: ${what}`,
  qrLead: 'Scan it with the app that is to hold the share. Whoever photographs it has it too.',
  qrDense: 'This code is dense: hold the camera close and still, or take the text or the file.',

  // Summary
  summaryTitle: 'All shares are handed out',
  summaryTitleAlone: 'Your keyset is ready',
  summaryLead: 'Last of all, save share 1 on this server.',
  size: (threshold: number, total: number) => `${threshold} of ${total}`,
  waiting: 'Waiting',
  done: 'Done',
  staysHere: 'stays here, still to be saved',
  isStored: 'stored, as you confirmed',
  keyStillWhole:
    'The key that you split still exists in one piece where you had it: whoever finds it there needs no shares.',
  firstGeneration:
    'These are first-generation credentials: a holder who has had three signatures from another share could work that share out, so give shares only to devices that you trust, and keep the group credential secret too.',
  finish: 'Use share 1 on this server',

  // Leaving
  leaveTitle: 'Leave and lose these shares?',
  leaveText: (lost: readonly number[]) =>
    `Nothing of this keyset is kept on the server. If you leave now, ${shares(lost)} ${plural(lost.length, { one: 'is', other: 'are' })} lost for good.`,
  leaveUseless: (threshold: number) =>
    `Fewer than ${threshold} shares are left then, so this keyset can never sign.`,
  stay: 'Stay',
  leave: 'Leave and lose them',
} as const
