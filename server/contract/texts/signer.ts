import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** The Signer tab: the verdict and the signer's own card. */
export const signer = {
  verdict: 'Can this signer sign?',
  ready: 'Ready to sign',
  answersOnly: "Answers others, can't ask them",
  asksOnly: 'Asks others, answers nobody',
  stopped: "Can't sign: the signer is stopped",
  notSetUp: 'Not set up',
  connecting: 'Connecting to the relays',
  noRelay: 'No relay is heard',
  looking: 'Looking for devices',
  cannotSign: "Can't sign",
  allHeard: (relays: number) =>
    relays === 2
      ? 'Both relays heard'
      : plural(relays, { one: 'Relay heard', other: `All ${relays} relays heard` }),
  lastSignature: 'last signature',
  medianAnswer: 'usually takes',
  signedThisWeek: 'this week',
  lastKnown: (time: string, verdict: string) => `Last known at ${time}: ${verdict}`,

  title: 'Server-managed signer status',
  states: { running: 'Running', starting: 'Starting...', stopped: 'Stopped' },
  server: (state: string) => `Server Signer: ${state}`,
  node: (isActive: boolean) => `(Node ${isActive ? 'Active' : 'Inactive'})`,
  keyset: 'Keyset',
  index: 'Index',
  threshold: 'Threshold',
  pubkey: 'Pubkey',
  pubkeyHelp:
    "The public key of this signer's own share: its peers know it by that. The key that the whole " +
    'keyset signs for is group_pk in the decoded group credential.',

  startsByItself:
    'The server starts the signer by itself, also after a restart. You can close this page.',
  firstGeneration:
    'This keyset uses first-generation credentials: a peer that has had three 1.x signatures from ' +
    'you could work out your share. Keep the group credential secret too.',
  whatThisMeans: 'What this means',
  firstGenerationRefused:
    'Requests in 1.x are refused, so nothing more of this share is given away. What was signed in ' +
    '1.x before stays known to the peers that it was signed for.',
  move: 'Move to 2026',
} as const

/** The two credentials as fields that save themselves. */
export const credentials = {
  group: 'Group credential',
  share: 'Secret share',
  /** As they stand in a sentence. */
  inSentence: { group: 'group credential', share: 'secret share' },
  both: 'Credentials',
  masked: '••••••••••••',
  show: 'Show or change',
  hide: 'Hide',
  members: (count: number) => plural(count, { one: '1 member', other: `${count} members` }),
  ofIndex: (index: number) => `index ${index}`,
  help:
    'Saved automatically once group credential and share belong together. Until then the signer ' +
    'goes on with what is saved.',
  decoded: 'Decoded',
  decodedOf: (what: string) => `Decoded ${what}`,
  raw: 'Raw',
  identity: 'Signs as',
  groupUndecodable: 'Failed to decode group credential',
  shareUndecodable: 'Failed to decode share credential',
  removed:
    'No credentials are saved on this server any more: they were cleared in another window, or by ' +
    'another program. Back to Configure takes new ones.',
  partsMissing:
    'The part that checks and decodes credentials could not be loaded, so nothing can be changed ' +
    'here. Reload the page.',

  otherShare: 'The saved share is not of this group. Enter a share of this group as well.',
  otherGroup: 'This share is not of the saved group. Enter its group credential as well.',
  keptMeanwhile: 'Not saved. The signer goes on with the saved credentials.',
  pausing: 'Both belong together, saving...',
  saving: 'Saving...',
  saved: 'Credentials saved. The signer starts with them.',
  savedOtherKeyset: (name: string) =>
    `Credentials of another keyset saved. It is still called “${name}”: Back to Configure changes that.`,
  saveFailed: 'Credentials not saved',
} as const

/** What somebody else has done to the settings, in another window or by another program. */
export const changes = {
  cleared: 'The saved credentials were cleared elsewhere',
  changed: 'Other credentials were saved elsewhere',
} as const
