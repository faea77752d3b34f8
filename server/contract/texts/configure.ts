import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** The Configure screen. */
export const configure = {
  title: 'Configure Signer',
  titleUpdate: 'Update Signer Configuration',
  existingTitle: 'Existing Configuration Found',
  existing:
    'This signer is already configured. You can update its credentials here, or clear them.',
  warnings: 'Warnings',

  // Fields
  name: 'Keyset Name',
  namePlaceholder: 'Main identity',
  nameHelp:
    'What you call this keyset. The name is yours to choose and stays on this server; no two ' +
    'keysets may have the same.',
  share: 'Share',
  sharePlaceholder: 'bfshare1...',
  shareHelp:
    'The secret part of the key that this server holds. It begins with bfshare1 and comes from ' +
    'where the keyset was made. So do packages with a password, which may begin with bfonboard1 or ' +
    'bfprofile1. Each device needs a share of its own: never use one on two.',
  group: 'Group Credential',
  groupPlaceholder: 'bfgroup1...',
  groupHelp:
    'Says who the members are and how many of them sign together. It begins with bfgroup1 and is ' +
    'the same on every device. Treat it as a secret too.',

  // What is wrong with them
  shareFormat: 'Invalid share format. Should start with "bfshare" and be properly formatted.',
  groupRequired: 'Group credential is required',
  groupFormat:
    'Invalid group credential format. Should start with "bfgroup" and be properly formatted.',
  notOneKeyset: (reason: string) =>
    `${reason}. Paste the share and the group credential of one keyset.`,
  missing: (fields: readonly string[]) => `Still needed: ${fields.join(', ')}`,

  // What they say of themselves
  ofIndex: (index: number) => `index ${index}`,
  ofMembers: (threshold: number, members: number) => `${threshold} of ${members}`,
  belong: (index: number, threshold: number, members: number) => {
    if (members === 1) return 'The two belong together: the only share of its keyset.'
    const signers = threshold === members ? `all ${members}` : `any ${threshold} of them`
    return `The two belong together: share ${index} of ${members}; ${signers} can sign together.`
  },

  // Pasting
  movedShare: 'That was a share: it is now in the field Share.',
  movedGroup: 'That was a group credential: it is now in the field Group Credential.',
  filledBoth: 'A share and a group credential were found in what you pasted: both are filled in.',
  severalShares: (count: number) =>
    `What you pasted holds ${count} shares. Paste only the one that is for this server.`,

  // Creating a keyset
  created: (button: string) =>
    `The new keyset is filled in: the share that stays here, and the group credential. ` +
    `Press ${button} to save them.`,

  // Saving
  configure: 'Configure Signer',
  saving: 'Saving...',
  update: 'Update and Continue',
  continue: 'Continue',
  configured: 'Signer configured successfully! Your credentials have been saved.',
  updated: 'Signer credentials updated successfully!',
  saveFailed: 'Error saving credentials to environment variables',
  refused: (reason: string) => `Error configuring signer: ${reason}`,
  unreachableNext: (reason: string) => `${reason}. Check that Floe is running, then try again.`,
  serverNext: (reason: string) =>
    `${reason}. Nothing was changed. The server's log says why; then try again.`,

  // Clearing
  clear: 'Clear Credentials',
  clearing: 'Clearing...',
  clearTitle: 'Clear Credentials?',
  clearText:
    'The saved credentials are permanently removed from this server, and the signer is stopped. ' +
    'Keep a copy of the share elsewhere if you may need it again.',
  nothingCleared: (reason: string) => `${reason}. Nothing was removed; try again.`,
  cleared: 'Credentials cleared successfully!',
  clearFailed: 'Error clearing credentials',

  // Relays
  relays: 'Relays',
  relaysHelp:
    'Servers that pass messages between the members. All members need at least one in common: ' +
    'choose those that your other devices use.',
  relaysMore: (count: number) => `and ${count} more`,
  relayCount: (count: number) => plural(count, { one: '1 relay', other: `${count} relays` }),
  relayPlaceholder: 'wss://relay.example.com',
  relayTest: 'Test connection',
  relayTesting: 'Testing...',
  relayTestNote: 'Floe sends itself a message through each relay, from where it runs.',
  relayTests: {
    running: 'connecting and sending a message to ourselves, for up to 10 s',
    ok: (latency: string) => `Works${latency}: takes the signer's messages and delivers them`,
    refuses: (latency: string, reason: string) =>
      `Connected${latency}, but does not take the signer's messages: ${reason}`,
    loses: (latency: string, reason: string) =>
      `Connected${latency} and takes messages, but did not deliver one back: ${reason}`,
    unreachable: (reason: string) => `Not connected: ${reason}`,
    failed: (reason: string) => `Not tested: ${reason}`,
    noReason: 'no reason given',
  },
  relaysTested: (works: number, tested: number) =>
    plural(tested, {
      one: `The relay ${works === 1 ? 'works' : 'does not work'}`,
      other: `${works} of ${tested} relays work`,
    }),
  relayUntested: 'Not tested',
  relayTestWords: { ok: 'Works', warn: 'Limited', bad: 'Failed', wait: 'Testing' },
} as const

/** Reading a QR code, by the camera or out of a picture. */
export const scan = {
  camera: 'Scan with the camera',
  lead: 'Hold the code in front of the camera. The picture stays in this browser.',
  noCamera: 'The camera could not be opened',
  noCameraMore: 'Allow this page to use it, or take a picture of the code and choose that.',
  picture: 'Choose a picture of the code',
  noCode: 'There is no QR code in this picture that can be read',
} as const
