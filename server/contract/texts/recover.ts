import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** The Recover tab. */
export const recover = {
  title: 'Recover NSEC',
  requirement: (threshold: number, total: number) =>
    `You need ${threshold} out of ${total} shares to recover your NSEC`,
  progress: (valid: number, threshold: number) => `${valid} of ${threshold} valid shares`,
  warning:
    'Recovering puts your whole key together on the server and shows it in this browser, so do it ' +
    'only on machines that you trust.',
  plainHttp:
    'This page came over plain HTTP: the shares and the key will cross your network unencrypted.',

  group: 'Group credential',
  groupPlaceholder: 'Enter the group credential (bfgroup1...)',
  groupHint: 'The same for every share of the keyset. It says how many shares are needed.',
  groupFits: (threshold: number, total: number) => `Valid: a keyset of ${threshold} of ${total}`,
  autoDetected: 'Auto-detected',
  savedUnreadable: (reason: string) =>
    `Saved shares could not be read (${reason}). Enter the credentials by hand.`,

  shares: 'Shares',
  share: (position: number) => `Share ${position}`,
  sharePlaceholder: (position: number) => `Enter share ${position} (bfshare1...)`,
  shareHint: 'Several shares can be pasted at once.',
  shareFits: (index: number) => `Share ${index} of this group`,
  shareLoose: (index: number) =>
    `Share ${index}. Whether it belongs to your keyset shows once the group credential is valid.`,
  checking: 'Checking…',
  add: (count: number, threshold: number) => `Add Share Input (${count}/${threshold})`,
  remove: (position: number) => `Remove share ${position}`,
  tooManyPasted: (max: number) =>
    `A group has at most ${max} shares: what was pasted beyond that was left out`,

  // What is wrong with a credential
  shareStructure: 'Share has invalid internal structure',
  shareRepeated: (index: number, position: number) =>
    `This is share ${index} again, as in field ${position}: the same share counts once`,
  shareSealed: 'This is a package that a password opens',
  openFirst: 'open it on the Configure screen, and copy the share from there',
  shareIsGroup: 'this is a group credential, which has a field of its own',
  groupStructure: 'Group credential has invalid internal structure',
  groupFormat: 'Invalid bfgroup format - must be a valid bech32m encoded credential',
  groupOther: (reason: string) => `Invalid group: ${reason}`,
  groupIsShare: 'this is a share, which has a field of its own',

  // What to do next
  needGroup: 'First enter a valid group credential.',
  needShares: (missing: number) =>
    plural(missing, {
      one: 'Enter 1 more share of this group.',
      other: `Enter ${missing} more shares of this group.`,
    }),
  ready: 'Ready to recover.',
  submit: 'Recover NSEC',
  submitting: 'Processing...',

  // Outcomes
  succeeded: (shares: number) => `Successfully recovered NSEC using ${shares} shares`,
  ignored: (shares: number) => `${shares} invalid shares were ignored`,
  failed: (reason: string) => `Error recovering NSEC: ${reason}`,
  failedReason: 'Recovery failed',
  nsec: 'NSEC',
  npub: 'Public key',
  masked: 'hidden',
  goneLater: 'Copy it to where you keep it: it is gone from here once you leave this tab or page.',
} as const
