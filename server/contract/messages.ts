import type { EnvKey } from './keysets.ts'
import { buildNames, type PeerBuild } from './protocols.ts'

export { auth } from './access-rules.ts'
export { ownerWarning } from './warning-messages.ts'

/**
 * The texts that the specification fixes and that server and console share. Tests compare with them; nothing
 * else spells them out. A text with a value is a function of the value. Texts that the console needs at once
 * are in other files, and re-exported here.
 */

/** Field and format checks at node level (specification, section 5). */
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
  /** Follows one of the texts above and below. */
  relayDotless:
    'List a host without a dot in the variable RELAY_HOSTS, or use an address or a name with a dot',
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

/** Why a credential does not decode: what follows 'Failed to decode share:' or '… group:'. */
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

/** Errors of the node and of the protocol code (specification, section 8). */
export const protocolTexts = {
  // Credentials
  decodeShare: (reason: string) => `Failed to decode share: ${reason}`,
  decodeGroup: (reason: string) => `Failed to decode group: ${reason}`,

  // Keyset
  invalidKeysetParameters: 'Invalid keyset parameters',
  invalidSecretKey: 'Invalid secret key',
  generateKeyset: 'Failed to generate keyset',

  // Recovery
  recoveryInput: 'Group package and at least one share package are required',
  recoveryNotEnough: (need: number) => `Not enough shares provided. Need at least ${need} shares`,
  recoverSecretKey: 'Failed to recover secret key',

  // Node
  createNode: 'Failed to create BifrostNode',
  connectNode: 'Failed to connect BifrostNode',
  closeNode: 'Failed to close BifrostNode',

  // Echo
  echoNotReceived: (seconds: number) => `No echo received within ${seconds} seconds`,
  echoConnectionClosed: 'Connection closed before echo was received',
  echoRejected: 'Echo rejected',
  echoResponseTimeout: (seconds: number) => `Echo response timeout after ${seconds} seconds`,
  nodeError: 'Node error',

  // Ping
  pingTimeout: (ms: number) => `Ping timeout after ${ms}ms`,
  peerDataNotFound: 'peer data not found',
  invalidPingResponse: 'invalid ping response',
  publishResponse: 'failed to publish response',

  // Message
  eventIdMismatch: 'event id mismatch',
  invalidEventSignature: 'invalid event signature',
  eventSchema: 'event failed schema validation',
  notAPeer: 'pubkey not in peers list',
  envelopeSchema: 'envelope failed schema validation',
  unauthorized: 'unauthorized',

  // Signing
  sessionIdMismatch: 'session id mismatch',
  pubkeyNotInGroup: 'pubkey not found in group',
  partialSignatureInvalid: 'partial signature invalid',
  missingPartialSignatures: 'missing partial signatures',
  signatureMissing: 'signature missing from response',

  // Other
  ecdhSchema: 'ecdh message failed validation',
  sessionSchema: 'session message failed validation',
  signatureSchema: 'signature message failed validation',
  groupSchema: 'group package failed validation',
  shareSchema: 'share package failed validation',
  notEnoughShares: 'not enough shares provided',
  invalidCredentials: 'Invalid credentials',
  peerNotFound: 'Peer not found',
  startMonitoring: 'Failed to start peer monitoring',
  createPeerManager: 'Peer manager creation failed',
} as const

/** Refusals that the specification does not word: one short phrase each, in its tone. */
export const refusal = {
  contentTooLarge: 'content too large',
  wrongKind: 'wrong event kind',
  notRecipient: 'not addressed to us',
  rateLimited: 'too many requests from this peer',
  decryption: 'content failed decryption',
  tooManyHashes: (max: number) => `more than ${max} hashes in one session`,
  noHashes: 'no hashes in session',
  tooManyTweaks: (max: number) => `more than ${max} tweaks on one hash`,
  tweakInvalid: 'a tweak is out of range',
  duplicateHash: 'duplicate hash in session',
  membersWithoutUs: 'session members do not include us',
  membersWithoutAsker: 'session members do not include the asker',
  memberUnknown: 'session names an unknown member',
  memberDuplicate: 'session names a member twice',
  tooFewMembers: 'session has fewer members than the threshold',
  staleStamp: 'stamp too far from our clock',
  groupIdMismatch: 'group id mismatch',
  indexMismatch: 'index does not match the sender',
  keyshareInvalid: 'key share is not a point on the curve',
  keyshareWrong: 'key share is not the right one',
  blindedUnproven: 'a key is called blinded, and its proof is wrong',
  wrongAnswerTag: 'answered with the wrong kind of message',
  otherExchange: 'answer belongs to another key exchange',
  publicKeyInvalid: 'public key is not a point on the curve',
  tooManyWaiting: 'too much work waiting for this peer',
  tooManyEchoes: 'it asks for more echoes than we answer',
} as const

/** Further refusals of 2026: messages, requests, answers. */
export const v2Refusal = {
  recipients: 'not addressed to us alone',
  ownEvent: 'sent under our own key',
  envelopeTooLarge: (max: number) => `message is larger than ${max} bytes`,
  unknownType: 'unknown type of message',
  tooOld: (seconds: number) => `sent more than ${seconds} s ago`,
  tooFarAhead: (seconds: number) => `sent more than ${seconds} s ahead of our clock`,

  pingSchema: 'ping message failed validation',
  onboardSchema: 'onboard message failed validation',
  errorSchema: 'error message failed validation',

  membersOrder: 'session members are not in ascending order',
  contentMismatch: 'content is not the event whose hash is to be signed',
  eventOutOfRange: 'content is an event with a kind above 65535, or with a date in milliseconds',
  noNoncesForUs: 'session has no nonces of ours',
  nonceSets: 'session does not have one set of nonces for each member',
  nonceEntries: 'session does not have one nonce for each hash',
  nonceTwice: 'session uses a nonce twice',
  nonceUnavailable: 'nonce unavailable',
  nonceMismatch: 'nonce is not the one its code names',
  answerMismatch: 'answer belongs to another session',
  answerHashes: 'answer does not have one partial signature for each hash',
  replayed: 'request was seen before',
  nonceInvalid: 'nonce is not a point on the curve',
  noNoncesHeld: 'not enough nonces of the peer are left',
  peerWithoutNonces: 'peer no longer has the nonces it was asked to use',
  peerDenied: "the peer's policy does not let it answer us",
  notTogetherHere: 'some of these keys are not allowed together with the others',

  shareNotInGroup: 'our share does not belong to the group',
  otherGroupKey: 'the group does not have the expected key',
  groupKeyUnmade: "the members' keys do not make the group's key",
} as const

/** Why a credential of 2026 can't be read, in the tone of `decoding`. */
export const v2Decoding = {
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
  kdf: 'its key is not made by Argon2id',
  aead: 'it is not encrypted by XChaCha20-Poly1305',
  kdfMemory: (min: number, max: number) => `its key does not take ${min} to ${max} MiB of memory`,
  kdfPasses: (min: number, max: number) => `its key is not made in ${min} to ${max} passes`,
  kdfLanes: (min: number, max: number) => `its key is not made in ${min} to ${max} lanes`,
  salt: (bytes: number) => `its salt is not ${bytes} bytes`,
  nonce: (bytes: number) => `its nonce is not ${bytes} bytes`,
  password: 'the password is wrong, or it is damaged',
  plaintextForm: 'its decrypted content has the wrong form',
  secretKey: 'its secret key is not valid',
  noRelays: 'it names no relay',
  inviterKey: 'the key of the inviter is not valid',
  profileId: 'its profile id is not that of its share',
  policyChoice: (choice: string) =>
    `it sets a policy to ${choice}, which is none of unset, allow, deny and ask`,

  indexTooHigh: (max: number) => `the index of a member is above ${max}`,
  thresholdTooLow: 'Threshold must be at least 2',
} as const

/** Outcomes of our own requests that the specification does not word. */
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
  declined: (device: string) => `The request was declined by the person at ${device}`,
  personSilent: (devices: string, seconds: number) =>
    `The person at ${devices} was asked and has not answered within ${seconds} s. Allow this server ` +
    'there, if need be for good, then try again',
  personAsked: (devices: string) =>
    `The person at ${devices} was asked for this already and has not answered yet. Answer there, ` +
    'then try again',
  v2Off: 'The 2026 protocol is off',
  proofAway: 'The device does not answer. Open its app, then test again',
  proofOlder:
    'No test signature is made in 1.x, where each signature gives away a part of the share: move to 2026',
  proofOff: 'This server may not ask the device for signatures: allow that, then test again',
  proofAlone: (count: number) =>
    count === 1
      ? 'One more device must be online: open its app, then test again'
      : `${count} more devices must be online: open their apps, then test again`,
  keptFrom1x: (peers: readonly string[]) =>
    `In the 2026 protocol, which ${peers.length === 1 ? 'it speaks' : 'they speak'}, no signature came from ` +
    `${peers.join(', ')}; in the older 1.x, where a signature gives away a part of the share, ` +
    `${peers.length === 1 ? 'it is' : 'they are'} not asked unless you allow it for that peer`,
  firstGenerationOff: 'There are no credentials for the 1.x protocol here',
  firstGenerationRefused:
    'The 1.x protocol is refused here, and the newer one is off: nothing can be signed',
  noCredentials: 'No credentials are saved',
  hashFormat: 'Hashes and tweaks must be 32 bytes, as 64 hex characters',
  tweaksRefused: 'Hashes with tweaks can only be signed in the 1.x protocol, which is refused here',
  tweaksUnknown:
    'Hashes with tweaks can only be signed in the 1.x protocol, for which there are no credentials here',
  tweaksKeptFrom1x: (peers: readonly string[]) =>
    `Hashes with tweaks can only be signed in the 1.x protocol, in which ${peers.join(', ')}, which ` +
    `${peers.length === 1 ? 'speaks' : 'speak'} 2026, ${peers.length === 1 ? 'is' : 'are'} not asked unless you allow it`,
} as const

/** Errors in HTTP bodies (design, section 4.2). */
export const http = {
  noGroupCredential: 'No group credential available',
  missingCredentials: 'Missing credentials',
  nodeNotAvailable: 'Node not available',
  bodyTooLarge: 'Request body is too large',
  recoverInvalid: 'Missing or invalid groupCredential or shareCredentials',
  recoverGroup: (reason: string) => `Invalid group credential: ${reason}`,
  recoverNoShares: 'No valid share credentials provided',
  recoverTooFew: (need: number, got: number) => `Insufficient shares: need ${need}, got ${got}`,
  notAsked: 'This member has not asked to join',
  tooManyRelayTests: 'Too many relay tests, try again',
  notFound: 'Not found',
  foreignOrigin: 'Request from another origin refused',
  /** For requests of our own page through a proxy that leaves something out. */
  otherHost:
    'Request from another origin refused: this server is called by another name than the page. A proxy in ' +
    "front of it must pass on the Host header; or name the page's address in ALLOWED_ORIGINS",
  otherScheme:
    'Request from another origin refused: the page is at https, and this server is called at http. A proxy in ' +
    "front of it must send X-Forwarded-Proto; or name the page's address in ALLOWED_ORIGINS",
  noHost: 'The Host header is missing: a proxy in front of this server must pass it on',
  foreignHost:
    'Host header not allowed: without a login this server answers to addresses and names of a home network ' +
    'alone. Name this host in ALLOWED_ORIGINS',
  internal: 'Internal server error',
  stopping: 'Floe is being stopped: try again in a moment',
  /** A request that does not fit: the field, and what is wrong with it. */
  invalid: (problem: string) => problem,
  invalidTarget: 'Invalid target parameter',
  keysArrayRequired: 'Keys array is required',
  bodyNotJson: 'Request body is not valid JSON',
  bodyNotObject: 'Request body must be a JSON object',
  noSavedShare:
    'No saved record has this id. The credentials that the signer runs on are deleted by ' +
    'POST /api/env/delete',
  invalidPubkey: 'pubkey: must be a public key of 32 or 33 bytes in hex',
  mustBeString: 'must be a string',
  mustBeBoolean: 'must be true or false',
  wrongMethod: (methods: readonly string[]) => `This call takes ${methods.join(', ')}`,
  upgradeRequired: 'This call becomes a WebSocket: open it as ws:// or wss://',
} as const

/** Successes that calls report. */
export const httpDone = {
  envUpdated: 'Environment variables updated',
  envDeleted: 'Environment variables deleted',
  shareSaved: 'Share saved successfully',
} as const

/** Why the data folder can't be used, and what to do: for the owner, at the start and in the log. */
export const store = {
  appGone: 'This app has been removed meanwhile.',
  full: (folder: string) =>
    `The disk is full: nothing can be signed in 2026 until there is room in ${folder}, and nothing is saved.`,
  nearlyFull: (folder: string, megabytes: number) =>
    `The disk is nearly full (${megabytes} MB left in ${folder}): once it is, nothing can be signed in 2026.`,
  readOnlyFileSystem: (path: string) =>
    `${path} is on a read-only file system: nothing can be signed in 2026, and nothing is saved. Mount it ` +
    'writable, or set DATA_DIR to another folder.',
  disk: (path: string, reason: string) =>
    `${path} can't be read or written (${reason}). Check that its disk is sound and mounted ` +
    'writable, then try again.',
  io: (path: string, reason: string) => `${path} can't be used: ${reason}`,
  auditFailed: 'The audit could not be written',
  busy: (file: string) => `${file} is held by another program. Close that one and try again.`,
  notWritable: (path: string, users?: { owner: number; self: number }) =>
    users === undefined
      ? `${path} can't be read and written. Change its permissions.`
      : `${path} belongs to user ${users.owner} and can't be read and written by user ` +
        `${users.self}, which Floe runs as. Give it to that user (chown -R ${users.self} on the ` +
        `data folder).`,
  corrupt: (file: string, reason: string) =>
    `${file} is damaged (${reason}). Restore a back-up, or move the file away to start afresh.`,
  sealedDamaged: (place: string) =>
    `The sealed value ${place} is damaged. Save it again, or restore a back-up.`,
} as const

/** Why the data folder can't be used: for the start, and for commands. */
export const dataFolder = {
  locked: (folder: string, owner?: { pid: string; host: string }) =>
    `The data folder ${folder} is in use by another Floe${
      owner === undefined ? '' : ` (process ${owner.pid} on ${owner.host})`
    }. Stop that one first, or set DATA_DIR to another folder.`,
  notFolder: (folder: string) =>
    `${folder} is not a folder. Set DATA_DIR to a folder, or move the file away.`,
  newerDatabase: (file: string, found: number, known: number) =>
    `${file} was written by a newer Floe (schema ${found}; this one knows up to ${known}). It was ` +
    `not changed. Start the newer Floe, or restore a back-up made by this one.`,
  noDatabase: (folder: string) =>
    `There is no Floe database in ${folder} yet. Start Floe once, or set DATA_DIR to its data folder.`,
  outdatedDatabase: (file: string) =>
    `${file} is from an older Floe. Start this one once, which brings it up to date, then try again.`,
  migrationFailed: (file: string, step: string, version: number, reason: string) =>
    `Updating ${file} failed at step ${step}: ${reason}. The database is still the old one ` +
    `(schema ${version}); the Floe that ran before can be started again.`,
  noKey: (file: string) =>
    `The saved credentials and what guards the database are sealed, and the key ${file} is missing. ` +
    `Put that file back, or set SECRET_KEY as it was. No new key was made. If the key is lost and no ` +
    `credentials are saved, run: floe adopt`,
  wrongKey:
    'The saved credentials are sealed with another key. Set SECRET_KEY as it was, or put back the ' +
    'secret.key that belongs to this database.',
  foreignSchema: (file: string, what: string) =>
    `${file} is not as Floe made it (${what}): somebody has changed it. Nothing in it was run. ` +
    'Restore an earlier back-up, and check who can write to the data folder.',
  weakKey: (chars: number) =>
    `SECRET_KEY is too short: give 64 hexadecimal characters, or a text of at least ${chars}.`,
  keyFileDamaged: (file: string) =>
    `${file} does not hold a key (64 hexadecimal characters). Put the right file back; if nothing ` +
    `was ever saved, remove it and a new one is made.`,
} as const

/** Each guarded table, in words. */
const GUARDED_TABLES = {
  api_keys: 'API keys',
  owner: 'the password',
  sessions: 'sessions',
  sign_in_tokens: 'sign-in links',
  keysets: 'keysets',
  peer_policies: 'what peers may do',
  peer_generations: 'which generation peers speak',
  settings: 'settings of the protocol',
  env_settings: 'credentials and relays',
  rules: 'rules',
  standings: 'what is set for callers',
  stop: 'the stop',
  questions: 'questions to the owner',
  answers: 'answers to questions',
  apps: 'apps',
  spares: 'shares for other devices',
} as const

const HOW_TO_ADOPT =
  'If its rows are as you want them, because you put them there yourself, stop Floe and run: ' +
  'floe adopt'

/** When somebody other than Floe has written to the database: what happened, and what to do. */
export const guards = {
  ofTable: (
    table: keyof typeof GUARDED_TABLES,
    counts: { added: number; changed: number; gone: number },
  ) => {
    const told = Object.entries(counts).filter(([, rows]) => rows > 0)
    const how = { added: 'added', changed: 'changed', gone: 'taken out' } as Record<string, string>
    return `${GUARDED_TABLES[table]} (${told.map(([kind, rows]) => `${rows} ${how[kind]}`).join(', ')})`
  },
  changedOutside: (tables: readonly string[]) =>
    `Somebody other than Floe has changed its database: ${tables.join(', ')}. What was added or ` +
    'changed is refused; what is missing stays closed until you set it again, and rules, what is set ' +
    'for callers and the stop stay as you set them. Check who can write to the data folder.',
  listChanged: (file: string) =>
    `${file} was changed by somebody other than Floe, or its key has changed: the lists by which ` +
    "Floe knows its own rows can't be opened. Put secret.key or SECRET_KEY back as it was, or " +
    `restore a back-up. ${HOW_TO_ADOPT}`,
  broughtBack: (file: string) =>
    `${file} is from an older Floe, whose rows can't be told from anybody else's, and a newer ` +
    'Floe has used this data folder. Nothing was changed. Restore it as a back-up: floe restore ' +
    `<a copy of it> --force. ${HOW_TO_ADOPT}`,
  inBackup: 'somebody has changed it',
  noLink:
    'Nobody can sign in, and somebody other than Floe has changed its database, so no sign-in ' +
    'link is written to the log. To get one, run: floe sign-in-link',
  adopted:
    "the rows of the database were accepted as they are: from now on only Floe's own rows count",
  noKeyForCommand:
    "There is no sealing key here: set SECRET_KEY to the server's own, or run this where the data " +
    'folder has secret.key.',
} as const

/** The process, for the log. */
export const server = {
  coreDumps:
    'A crash may leave a core file, which holds the share in the clear: start Floe with ' +
    'npm start, or run ulimit -c 0 first',
} as const

/** Back-ups and restores: what went wrong, and what to do. */
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

/** Of back-ups, for the log and for commands. */
export const backupOutput = {
  exists: (file: string) => `${file} exists already. Choose another name, or give --force.`,
  passphraseMissing:
    'A passphrase is needed for the key: give --passphrase-file, or set BACKUP_PASSPHRASE_FILE.',
  notEmpty: (file: string) =>
    `${file} already holds Floe's data. Give --force to replace it; the old data is kept beside it.`,
  scheduled: (name: string) => `Back-up made: ${name}`,
} as const

/** Why a package of 2026 can't be opened or made. */
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
  passwordEnds: 'must not begin or end with a space',
  busy: 'Too many packages are being opened or made, try again shortly',
  noMemory: (need: number, have: number) =>
    `This package takes ${need} MiB of memory for some seconds, and Floe may take ${have}: stop something else ` +
    'on this machine or raise the limit of its container, and try again',
} as const

/** This device's own onboarding: how it goes, and why it fails, with what to do. */
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
  declined:
    'The person at the other device has declined. Have them allow this one, then try again.',
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
  notKept:
    'The group has arrived, and could not be written to the data folder. Make room there, or repair ' +
    'it, then try again.',
  nothing: 'No group has arrived that could be saved: begin with an invitation',
  unforeseen: 'It could not be done just now: try again',
  underWay: 'An onboarding is under way: give it up first',
} as const

/** Entries of the event log about this device's onboarding. */
export const joiningEvent = {
  asked: (inviter: string, tries: number) => `Asked ${inviter} to let this device join (${tries})`,
  received: (inviter: string) =>
    `Accepted by ${inviter}: the group has arrived and waits to be saved`,
  failed: (error: string) => `Not accepted: ${error}`,
} as const

/** Why something is not signed, encrypted or decrypted as a caller asks (design, section 4.2). */
export const cipher = {
  plaintextSize: (max: number) => `content: must be 1 to ${max} bytes to be encrypted`,
  notNip44: 'content: is not a NIP-44 payload of version 2',
  notNip04: 'content: is not a NIP-04 payload (base64, ?iv= and base64)',
  notPublicKey: 'peer_pubkey: is not a public key on the curve',
  undecryptable: 'content could not be decrypted',
} as const
export const signing = {
  messageOrEvent:
    'give message (64 hex characters) or event (kind, created_at, tags, content), and not both',
  notWellFormed: 'must be well-formed Unicode',
  kindTooHigh: (max: number) => `must be ${max} at most, the highest kind there is`,
  notSeconds: 'must be a date in seconds, and this one is in milliseconds: divide it by 1000',
  otherPubkey: "event.pubkey: is not the group's key",
  otherId: 'event.id: is not the id of this event',
  nodeUnavailable: (reason: string) => `Node not available: ${reason}`,
  otherGroup: 'the signer has been given the share of another group since the owner was asked',
  unfinished: 'something broke while it was done, the log says what; ask again',
  unanswered: (id: string) =>
    `The owner has been asked and has not answered yet: GET /api/questions/${id} tells what comes of it`,
  tested: (ms: number) => `Test signature made in ${ms} ms`,
  notTested: (reason: string) => `Test signature failed: ${reason}`,
} as const

/** Of the signer as a whole. */
export const signer = {
  stoppedByOwner: ({ since, until }: { since: string; until?: string | undefined }) =>
    `Stopped by the owner since ${since}, until ${until ?? 'it is resumed'}`,
  stopNotKept: (reason: string) =>
    `Everything is stopped now. A restart would lift that, as it could not be written down: ${reason} Floe ` +
    'tries again until it is.',
  stopUnkept:
    'The stop could not be written down, and a restart would lift it: see that the data folder can be written',
} as const

/** What the owner should know about the settings, beyond what the signer itself reports. */
export const settings = {
  deletedHere: (keys: string) =>
    `Not used: ${keys} from the environment, because it was deleted in the console. Save it there ` +
    'again, or take it out of the environment.',
} as const

const settingNames: Record<EnvKey, string> = {
  SHARE_CRED: 'share',
  GROUP_CRED: 'group credential',
  GROUP_NAME: 'keyset name',
  RELAYS: 'relays',
}

const namesOf = (keys: readonly EnvKey[]): string => keys.map((key) => settingNames[key]).join(', ')

/** Entries of the event log about what an owner did. */
export const ownerEvent = {
  waitsForAnswer: 'it waits for your answer',
  settingsSaved: (keys: readonly EnvKey[]) => `Settings saved: ${namesOf(keys)}`,
  settingsDeleted: (keys: readonly EnvKey[]) => `Settings deleted: ${namesOf(keys)}`,
  policyChanged: (peer: string, changes: string) => `Policy of ${peer} changed: ${changes}`,
  firstAllowed: (peer: string, allowed: boolean) =>
    allowed
      ? `Peer ${peer} is asked and answered in 1.x too, where three signatures give this share away`
      : `Peer ${peer} is asked and answered only in 2026, once it has been heard in it`,
  firstGeneration: {
    answer: 'Peers that speak the older 1.x protocol are answered from now on, without a warning',
    warn: 'Peers that speak the older 1.x protocol are answered from now on, with a warning',
    refuse:
      'The older 1.x protocol is refused from now on: nothing is signed or decrypted in it, with ' +
      'any peer. Pings and echoes are still answered.',
  },
  buildChanged: (peer: string, build: PeerBuild, before: PeerBuild) =>
    `Peer ${peer} runs ${buildNames[build]}; until now it passed for ${buildNames[before]}`,
  onboardingDecided: (peer: string, approved: boolean) =>
    approved
      ? `Member ${peer} may join: it is answered now, or when it asks again within ten minutes`
      : `Member ${peer} is not told the group: for ten minutes it is refused. Its other requests ` +
        'are answered as its policy says',
  approveOnboarding: (asks: boolean) =>
    asks
      ? 'Members who ask to join wait for the owner from now on'
      : 'Members who ask to join are answered automatically from now on',
  profile: (wanted: boolean) =>
    wanted
      ? 'The identity’s nostr profile is looked for from now on'
      : 'The identity’s nostr profile is no longer looked for',
  stopped: 'Stopped by the owner: nothing is signed or decrypted until it is resumed',
  stopKept: 'The stop is written down now: a restart no longer lifts it',
  resumed: 'Resumed: what the rules allow is signed and decrypted again',
  rulesChanged: 'The rules have changed',
  named: (peer: string) => `Peer ${peer} has got another name`,
} as const

/** First frame of every event stream. */
export const eventStreamConnected = 'Connected to event stream'

/** What an event stream says when it can't send everything that a client has missed. */
export const eventStreamGap = {
  gone: (entries: number) =>
    entries === 1 ? '1 entry is no longer kept' : `${entries} entries are no longer kept`,
  restarted: 'Floe was restarted: entries from before are no longer kept',
} as const

/** Why something is not done with the key, and what can be done about it: for the caller. */
export const policyOutcome = {
  stopped: 'Stopped by the owner: nothing is done with the key until it is resumed',
  suspended: 'The owner has suspended this caller: nothing is done for it until that is lifted',
  gone: 'This caller is not known here any more',
  switch: 'The owner has switched this off for this caller',
  never: 'Events of this kind are not signed here, whatever the rules say',
  rule: (id: number) => `Refused by rule ${id}: the owner can change that`,
  limit: (id: number) =>
    `Rule ${id} allows no more for now: wait, or have the owner raise its limit`,
  preset: (preset: string) => `The preset '${preset}' does not allow this`,
  door: 'This is not allowed unless the owner makes a rule for it',
  answer: 'The owner was asked, and has refused',
  unanswered: 'The owner was asked, and has not answered in time: try again',
  crowded: 'Too many questions are waiting for the owner: try again when some are answered',
  unkept:
    'Not done, because it could not be written to the data folder: make room there, or repair it, ' +
    'then try again',
} as const

/** Why a rule can't be made, and why an answer can't be remembered. */
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

/** The refusal of an answer to a question that has ended. */
export const questions = {
  over: (end: 'allowed' | 'refused' | 'ran out' | 'stopped') => OVER[end],
} as const

const OVER = {
  allowed: 'This was answered already: it was allowed',
  refused: 'This was answered already: it was refused',
  'ran out': 'This was not answered in time, which counts as refused',
  stopped: 'This ended when everything was stopped',
} as const
