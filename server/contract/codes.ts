// Every sentence that has a code (`group.key`), which identifies it in refusals, in the status and in the console. A
// released code never changes; its sentence may. Texts of the log, of commands and between devices have no code.

import { auth as everyAuth } from './access-rules.ts'
import { apps as everyApp } from './app-messages.ts'
import { imports as everyImport } from './import-messages.ts'
import { withCodes } from './message.ts'
import * as english from './messages.ts'
import { relay as everyRelay } from './relay-messages.ts'
import { reservedShares as everyReservedShare } from './reserved-share-messages.ts'
import { igloo as everyIgloo } from './texts/igloo.ts'
import {
  clock as everyClock,
  verdict as everyVerdict,
  ownerWarning as everyWarning,
} from './warning-messages.ts'

const v2RefusalTexts = pick(english.v2Refusal, 'shareNotInGroup', 'otherGroupKey', 'groupKeyUnmade')
const nodeTexts = pick(
  english.protocolTexts,
  'decodeShare',
  'decodeGroup',
  'invalidKeysetParameters',
  'invalidSecretKey',
  'generateKeyset',
  'recoveryInput',
  'recoveryNotEnough',
  'recoverSecretKey',
  'createNode',
  'connectNode',
  'closeNode',
  'echoResponseTimeout',
  'pingTimeout',
  'peerNotFound',
  'startMonitoring',
  'createPeerManager',
  'shareSchema',
  'groupSchema',
  'notEnoughShares',
  'invalidCredentials',
)
const guardsTexts = pick(english.guards, 'changedOutside', 'inBackup')
const signingTexts = pick(
  english.signing,
  'nodeUnavailable',
  'otherGroup',
  'unfinished',
  'unanswered',
)
const signerTexts = pick(english.signer, 'stopNotKept')

/** Why the signer has not started. The invalid credentials here are keys, not a login. */
const START = {
  invalid: `${english.protocolTexts.createNode}: ${english.protocolTexts.invalidCredentials}`,
  unreadable: (reason: string) => `${english.protocolTexts.invalidCredentials}: ${reason}`,
}

/** The English sentences by their codes. Each has a translation in every language of the console. */
export const sentences = {
  validation: english.validation,
  decoding: english.decoding,
  v2Decoding: english.v2Decoding,
  v2Refusal: v2RefusalTexts,
  node: nodeTexts,
  request: english.request,
  http: english.http,
  igloo: everyIgloo,
  auth: everyAuth,
  store: english.store,
  guards: guardsTexts,
  backup: english.backup,
  packages: english.packages,
  joining: english.joining,
  cipher: english.cipher,
  signing: signingTexts,
  signer: signerTexts,
  settings: english.settings,
  ownerWarning: everyWarning,
  clock: everyClock,
  rules: english.rules,
  questions: english.questions,
  policyOutcome: english.policyOutcome,
  reservedShares: everyReservedShare,
  apps: everyApp,
  imports: everyImport,
  verdict: everyVerdict,
  relay: everyRelay,
  start: START,
} as const

export const validation = withCodes('validation', english.validation)
export const decoding = withCodes('decoding', english.decoding)
export const v2Decoding = withCodes('v2Decoding', english.v2Decoding)
export const v2Refusal = withCodes('v2Refusal', v2RefusalTexts)
export const protocolTexts = withCodes('node', nodeTexts)
export const http = withCodes('http', english.http)
export const igloo = withCodes('igloo', everyIgloo)
export const relay = withCodes('relay', everyRelay)
export const request = withCodes('request', english.request)
export const policyOutcome = withCodes('policyOutcome', english.policyOutcome)
export const cipher = withCodes('cipher', english.cipher)
export const signing = withCodes('signing', signingTexts)
export const settings = withCodes('settings', english.settings)
export const ownerWarning = withCodes('ownerWarning', everyWarning)
export const clock = withCodes('clock', everyClock)
export const verdict = withCodes('verdict', everyVerdict)
export const start = withCodes('start', START)
export const auth = withCodes('auth', everyAuth)
export const store = withCodes('store', english.store)
export const guards = withCodes('guards', guardsTexts)
export const backup = withCodes('backup', english.backup)
export const packages = withCodes('packages', english.packages)
export const joining = withCodes('joining', english.joining)
export const signer = withCodes('signer', signerTexts)
export const rules = withCodes('rules', english.rules)
export const questions = withCodes('questions', english.questions)
export const reservedShares = withCodes('reservedShares', everyReservedShare)
export const apps = withCodes('apps', everyApp)
export const imports = withCodes('imports', everyImport)

/* @__NO_SIDE_EFFECTS__ */
function pick<Texts extends object, Key extends keyof Texts>(
  texts: Texts,
  ...keys: Key[]
): Pick<Texts, Key> {
  return Object.fromEntries(keys.map((key) => [key, texts[key]])) as Pick<Texts, Key>
}
