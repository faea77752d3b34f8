import { z } from 'zod'
import * as auth from '../contract/auth.ts'
import * as backup from '../contract/backup.ts'
import * as credentials from '../contract/credentials.ts'
import * as env from '../contract/env.ts'
import { RESTORE_BYTES_MAX } from '../contract/limits.ts'
import { http } from '../contract/messages.ts'
import * as operations from '../contract/operations.ts'
import * as packages from '../contract/packages.ts'
import * as peers from '../contract/peers.ts'
import type { Scope } from '../contract/scopes.ts'
import * as settings from '../contract/settings.ts'
import * as signing from '../contract/signing.ts'
import * as status from '../contract/status.ts'

/** Which bucket a call counts in; `none`: it never counts. */
export type Limit = 'none' | 'request' | 'login' | 'recover'

export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** As Hono reads it: `:name` is a parameter. */
  path: string
  /** The scope that a credential needs; `open`: none is needed. */
  scope: Scope | 'open'
  limit: Limit
  /** A call that presents no credential at all is let in too, and gets less: the handler sees to it. */
  lessWithoutLogin?: true
  /**
   * The answer holds secrets that the caller need not have brought, or makes what opens them: a session
   * gets it only shortly after its login, or after its credential was given again. `sometimes`: the
   * handler sees to it.
   */
  confirm?: 'always' | 'sometimes'
  /** One line for the API's description. */
  summary: string
  body?: z.ZodType
  query?: z.ZodType
  /** What to say of a body that does not fit; by default the field and what is wrong with it. */
  misfit?: string
  /** The largest body, in bytes; by default 1 MiB. */
  maxBody?: number
  /** What a request that does not fit is answered with; by default `{error}`. */
  badRequest?: (error: string) => Record<string, unknown>
  /** What is answered, by status. Every route may also answer 401, 403, 413, 429, 500, 503 and 507. */
  answers: Record<number, z.ZodType>
  /** A media type, where the answer is not JSON. */
  type?: string
  /** The body is a file, of `maxBody` bytes at most, which the handler reads as it comes. */
  upload?: true
  /** Headers that the call may carry, and what they say. */
  headers?: Record<string, string>
  /** The call becomes a WebSocket. */
  upgrade?: true
}

/** Whoever logs in is not known yet: as much as a username and a password of the longest take. */
const LOGIN_BODY_BYTES = 16 * 1024

const failed = (error: string) => ({ success: false, error })
const coded = (error: string) => ({ error, code: 'BAD_REQUEST' })
const { errorAnswer, successAnswer } = operations
const text = z.string()

/** Every call there is. What is not in here can't be mounted, and a test walks it. */
export const routes = {
  authStatus: {
    method: 'get',
    path: '/api/auth/status',
    scope: 'open',
    limit: 'request',
    summary: 'Whether a login is needed, and by which methods',
    answers: { 200: auth.authStatusAnswer },
  },
  login: {
    method: 'post',
    path: '/api/auth/login',
    scope: 'open',
    limit: 'login',
    summary: 'Log in with an API key, with username and password, or with a sign-in link',
    body: auth.loginRequest,
    maxBody: LOGIN_BODY_BYTES,
    badRequest: failed,
    answers: { 200: auth.loginAnswer, 400: auth.loginRefusal, 401: auth.loginRefusal },
  },
  logout: {
    method: 'post',
    path: '/api/auth/logout',
    scope: 'open',
    limit: 'request',
    summary: 'End the session; its event streams close',
    answers: { 200: successAnswer },
  },
  confirm: {
    method: 'post',
    path: '/api/auth/confirm',
    scope: 'read',
    limit: 'login',
    summary:
      "Give a session's credential again: for five minutes it is shown secrets, which otherwise " +
      'answer 403 with the code CONFIRM',
    body: auth.confirmRequest,
    maxBody: LOGIN_BODY_BYTES,
    answers: { 200: auth.confirmAnswer, 400: errorAnswer },
  },
  setPassword: {
    method: 'put',
    path: '/api/auth/password',
    scope: 'admin',
    limit: 'login',
    confirm: 'sometimes',
    summary: 'Set or change username and password; other sessions end',
    body: auth.passwordRequest,
    answers: { 200: auth.passwordAnswer, 400: errorAnswer },
  },
  sessions: {
    method: 'get',
    path: '/api/auth/sessions',
    scope: 'admin',
    limit: 'request',
    summary: 'The sessions that are open',
    answers: { 200: auth.sessionList },
  },
  endSession: {
    method: 'delete',
    path: '/api/auth/sessions/:handle',
    scope: 'admin',
    limit: 'request',
    summary: 'End a session',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
  apiKeys: {
    method: 'get',
    path: '/api/auth/keys',
    scope: 'admin',
    limit: 'request',
    summary: 'The API keys, without their values',
    answers: { 200: auth.apiKeyList },
  },
  createApiKey: {
    method: 'post',
    path: '/api/auth/keys',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Make an API key; it is shown once',
    body: auth.apiKeyRequest,
    answers: { 200: auth.apiKeyCreated, 400: errorAnswer },
  },
  revokeApiKey: {
    method: 'delete',
    path: '/api/auth/keys/:id',
    scope: 'admin',
    limit: 'request',
    summary: 'Revoke an API key',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
  env: {
    method: 'get',
    path: '/api/env',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'The four settings, the share among them',
    answers: { 200: env.envAnswer },
  },
  credentials: {
    method: 'get',
    path: '/api/credentials',
    scope: 'admin',
    limit: 'request',
    summary: 'What is saved, without its secrets: the keyset, the relays, the share records',
    answers: { 200: credentials.credentialsAnswer },
  },
  saveEnv: {
    method: 'post',
    path: '/api/env',
    scope: 'admin',
    limit: 'request',
    summary: 'Save settings: all of a change or none of it',
    body: env.envUpdate,
    answers: { 200: env.envUpdateAnswer, 400: errorAnswer },
  },
  deleteEnv: {
    method: 'post',
    path: '/api/env/delete',
    scope: 'admin',
    limit: 'request',
    summary:
      'Delete settings; they stay deleted though the environment has them. On request all saved ' +
      'share records with them',
    body: env.envDelete,
    misfit: http.keysArrayRequired,
    answers: { 200: env.envDeleteAnswer, 400: errorAnswer },
  },
  settings: {
    method: 'get',
    path: '/api/settings',
    scope: 'admin',
    limit: 'request',
    summary: 'How peers are met: what 1.x gets, and whether onboarding waits for the owner',
    answers: { 200: settings.settings },
  },
  saveSettings: {
    method: 'put',
    path: '/api/settings',
    scope: 'admin',
    limit: 'request',
    summary: 'Say how peers are met; in force at once',
    body: settings.settingsUpdate,
    answers: { 200: settings.settings, 400: errorAnswer },
  },
  status: {
    method: 'get',
    path: '/api/status',
    scope: 'read',
    limit: 'request',
    lessWithoutLogin: true,
    summary:
      'Whether the signer hears, answers others and can ask them for signatures, and why not; without a login the first only',
    answers: { 200: z.union([status.statusAnswer, status.publicStatus]) },
  },
  peers: {
    method: 'get',
    path: '/api/peers',
    scope: 'read',
    limit: 'request',
    summary: 'The other members, and how they are',
    answers: { 200: peers.peersAnswer, 400: errorAnswer },
  },
  self: {
    method: 'get',
    path: '/api/peers/self',
    scope: 'read',
    limit: 'request',
    summary: 'Our own key, and what the owner should know',
    answers: { 200: peers.selfAnswer, 400: errorAnswer },
  },
  ping: {
    method: 'post',
    path: '/api/peers/ping',
    scope: 'read',
    limit: 'request',
    summary: 'Ping all peers, or one',
    body: peers.pingRequest,
    misfit: http.invalidTarget,
    answers: {
      200: z.union([peers.pingAllAnswer, peers.pingOneAnswer]),
      400: errorAnswer,
      503: errorAnswer,
    },
  },
  diagnostics: {
    method: 'post',
    path: '/api/peers/diagnostics',
    scope: 'read',
    limit: 'request',
    summary: 'Three rounds of pings a second apart: losses and spread',
    answers: { 200: z.object({ results: z.array(peers.pingDiagnosis) }), 503: errorAnswer },
  },
  monitor: {
    method: 'post',
    path: '/api/peers/monitor',
    scope: 'admin',
    limit: 'request',
    summary: 'Start or stop the ping monitor',
    body: operations.monitorRequest,
    answers: { 200: operations.monitorAnswer, 400: errorAnswer, 503: errorAnswer },
  },
  policy: {
    method: 'get',
    path: '/api/peers/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    summary: 'What a peer may do',
    answers: { 200: operations.policyAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  setPolicy: {
    method: 'put',
    path: '/api/peers/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    summary: 'Say what a peer may do; in force at once',
    body: operations.policyRequest,
    answers: { 200: operations.policyAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  deletePolicy: {
    method: 'delete',
    path: '/api/peers/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    summary: 'Go back to the policy of the environment, or to the default',
    answers: { 200: operations.policyAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  setPeerGenerations: {
    method: 'put',
    path: '/api/peers/:pubkey/generations',
    scope: 'admin',
    limit: 'request',
    summary:
      'Whether a peer that was heard in 2026 is asked and answered in 1.x all the same, where three ' +
      'signatures give this share away; in force at once',
    body: operations.peerGenerationsRequest,
    answers: { 200: operations.peerGenerationsAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  onboard: {
    method: 'post',
    path: '/api/onboarding',
    scope: 'admin',
    // A password may be guessed by it.
    limit: 'recover',
    summary:
      "Begin this device's own onboarding, with a bfonboard, its password, and those of its relays " +
      'that may be connected to',
    body: packages.joinRequest,
    answers: { 200: packages.onboardingState, 400: errorAnswer },
  },
  onboarding: {
    method: 'get',
    path: '/api/onboarding',
    scope: 'admin',
    limit: 'request',
    confirm: 'sometimes',
    summary: "How far this device's own onboarding is, and the credentials that came of it",
    answers: { 200: packages.onboardingState },
  },
  giveUpOnboarding: {
    method: 'delete',
    path: '/api/onboarding',
    scope: 'admin',
    limit: 'request',
    summary:
      "Give up this device's own onboarding, which wipes what was made for it; of one that has " +
      'failed the state alone is cleared',
    answers: { 200: successAnswer },
  },
  onboardingRequests: {
    method: 'get',
    path: '/api/onboarding/requests',
    scope: 'admin',
    limit: 'request',
    summary: 'The members that have asked this device for the group, since its signer was started',
    answers: { 200: packages.onboardingRequests },
  },
  decideOnboarding: {
    method: 'post',
    path: '/api/onboarding/requests/:pubkey',
    scope: 'admin',
    limit: 'request',
    summary: 'Approve or refuse a member that has asked; stands for ten minutes',
    body: packages.onboardingDecision,
    answers: { 200: packages.onboardingRequests, 400: errorAnswer, 404: errorAnswer },
  },
  shares: {
    method: 'get',
    path: '/api/shares',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Saved share records, newest first',
    answers: { 200: credentials.shareRecords },
  },
  saveShare: {
    method: 'post',
    path: '/api/shares',
    scope: 'admin',
    limit: 'request',
    summary: 'Save a share record: at most ten, an identical pair replaces the older one',
    body: credentials.shareRequest,
    answers: { 200: successAnswer, 400: errorAnswer },
  },
  deleteShare: {
    method: 'delete',
    path: '/api/shares/:id',
    scope: 'admin',
    limit: 'request',
    summary: 'Delete a saved share record, for good',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
  recover: {
    method: 'post',
    path: '/api/recover',
    scope: 'admin',
    limit: 'recover',
    confirm: 'always',
    summary: 'Recover the secret key from enough shares; nothing is kept',
    body: credentials.recoverRequest,
    misfit: http.recoverMisfit,
    badRequest: failed,
    answers: { 200: credentials.recoverAnswer, 400: credentials.recoverRefusal },
  },
  validate: {
    method: 'post',
    path: '/api/recover/validate',
    scope: 'admin',
    limit: 'request',
    summary: 'Whether a credential is sound, and what is wrong with it',
    body: credentials.validateRequest,
    answers: { 200: credentials.validateAnswer, 400: errorAnswer },
  },
  keyset: {
    method: 'post',
    path: '/api/keyset',
    scope: 'admin',
    limit: 'request',
    summary: 'Make a keyset from a secret key or a fresh one; nothing is kept',
    body: credentials.keysetRequest,
    answers: { 200: credentials.keysetAnswer, 400: errorAnswer },
  },
  dealKeyset: {
    method: 'post',
    path: '/api/keyset/deal',
    scope: 'admin',
    limit: 'recover',
    confirm: 'always',
    summary: 'Deal fresh shares of a key in the 2026 generation; nothing is kept',
    body: packages.dealRequest,
    answers: { 200: packages.dealAnswer, 400: errorAnswer },
  },
  openPackage: {
    method: 'post',
    path: '/api/packages/open',
    scope: 'admin',
    // Passwords may be guessed by it.
    limit: 'recover',
    summary:
      'Open a bfshare, bfonboard or bfprofile with its password; nothing is kept, and no relay is ' +
      'connected to that is not given',
    body: packages.openPackageRequest,
    answers: { 200: packages.packageAnswer, 400: errorAnswer },
  },
  sealPackage: {
    method: 'post',
    path: '/api/packages/seal',
    scope: 'admin',
    // The work of two passwords.
    limit: 'recover',
    confirm: 'always',
    summary: 'Put a share into a bfshare and a bfprofile, with a password; nothing is kept',
    body: packages.sealRequest,
    answers: { 200: packages.sealAnswer, 400: errorAnswer },
  },
  testRelays: {
    method: 'post',
    path: '/api/relays/test',
    scope: 'admin',
    limit: 'request',
    summary: "Try relays: connection, latency, the signer's kinds of events, an echo to ourselves",
    body: operations.relayTestRequest,
    answers: { 200: operations.relayTestAnswer, 400: errorAnswer, 503: errorAnswer },
  },
  sign: {
    method: 'post',
    path: '/api/sign',
    scope: 'sign',
    limit: 'request',
    summary: "Sign a hash or an event with the group's key",
    body: signing.signRequest,
    badRequest: coded,
    answers: {
      200: signing.signAnswer,
      400: signing.signFailure,
      502: signing.signFailure,
      503: signing.signFailure,
      504: signing.signFailure,
    },
  },
  nip44Encrypt: cipher('/api/nip44/encrypt', 'Encrypt to someone as the group (NIP-44)'),
  nip44Decrypt: cipher('/api/nip44/decrypt', 'Decrypt what was sent to the group (NIP-44)'),
  nip04Encrypt: cipher('/api/nip04/encrypt', 'Encrypt to someone as the group (NIP-04)'),
  nip04Decrypt: cipher('/api/nip04/decrypt', 'Decrypt what was sent to the group (NIP-04)'),
  audit: {
    method: 'get',
    path: '/api/audit',
    scope: 'admin',
    limit: 'request',
    summary: 'Who did what, newest first',
    query: operations.auditQuery,
    answers: { 200: operations.auditPage, 400: errorAnswer },
  },
  exportAudit: {
    method: 'get',
    path: '/api/audit/export',
    scope: 'admin',
    limit: 'request',
    summary: 'The whole audit, oldest first, one JSON object a line',
    type: 'application/x-ndjson',
    answers: { 200: text },
  },
  backup: {
    method: 'post',
    path: '/api/backup',
    scope: 'admin',
    limit: 'request',
    confirm: 'sometimes',
    summary: 'Make a back-up and send it; with the sealing key only when asked, encrypted',
    body: backup.backupRequest,
    type: 'application/vnd.sqlite3',
    answers: { 200: text, 400: errorAnswer, 503: errorAnswer },
  },
  backups: {
    method: 'get',
    path: '/api/backups',
    scope: 'admin',
    limit: 'request',
    summary: 'The scheduled back-ups in the data folder, newest first, and the last of any kind',
    answers: { 200: backup.backupList },
  },
  planBackups: {
    method: 'put',
    path: '/api/backups/schedule',
    scope: 'admin',
    limit: 'request',
    summary: 'How often a back-up is made by itself, and how many are kept; in force at once',
    body: backup.backupPlanUpdate,
    answers: { 200: backup.backupList, 400: errorAnswer },
  },
  restore: {
    method: 'post',
    path: '/api/restore',
    scope: 'admin',
    // A passphrase may be guessed by it, and each try costs 64 MiB.
    limit: 'recover',
    summary: 'Check a back-up, put it in place and start anew; all sessions end',
    upload: true,
    maxBody: RESTORE_BYTES_MAX,
    headers: {
      'X-Backup-Passphrase': 'Opens the sealing key in the back-up; percent-encoded',
      'X-Backup-Key':
        'The key that the back-up is sealed with, where it is not in it and not here: the text of ' +
        'secret.key, or SECRET_KEY; percent-encoded',
    },
    answers: { 200: backup.restoreAnswer, 400: errorAnswer, 413: errorAnswer, 503: errorAnswer },
  },
  events: {
    method: 'get',
    path: '/api/events',
    scope: 'read',
    limit: 'none',
    summary: 'What happens, as it happens: a WebSocket; ?since=<id> for what was missed',
    upgrade: true,
    answers: { 101: text },
  },
  health: {
    method: 'get',
    path: '/api/health',
    scope: 'open',
    limit: 'none',
    summary: 'For supervisors of the process: degraded when /api/status says so, and why',
    answers: { 200: status.healthAnswer, 503: status.healthAnswer },
  },
  openapi: {
    method: 'get',
    path: '/api/openapi.json',
    scope: 'open',
    limit: 'request',
    summary: 'This description',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  openapiInDocs: {
    method: 'get',
    path: '/api/docs/openapi.json',
    scope: 'open',
    limit: 'request',
    summary: 'The same, where igloo-server has it',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  openapiYaml: {
    method: 'get',
    path: '/api/docs/openapi.yaml',
    scope: 'open',
    limit: 'request',
    summary: 'The same as YAML',
    type: 'application/yaml',
    answers: { 200: text },
  },
  docs: {
    method: 'get',
    path: '/api/docs',
    scope: 'open',
    limit: 'request',
    summary: 'This description, to read',
    type: 'text/html',
    answers: { 200: text },
  },
  metrics: {
    method: 'get',
    path: '/metrics',
    scope: 'read',
    limit: 'none',
    summary: 'Figures for Prometheus; also with METRICS_TOKEN as bearer token',
    type: 'text/plain',
    answers: { 200: text },
  },
} satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes

function cipher(path: string, summary: string) {
  return {
    method: 'post',
    path,
    scope: 'sign',
    limit: 'request',
    summary,
    body: signing.cipherRequest,
    badRequest: coded,
    answers: {
      200: signing.cipherAnswer,
      400: signing.signFailure,
      502: signing.signFailure,
      503: signing.signFailure,
      504: signing.signFailure,
    },
  } satisfies Route
}
