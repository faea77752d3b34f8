// What the server says to the console: `../sentences.ts` lists it.

import { pluralsOf } from '../../../../server/contract/plurals.ts'

const plural = pluralsOf('es')
const peersOnline = (online: number, all: number): string =>
  `${online} of ${plural(all, { one: '1 peer', other: `${all} peers` })} online`
const its = (count: number): string => plural(count, { one: 'its', other: 'their' })

export const validation = {
  shareRequired: 'Share is required',
  sharePrefix: 'Invalid share format (should start with bfshare)',
  shareLength: (chars: number) => `Invalid share length (expected around ${chars} characters)`,
  shareBech32m: 'Invalid share format - must be in bech32m format',
  groupRequired: 'Group is required',
  groupPrefix: 'Invalid group format (should start with bfgroup)',
  groupTooShort: (min: number) =>
    `Group credential too short (expected at least ${min} characters)`,
  groupTooLong: (max: number) => `Group credential too long (expected at most ${max} characters)`,
  groupBech32m: 'Invalid group format - must be in bech32m format',
  combinedRequired: 'Credential string is required',
  combinedPrefix: 'Invalid credential format (should start with bfcred)',
  combinedTooShort: (min: number) => `Credential too short (expected at least ${min} characters)`,
  combinedTooLong: (max: number) => `Credential too long (expected at most ${max} characters)`,
  combinedBech32m: 'Invalid credential format - must be in bech32m format (bfcred1...)',
  relayRequired: 'Relay URL is required',
  relayProtocol: 'Relay URL must use wss:// or ws:// protocol',
  relayFormat: 'Invalid relay URL format',
  relayTooLong: (max: number) => `Relay URL is longer than ${max} characters`,
  relayListTooLong: (max: number) => `More than ${max} relays are listed`,
  relayListRequired: 'At least one relay URL is required',
  relayItem: (position: number, reason: string) => `Relay ${position}: ${reason}`,
  relayNoneValid: 'No valid relay URLs provided',
  relayTooMany: (max: number) => `No more than ${max} relays`,
  relayListCredential: 'At least one relay URL must be provided',
  nsecRequired: 'Nsec is required',
  nsecFormat: 'Invalid nsec format',
  privateKeyRequired: 'Private key is required',
  privateKeyFormat: 'Invalid hex private key format (should be 64 hex characters)',
  secretKeyFormat: 'Invalid secret key format - must be 64 hexadecimal characters',
  hexKeyFormat: 'Invalid hex key format - must be 64 hexadecimal characters',
  nostrKeyFormat: 'Invalid nostr key format',
  thresholdPositive: 'Threshold must be a positive integer',
  totalMembersPositive: 'Total members must be a positive integer',
  thresholdTooHigh: 'Threshold cannot be greater than total members',
  totalMembersTooHigh: (max: number) => `Total members cannot be greater than ${max}`,
  nameRequired: 'Name is required',
  nameTooLong: (max: number) => `Name is longer than ${max} characters`,
  nameTaken: 'This keyset name already exists',
  noShares: 'No shares provided',
  notEnoughShares: (need: number, got: number) =>
    `Not enough shares provided. Need at least ${need} shares, got ${got}`,
  shareItem: (position: number, reason: string) => `Share ${position}: ${reason}`,
  shareIndexMissing: 'Every share must have a numeric idx',
  shareNotInGroup: 'Share does not belong to this group',
  packaged: 'This is protected by a password: open it with its password first',
} as const

export const decoding = {
  tooLong: (max: number) => `it is longer than ${max} characters`,
  upperCase: 'it must be written in lower case',
  prefix: (expected: string) => `it should start with ${expected}1`,
  alphabet: 'it contains a character that bech32m does not use',
  checksum: 'the checksum does not match, so a character is missing, added or mistyped',
  bech32: 'its checksum is bech32 instead of bech32m',
  padding: 'it does not end on a whole byte',
  tooFewBytes: (need: number, got: number) => `it has too few bytes (${got} of ${need})`,
  extraBytes: (need: number, got: number) => `it has extra bytes (${got}, expected ${need})`,
  indexRange: 'its index is not a whole number from 1 to 4294967295',
  keySize: 'its secret key is not 32 bytes of hex',
  keyZero: 'its secret key is zero',
  keyRange: 'its secret key is not below the curve order',
  nonceSize: 'a nonce is not 32 bytes of hex',
  nonceZero: 'a nonce is zero',
  nonceRange: 'a nonce is not below the curve order',
  groupBytes: (base: number, each: number) =>
    `its size does not fit a group (${base} bytes and ${each} for each member)`,
  noMembers: 'it has no members',
  tooManyMembers: (max: number) => `it has more than ${max} members`,
  thresholdRange: (members: number) => `its threshold is not a number from 1 to ${members}`,
  groupKeyPoint: 'its group key is not a point on the curve',
  memberIndex: (position: number) =>
    `the index of member ${position} is not a whole number from 1 to 4294967295`,
  memberIndexTwice: (position: number) => `the index of member ${position} is used twice`,
  memberKeyPoint: (position: number) => `the key of member ${position} is not a point on the curve`,
  memberKeyTwice: (position: number) => `the key of member ${position} is used twice`,
  memberNoncePoint: (position: number) =>
    `a nonce of member ${position} is not a point on the curve`,
} as const

export const gen2Decoding = {
  notJson: 'it is not JSON',
  shareForm: 'its fields are not those of a share',
  shareIndex: 'its index is zero',
  groupForm: 'its fields are not those of a group',
  groupName: 'its name is blank',
  memberCount: (max: number) => `it does not have 1 to ${max} members`,
  threshold: (members: number) => `its threshold is not a number from 1 to ${members}`,
  memberIndex: 'the index of a member is zero',
  memberIndexTwice: 'the index of a member is used twice',
  memberKeyTwice: 'the key of a member is used twice',
  groupKey: 'its group key is not a point on the curve',
  memberKey: 'the key of a member is not a point on the curve',
  unknownPackage: 'it does not start with bfshare1, bfonboard1 or bfprofile1',
  firstGeneration: 'it is a credential of the first generation',
  otherPackage: (prefix: string) => `it does not start with ${prefix}1`,
  envelopeForm: 'it does not hold an encrypted credential',
  version: (version: number) => `its version is not ${version}`,
  password: 'the password is wrong, or it is damaged',
  plaintextForm: 'its decrypted content has the wrong form',
  secretKey: 'its secret key is not valid',
  noRelays: 'it names no relay',
  inviterKey: 'the key of the inviter is not valid',
  profileId: 'its profile id is not that of its share',
  indexTooHigh: (max: number) => `the index of a member is above ${max}`,
  thresholdTooLow: 'Threshold must be at least 2',
} as const

export const node = {
  decodeShare: (reason: string) => `Failed to decode share: ${reason}`,
  decodeGroup: (reason: string) => `Failed to decode group: ${reason}`,
  invalidKeysetParameters: 'Invalid keyset parameters',
  invalidSecretKey: 'Invalid secret key',
  generateKeyset: 'Failed to generate keyset',
  recoveryInput: 'Group package and at least one share package are required',
  recoveryNotEnough: (need: number) => `Not enough shares provided. Need at least ${need} shares`,
  recoverSecretKey: 'Failed to recover secret key',
  createNode: 'Failed to create BifrostNode',
  connectNode: 'Failed to connect BifrostNode',
  closeNode: 'Failed to close BifrostNode',
  pingTimeout: (ms: number) => `Ping timeout after ${ms}ms`,
  peerNotFound: 'Peer not found',
  startMonitoring: 'Failed to start peer monitoring',
  createPeerManager: 'Peer manager creation failed',
} as const

export const request = {
  timeout: (ms: number) => `No answer within ${ms}ms`,
  notPublished: (reasons: string) => `No relay accepted the message: ${reasons}`,
  notTaken: (ms: number) => `No relay took the message within ${ms}ms`,
  noCosigner: (need: number, have: number) =>
    `Not enough peers to sign with: ${need} needed, ${have} may be asked`,
  tooFewMet: (need: number, have: number, reason: string) =>
    `Not enough peers answer: ${need} needed, ${have} do. ${reason}`,
  keyshareWrong: (peers: readonly string[]) =>
    `Peer ${peers.join(', ')} gave a wrong part of the shared key, and no other could step in. ` +
    'Nothing was encrypted or decrypted',
  queueFull: (max: number) => `Signing queue is full (${max} waiting), try again shortly`,
  stopped: 'The signer was stopped',
  gen2Off: 'The 2026 protocol is off',
  keptFrom1x: (peers: readonly string[]) =>
    `In the 2026 protocol, which ${peers.length === 1 ? 'it speaks' : 'they speak'}, no signature came from ` +
    `${peers.join(', ')}; in the older 1.x, where a signature gives away a part of the share, ` +
    `${peers.length === 1 ? 'it is' : 'they are'} not asked unless you allow it for that peer`,
  firstGenerationOff: 'There are no credentials for the 1.x protocol here',
  firstGenerationRefused:
    'The 1.x protocol is refused here, and the newer one is off: nothing can be signed',
  noCredentials: 'No credentials are saved',
} as const

export const http = {
  noGroupCredential: 'No group credential available',
  missingCredentials: 'Missing credentials',
  nodeNotAvailable: 'Node not available',
  bodyTooLarge: 'Request body is too large',
  recoverMisfit: 'Missing or invalid groupCredential or shareCredentials',
  recoverGroup: (reason: string) => `Invalid group credential: ${reason}`,
  recoverNoShares: 'No valid share credentials provided',
  recoverTooFew: (need: number, got: number) => `Insufficient shares: need ${need}, got ${got}`,
  notAsked: 'This member has not asked to join',
  tooManyRelayTests: 'Too many relay tests, try again',
  notFound: 'Not found',
  foreignOrigin: 'Request from another origin refused',
  foreignHost: 'Host header not allowed',
  internal: 'Internal server error',
} as const

export const auth = {
  required: 'Authentication required',
  openAccess:
    'Open access: everyone who reaches this server can read the share and sign, without a login',
  signInLink: (url: string) => `Sign in within 10 minutes: ${url}`,
  invalidCredentials: 'Invalid credentials',
  confirm:
    'This shows secrets: first confirm that it is you. Send your password or API key to ' +
    'POST /api/auth/confirm; that lasts five minutes',
  tooMany: (seconds: number) =>
    `Too many requests, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  busy: 'Too many sign-ins at the moment, try again shortly',
  confirmWrong: 'That is neither the password nor an API key with the same rights',
  scope: (needed: string) => `This API key may not do that: it needs the scope '${needed}'`,
  usernameRequired: 'Username is required',
  usernameTooLong: (max: number) => `Username is longer than ${max} characters`,
  usernameCharacters:
    'Username must consist of printable characters, with no colon and no space at either end',
  passwordTooShort: (min: number) => `Password is shorter than ${min} characters`,
  passwordTooLong: (max: number) => `Password is longer than ${max} characters`,
  passwordWrong: 'Current password is wrong',
  passwordSet: 'Username and password were set. All other sessions have ended.',
  keyNameRequired: 'Name of the API key is required',
  keyNameTooLong: (max: number) => `Name of the API key is longer than ${max} characters`,
  keyNameCharacters: 'Name of the API key must consist of printable characters',
  keyNameReserved: (name: string) =>
    `The name '${name}' is reserved for the API key from the environment`,
  tooManyKeys: (max: number) => `No more than ${max} API keys: revoke one first`,
} as const

export const store = {
  appGone: 'This app has been removed meanwhile.',
  full: (folder: string) => `No space left for ${folder}: make room, then try again.`,
  disk: (path: string, reason: string) =>
    `${path} can't be read or written (${reason}). Check that its disk is sound and mounted ` +
    'writable, then try again.',
  io: (path: string, reason: string) => `${path} can't be used: ${reason}`,
  auditFailed: 'The audit could not be written',
} as const

export const guards = {
  changedOutside: (tables: readonly string[]) =>
    `Somebody other than Floe has changed its database: ${tables.join(', ')}. What was added or ` +
    'changed is refused; what is missing stays closed until you set it again, and rules, what is set ' +
    'for callers and the stop stay as you set them. Check who can write to the data folder.',
} as const

export const backup = {
  notBackup: (reason: string) =>
    `This is not a back-up of Floe (${reason}). Give a file made by floe backup.`,
  damaged: (reason: string) =>
    `The back-up is damaged (${reason}). Nothing was changed: use another.`,
  newer: (found: number, known: number) =>
    `The back-up is from a newer Floe (schema ${found}; this one knows up to ${known}). Nothing ` +
    'was changed: restore it with the newer Floe.',
  copyDiffers: (table: string) =>
    `The copy does not match the database (${table}). No back-up was made: try again.`,
  noKeyForBackup:
    'There is no sealing key to put in: the data folder has no secret.key and SECRET_KEY is not set.',
  wrongKey:
    'The credentials in the back-up are sealed with another key. Give the secret.key of the Floe ' +
    'that made it (or its SECRET_KEY) with it, or use a back-up that holds its key. Nothing was ' +
    'changed.',
  oldKeyWrong:
    'This is not the key that the credentials in the back-up are sealed with. Nothing was changed.',
  passphraseNeeded:
    'The back-up holds its sealing key, encrypted: give the passphrase. Nothing was changed.',
  passphraseWrong: 'The passphrase is wrong, or the key in the back-up is damaged.',
  passphraseLength: (min: number, max: number) =>
    `The passphrase must have ${min} to ${max} characters`,
  tooLarge: (megabytes: number) =>
    `The back-up is larger than ${megabytes} MiB. Restore it with the command: floe restore FILE`,
  cutOff: 'The back-up did not arrive complete. Nothing was changed.',
  busy: 'Another back-up or restore is under way, try again shortly',
  failed: 'The back-up could not be made',
  restored: 'The back-up was checked and is now put in place; Floe restarts and all sessions end.',
  scheduledFailed: (reason: string) => `The scheduled back-up failed: ${reason}`,
} as const

export const packages = {
  wrongPassword: 'The password is wrong, or the package is damaged',
  firstGeneration:
    'This is a share of the 1.x protocol, which has no password: put it into the share field',
  unreadable: (reason: string) => `Failed to read package: ${reason}`,
  noUsableRelay:
    "None of the relays in this package can be used, so its group can't be looked for: give the " +
    'group as well',
  noneSeen:
    'None of the relays given is in this package: open it without any, and look at those that it ' +
    'names',
  noRelayHeard:
    'None of the relays in this package answered, so its group could not be looked for: try ' +
    'again, or give the group as well',
  noBackup:
    'There is no back-up of this share on its relays, so its group is not known: give the group ' +
    'as well, which every device of the group has',
  noRelays: 'None of the relays set here can be used, and a package must name one',
  passwordNeeded: 'this package opens with a password: give it as well',
  busy: 'Too many packages are being opened or made, try again shortly',
} as const

export const joining = {
  package: (reason: string) => `This invitation can't be read: ${reason}`,
  sameShare: 'This device already runs on the share in this package: there is nothing to join',
  ownInvitation: 'The package names its own share as the inviting device: ask for another',
  noUsableRelay: 'None of the relays in the package can be used: ask for another package',
  noneSeen:
    'None of the relays that you allowed is in the package: open it, look at its relays, and name ' +
    'those to connect to',
  noRelay: (problems: string) =>
    `No relay of the package could be reached (${problems}). Check that this device is online, then try again.`,
  denied:
    'The other device has refused. Have its owner allow this one, then try again within ten ' +
    'minutes.',
  silent: (tries: number) =>
    `The other device has not answered, though it was asked ${tries} times. Check that it is on, ` +
    'that it uses the same relays, and that its owner has allowed this one; then try again.',
  group: (reason: string) =>
    `The other device has answered with a group that does not fit: ${reason}. Ask its owner for a ` +
    'package for the right group.',
  otherInviter: 'the other device is not a member of it',
  noncesNotKept:
    'The nonces needed for signing could not be written to the data folder. Make room there, or ' +
    'repair it, then try again.',
  unforeseen: 'It could not be done just now: try again',
  underWay: 'An onboarding is under way: give it up first',
} as const

export const signing = {
  nodeUnavailable: (reason: string) => `Node not available: ${reason}`,
  otherGroup: 'the signer has been given the share of another group since the owner was asked',
} as const

export const settings = {
  deletedHere: (keys: string) =>
    `Not used: ${keys} from the environment, because it was deleted in the console. Save it there ` +
    'again, or take it out of the environment.',
} as const

export const ownerWarning = {
  firstGenerationRefused:
    'It is refused here, as you have chosen. Pings and echoes are still answered.',
  firstGeneration: (peer: string) =>
    `Peer ${peer} signs with the older 1.x protocol. Each signature in it gives away a part of this ` +
    'share, and three are enough for a co-signer to work it out. Update the app on that device to ' +
    'one that speaks the 2026 protocol.',
  generationNotKept: (peer: string) =>
    `It could not be saved that peer ${peer} speaks the 2026 protocol: make room on the disk`,
  thirdInFirst: (peer: string) =>
    `Peer ${peer} is about to get a third partial signature from this share in the 1.x protocol: ` +
    'with it, it can work the share out. Deal new shares in the 2026 protocol.',
  gen2Off: (reason: string) =>
    `The 2026 protocol is off: ${reason}. Peers that speak the 1.x protocol are still answered; ` +
    'repair the data folder and restart Floe.',
  gen2Unfit: (reason: string) =>
    `The 2026 protocol is off, because this keyset does not fit into it: ${reason}. Peers that ` +
    'speak the 1.x protocol are still answered.',
  exchangeUnweighted: (peer: string) =>
    `Peer ${peer} asks for key exchanges, to encrypt or decrypt as the group, and its app adds ` +
    "them up wrongly: others can't read what it encrypts, and it can't read what they encrypt. " +
    'Encrypt and decrypt with a Floe instead; if it is one, update it.',
  noncesFailing:
    "Nonces can't be written to the data folder, so nothing is signed in the 2026 protocol. Make " +
    'room there, or repair it; signing then goes on by itself.',
  noncesNotOpened: "its nonces can't be kept",
  noncesNotDeleted:
    'The nonces of the deleted credentials could not be deleted: remove nonces.db from the data ' +
    'folder while Floe is stopped',
  noncesNeeded:
    "the nonces that these credentials sign with can't be kept. Repair the data folder, or make " +
    'room there, and restart Floe',
  noNoncesGiven: (peer: string) =>
    `${peer} answers, but gives none of its nonces, so it can't be asked for signatures: on that ` +
    'device, allow answers to "onboard" from this signer, or load its profile again.',
  twoDevices: (peer: string, index: number) =>
    `Two devices run on the share of member ${index} (${peer}): both answer its pings. They get in each ` +
    'other’s way, and signatures fail: switch the one off that was replaced, and delete its share there.',
  onboardingAsked: (peer: string, index: number) =>
    `Member ${index} (${peer}) asks to join the group. Allow it if it is a device that you are ` +
    'setting up right now. Otherwise someone may have its package and password, and can ask for ' +
    'signatures with the share in it: refuse it, switch its recv and send off, and deal fresh ' +
    'shares.',
} as const

export const rules = {
  noCaller: 'There is no such member of the group, and no such API key',
  tooMany: (max: number) => `No more than ${max} rules: delete one first`,
  loginForLong:
    'Whoever holds a signed login can use it, so consent to one is remembered for ten minutes at ' +
    'most: choose 10m, or answer only this one',
  noKind: 'Only signatures are of a kind: remember the operation instead, or answer only this one',
  blindKind:
    'The asker does not show what is signed, so its kind is not known: remember the operation ' +
    'instead, or answer only this one',
  kindsUnfit:
    'These are too many kinds for one rule: remember the operation instead, or answer only this one',
  noCounterparty:
    'This concerns no counterparty: remember the operation instead, or answer only this one',
  severalCounterparties:
    'This concerns several counterparties: remember the operation instead, or answer only this one',
  outranked: (by: string) =>
    `It would change nothing, because ${by} comes first: change that, or answer only this one`,
} as const

export const spares = {
  hasKeyset:
    'This signer runs on a keyset already, and nothing was changed: delete its credentials first',
  noKeyset: 'This signer has no keyset yet: create one, or give it a share and its group',
  unfit: (reason: string) => `This keyset can't be spoken for in the 2026 protocol: ${reason}`,
  relaysFor1x: 'relays: shares of 1.x name none',
  unknown: 'No share of this index is kept here',
  nameNeeded: 'name: say what the device is called that gets this share',
  nameTaken: (name: string) =>
    `name: another device is called ${name} already. Give this one a name of its own`,
  own: "This is this signer's own share, and no other device may run on it too",
  online: (device: string) =>
    `${device} is online with this share. Two devices must not run on one share: switch it off for good first`,
  handedOut: (device: string) =>
    `This share was handed out for ${device} already. It is for that device alone: show it again, or take another share`,
  done: (device: string) =>
    `${device} has this share and has signed with it, so it is no longer kept here`,
  kept: 'This share is kept here already',
  replaces: (device: string) =>
    `This is the share of ${device}. Whoever has it is the same member: if ${device} is still in use, or may come back, both would get in each other's way. Go on only if it is gone for good`,
  changedMeanwhile: 'Somebody else has just done something with this share: look again',
  waiting: (count: number) =>
    count === 1
      ? 'A share of this keyset is kept here for another device: hand it out or delete it first'
      : `${count} shares of this keyset are kept here for other devices: hand them out or delete them first`,
  restoreLoses: (count: number) =>
    `${count === 1 ? 'A share is' : `${count} shares are`} kept here for other devices, and no back-up holds ${count === 1 ? 'it' : 'them'}: hand ${count === 1 ? 'it' : 'them'} out or delete ${count === 1 ? 'it' : 'them'} before you restore`,
  needsOthers: (count: number) =>
    count === 1
      ? 'One more device must be online to sign together with it'
      : `${count} more devices must be online to sign together with it`,
  hasOther:
    'a device is online with this share that has not opened this invitation. It is another one, which has had the share before: switch it off for good, since two devices must not run on one share',
  twoDevices:
    'two devices are online with this share. Switch the one off for good that has had it before',
  notKept: 'What has become of it could not be written down: is the disk full?',
} as const

export const apps = {
  notALink: 'This is not a nostrconnect:// link: copy it anew from the app',
  isOwnLink:
    'This is a bunker:// link, which the app takes: here belongs a nostrconnect:// link, which the app shows',
  linkKey: 'The link does not hold a valid key: copy it anew from the app, whole',
  linkSecret:
    'The link has no secret, so the app could not tell who answers it: copy it anew from the app, whole',
  linkRelays: 'The link names no relay to meet the app on: copy it anew from the app, whole',
  plainRelay: (url: string) => `${url} is not encrypted: a public relay must begin with wss://`,
  unheard: (relays: readonly string[]) =>
    `None of the app's relays can be reached (${relays.join(', ')}): nothing was changed. Try again, or choose others in the app`,
  noRelays: 'No relay is set: give the signer one first',
  tooManyRelays: (max: number) => `${max} relays are the most for an app`,
  noKey: 'There is no key to sign with yet: set up the signer first',
  tooMany: (max: number) => `${max} apps is the most: remove one first`,
  known: 'This app is paired already',
} as const

export const imports = {
  nothing: (path: string) =>
    `There is no igloo-server in ${path}: give its folder, its igloo.db, or its .env`,
  unreadable: (path: string, code: string) =>
    `${path} can't be read (${code}): give this user the right to read it`,
  notIgloo: (what: string) =>
    `This is not igloo-server's database (${what}): give its igloo.db, or its .env`,
  neither: "This is neither igloo-server's igloo.db nor its .env",
  damaged: (reason: string) =>
    `igloo-server's database is damaged (${reason}). Nothing was imported: give another copy of it, with the igloo.db-wal or igloo.db-journal that lies beside it`,
  newer: (step: string) =>
    `A newer igloo-server has written this database (${step}). Nothing was imported: update Floe`,
  running: (how: string) =>
    `igloo-server is still running (${how}). Stop it first, for good: two signers on one share harm each other. Nothing was imported`,
  isOpen: (pid: string) => `process ${pid} has its database open`,
  answers: (address: string) => `it answers at ${address}`,
  changes: 'its files change while they are read',
  taken:
    'Floe has a keyset already, and holds one only. Nothing was imported: clear its credentials first (Back to Configure, Clear Credentials; or take them out of the environment), or import into another Floe',
  noUsers: 'Nobody has an account in this database: there is nothing to import',
  whichUser: (names: readonly string[]) =>
    `Several people have a share here (${names.join(', ')}), and Floe holds one only: say whose, and give their password`,
  userUnknown: (name: string, names: readonly string[]) =>
    `Nobody is called ${name} here: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`,
  noShare: (name: string) => `${name} has no share in igloo-server: there is nothing to import`,
  noShareInEnvironment:
    'There is no SHARE_CRED with a GROUP_CRED in this .env: where people sign in with a name, they are in igloo.db',
  passwordNeeded:
    'The password in igloo-server is needed: it opens the share. Give --password-file, or a terminal to ask on',
  passwordWrong: (name: string) =>
    `The password does not open the share of ${name}: it is wrong, or the database is damaged`,
  credentials: (reason: string) => `igloo-server's credentials can't be used: ${reason}`,
  tooLarge: (megabytes: number) =>
    `The file is larger than ${megabytes} MiB. Import it with the command: floe import igloo PATH`,
  cutOff: 'The file did not arrive complete. Nothing was imported',
  changed: 'Floe was changed while this was prepared. Nothing was imported: try again',
  busy: 'Another import is under way, try again shortly',
  besideTooLong: 'beside: is more than there is',
  share: (index: number, threshold: number, members: number, name: string | undefined) =>
    `Share ${index} of the keyset${name === undefined ? '' : ` “${name}”`}, ${threshold} of ${members}`,
  relays: (urls: readonly string[]) => `Relays: ${urls.join(', ')}`,
  usualRelay: (url: string) => `Relay: ${url}, which igloo-server uses where none is set`,
  peerName: (key: string, name: string) => `Peer ${key}: called “${name}”`,
  peerDenied: (key: string, what: string) => `Peer ${key}: ${what}`,
  notAsked: 'this signer does not ask it',
  notAnswered: 'this signer does not answer it',
  neitherWay: 'this signer neither asks nor answers it',
  login: (name: string) => `The login of ${name}, with the same password`,
  apiKey: (name: string, scope: string) =>
    `API key “${name}”, which goes on working: scope ${scope}`,
  app: (name: string, allowed: string) => `App “${name}”, which stays connected: ${allowed}`,
  asksAll: 'you are asked about all that it wants',
  without: (wishes: readonly string[]) => `without asking: ${wishes.join(', ')}`,
  staysOwner: (name: string, own: string) =>
    `The login of ${name}: you sign in here as ${own}, as before`,
  staysLogin: (name: string, reason: string) => `The login of ${name}: ${reason}`,
  loginAtEnd: 'Sessions: everybody signs in anew',
  staysRelay: (warning: string) => warning,
  notMember: (key: string) => `What is set for ${key}: it is no peer of this keyset`,
  note: (key: string, note: string) => `The note on peer ${key}, “${note}”: there are names only`,
  revoked: (count: number) =>
    count === 1 ? 'An API key that is revoked' : `${count} API keys that are revoked`,
  othersKeys: (count: number) =>
    count === 1
      ? 'An API key that was made for somebody else'
      : `${count} API keys that were made for somebody else`,
  keyThere: (name: string) => `API key “${name}”: it is here already`,
  keyUnfit: (name: string) => `API key “${name}”: what is kept of it is damaged`,
  keysFull: (name: string, max: number) => `API key “${name}”: ${max} is the most`,
  keyExample: "API_KEY: it is igloo-server's example, which everybody knows: make a new one",
  keyShort: (min: number) =>
    `API_KEY: anybody could guess it: make one of at least ${min} characters`,
  passExample:
    "The login of BASIC_AUTH_USER: its password is igloo-server's example, which everybody knows",
  appThere: (name: string) => `App “${name}”: it is here already`,
  appUnfit: (name: string) => `App “${name}”: its key is damaged, so it has to be paired anew`,
  appRelays: (name: string) =>
    `App “${name}”: none of its relays can be used, so it has to be paired anew`,
  appsFull: (name: string, max: number) => `App “${name}”: ${max} is the most`,
  appRights: (name: string, reason: string) =>
    `What app “${name}” may do without asking: ${reason}`,
  noTransport: (count: number) =>
    `${count === 1 ? 'An app' : `${count} apps`}: the key that answers them is missing, so they have to be paired anew`,
  appsRevoked: (count: number) =>
    count === 1 ? 'An app that is revoked' : `${count} apps that are revoked`,
  logins: (name: string) =>
    `That app “${name}” logs in without asking: such consent is not given for ever here, so you are asked`,
  waiting: (count: number) =>
    count === 1
      ? 'A request of an app that waits for you: the app asks again'
      : `${count} requests of apps that wait for you: the apps ask again`,
  others: (names: readonly string[]) =>
    `What other people have here (${names.join(', ')}): each needs a Floe of their own`,
  environment: (names: readonly string[]) =>
    `Settings of the environment, which are Floe's environment here: ${names.join(', ')}`,
  unreadablePolicies: 'What is set for peers: it is damaged',
  stopFirst: 'Stop igloo-server first, for good: two signers on one share harm each other',
  writtenLately: (seconds: number) =>
    `Its database was written ${seconds} seconds ago: is igloo-server stopped?`,
} as const

export const verdict = {
  connecting: (relays: number) =>
    plural(relays, { one: 'Connecting to 1 relay', other: `Connecting to ${relays} relays` }),
  silent: (seconds: number, next: number) =>
    `Not hearing any relay for ${seconds} s, trying again in ${next} s`,
  silentNow: (seconds: number) => `Not hearing any relay for ${seconds} s, trying again now`,
  silentBecause: (seconds: number, next: number, why: string) =>
    `Not hearing any relay for ${seconds} s, trying again in ${next} s (${why})`,
  silentNowBecause: (seconds: number, why: string) =>
    `Not hearing any relay for ${seconds} s, trying again now (${why})`,
  alone: 'Ready: signs alone',
  ready: (online: number, all: number) => `Ready: ${peersOnline(online, all)}`,
  asksOnly: (online: number, all: number) =>
    `Asks, but answers nobody: ${peersOnline(online, all)}`,
  answersOnly: (online: number, all: number) =>
    `Answers, but can't ask: ${peersOnline(online, all)}`,
  looking: (online: number, all: number) => `Looking for peers: ${peersOnline(online, all)}`,
  cannot: (more: number, online: number, all: number) =>
    `Can't sign: ${plural(more, { one: '1 more peer', other: `${more} more peers` })} needed, ${peersOnline(online, all)}`,
  takes: (needed: number) => `a signature takes ${needed} that can be asked`,
  older: (count: number) => `${count} in the 1.x protocol, which is refused here`,
  olderMore: (count: number) => `${count} more in the 1.x protocol, which is refused here`,
  unasked: (count: number) => `${count} not to be asked, by ${its(count)} policy`,
  unaskedMore: (count: number) => `${count} more, not to be asked by ${its(count)} policy`,
  refusing: (count: number) =>
    `${count} that ${plural(count, { one: 'says that it does', other: 'say that they do' })} not answer this signer`,
  refusingMore: (count: number) =>
    `${count} more that ${plural(count, { one: 'says that it does', other: 'say that they do' })} not answer this signer`,
  noNonces: (count: number) =>
    `${count} that ${plural(count, { one: 'gives', other: 'give' })} no nonces to ask with`,
  noNoncesMore: (count: number) =>
    `${count} more that ${plural(count, { one: 'gives', other: 'give' })} no nonces to ask with`,
  unanswered: (count: number) => `${count} not answered, by ${its(count)} policy`,
  notHearing: (url: string, error: string) => `Not hearing ${url}: ${error}`,
  slowDown: (url: string, reason: string) => `${url} asks us to slow down: ${reason}`,
  refuses: (url: string, reason: string) => `${url} refuses our events: ${reason}`,
  moreRelays: (count: number) => `${count} more relays in trouble`,
} as const
