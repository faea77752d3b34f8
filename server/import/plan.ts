import { randomUUID } from 'node:crypto'
import { MAX_API_KEYS } from '#auth/limits.ts'
import { passwordProblem, usernameProblem } from '#contract/access-rules.ts'
import { auth, imports as texts } from '#contract/codes.ts'
import type { ImportReport } from '#contract/import.ts'
import type { EnvKey } from '#contract/keysets.ts'
import { APP_NAME_CHARS_MAX, APP_RELAYS_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { Nip46Policy } from '#contract/nip46.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import { CALLER_NAME_CHARS_MAX, LOGIN_KINDS } from '#contract/rule-terms.ts'
import type { Scope } from '#contract/scopes.ts'
import { isPoint, publicPoint } from '#crypto/curve/hex.ts'
import { checkEnvUpdate } from '#keysets/env-changes.ts'
import { APPS_MAX, OPEN_FOR } from '#nip46/limits.ts'
import { readClaims, readRelays } from '#nip46/link.ts'
import { readPermissions } from '#nip46/requested-permissions.ts'
import { npubOf } from '#nostr/keys.ts'
import { parseXOnly, xOnly } from '#nostr/x-only.ts'
import type { Credentials, Keyset, KeysetReader } from '#protocol/keyset.ts'
import type { ApiKeyRecord } from '#store/api-keys.ts'
import type { StoredApp } from '#store/apps.ts'
import { permissionsOf } from './apps-policy.ts'
import { ImportError } from './errors.ts'
import type { FoundApp, FoundPolicy, Installation } from './installation.ts'
import { DEFAULT_RELAY, NOTE_CHARS } from './limits.ts'

/** What Floe has already. */
export interface Target {
  /** Credentials are in force. */
  hasKeyset: boolean
  /** Who signs in with a password; null: nobody yet. */
  owner: string | null
  apiKeys: readonly Pick<ApiKeyRecord, 'hash'>[]
  apps: readonly { signer: string; client: string | null }[]
}

/** What an import writes. Holds secrets. */
export interface Plan {
  env: Partial<Record<EnvKey, string>>
  credentials: Credentials
  /** What peers may not do, by their x-only keys. */
  policies: { pubkey: string; allowSend: boolean; allowReceive: boolean }[]
  names: { pubkey: string; name: string }[]
  /** The password is to be hashed. */
  login: { username: string; password: string } | null
  keys: ApiKeyRecord[]
  apps: { kept: StoredApp; name: string; policy: Nip46Policy }[]
  report: Pick<ImportReport, 'user' | 'npub' | 'apiKeys'> & ReportLines
}

export interface PlanOptions {
  reader: KeysetReader
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts | undefined
  target: Target
  /** Of API keys; undefined: the narrowest that allows what they could do before. */
  scope: Scope | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * Decides what of an installation is imported, and reports it.
 *
 * @throws ImportError TAKEN, and UNFIT when the credentials can't be used
 */
export function makePlan(installation: Installation, options: PlanOptions): Plan {
  const { target } = options
  if (target.hasKeyset) throw new ImportError('TAKEN', texts.taken)
  const comes: Message[] = []
  const stays: Message[] = []
  const lines: ReportLines = { comes, stays }
  const { env, credentials, keyset } = settingsOf(installation, options, lines)
  const peers = peersOf(installation.policies, keyset, lines)
  const login = loginOf(installation, target, lines)
  const keys = planKeys(installation, options, lines)
  const apps = planApps(installation, options, lines)
  stays.push(...installation.stays)
  const npub = npubOf(xOnly(keyset.outline.pubkey))
  const report = { user: installation.user, npub, comes, stays, apiKeys: keys.length }
  return { env, credentials, ...peers, login, keys, apps, report }
}

/** Lines of the report: what is imported, and what is not. */
interface ReportLines {
  comes: Message[]
  stays: Message[]
}

function settingsOf(
  { share, group, groupName, relays }: Installation,
  { reader, relayHosts }: PlanOptions,
  { comes, stays }: ReportLines,
) {
  const nothing = reader.readCredentials({})
  const name = groupName.trim()
  const given = {
    ...{ SHARE_CRED: share, GROUP_CRED: group },
    RELAYS: JSON.stringify(relays.length > 0 ? relays : [DEFAULT_RELAY]),
    ...(name !== '' && { GROUP_NAME: name }),
  }
  const update = checkEnvUpdate(given, nothing, reader, relayHosts)
  if (!update.ok) throw new ImportError('UNFIT', texts.credentials(update))
  const { changes, credentials, warnings } = update.value
  if (!credentials.keyset?.ok) throw new ImportError('UNFIT', texts.credentials('no keyset'))
  const keyset = credentials.keyset.value
  const { self, outline } = keyset
  const shown = name === '' ? [] : [plainLine(name, CALLER_NAME_CHARS_MAX)]
  comes.push(texts.share(self.idx, outline.threshold, outline.members.length, ...shown))
  const urls = JSON.parse(changes.RELAYS ?? '[]') as string[]
  comes.push(relays.length > 0 ? texts.relays(urls) : texts.usualRelay(DEFAULT_RELAY))
  stays.push(...warnings)
  return { env: changes, credentials, keyset }
}

function peersOf(found: readonly FoundPolicy[], keyset: Keyset, { comes, stays }: ReportLines) {
  const policies: Plan['policies'] = []
  const names: Plan['names'] = []
  for (const { label, note, allowSend = true, allowReceive = true, ...policy } of found) {
    const pubkey = parseXOnly(policy.pubkey)
    const peer = keyset.outline.members.find((member) => xOnly(member.pubkey) === pubkey)
    const key = plainLine(policy.pubkey, 12)
    if (pubkey === undefined || peer === undefined || pubkey === keyset.self.xonly) {
      stays.push(texts.notMember(key))
      continue
    }
    const name = plainLine(label, CALLER_NAME_CHARS_MAX - 1)
    if (name !== '') {
      names.push({ pubkey, name })
      comes.push(texts.peerName(key, name))
    }
    if (!allowSend || !allowReceive) {
      policies.push({ pubkey, allowSend, allowReceive })
      comes.push(texts.peerDenied(key, deniedText({ allowSend, allowReceive })))
    }
    if (note !== '') stays.push(texts.note(key, plainLine(note, NOTE_CHARS)))
  }
  return { policies, names }
}

function deniedText({ allowSend, allowReceive }: { allowSend: boolean; allowReceive: boolean }) {
  if (!allowSend && !allowReceive) return texts.neitherWay
  return allowSend ? texts.notAnswered : texts.notAsked
}

/** An existing login stays: an uploaded file must not replace it. */
function loginOf(
  { login }: Installation,
  { owner }: Target,
  { comes, stays }: ReportLines,
): Plan['login'] {
  if (login === null) return null
  const { username, password } = login
  const problem = usernameProblem(username, auth) ?? passwordProblem(password, auth)
  const name = plainLine(username, CALLER_NAME_CHARS_MAX)
  if (owner !== null) stays.push(texts.staysOwner(name, plainLine(owner, CALLER_NAME_CHARS_MAX)))
  else if (problem !== undefined) stays.push(texts.staysLogin(name, problem))
  else {
    comes.push(texts.login(name))
    return login
  }
  return null
}

/** igloo-server and Floe store the same hash of a key, in different encodings. */
function planKeys(
  { keys }: Pick<Installation, 'keys'>,
  { target, scope: chosen }: PlanOptions,
  { comes, stays }: ReportLines,
): ApiKeyRecord[] {
  const planned: ApiKeyRecord[] = []
  const isThere = (hash: string) =>
    [...target.apiKeys, ...planned].some((known) => known.hash === hash)
  for (const { name, hash, createdAt, scope: narrowest } of keys) {
    const scope = chosen ?? narrowest
    if (hash === null) stays.push(texts.keyUnfit(name))
    else if (isThere(hash)) stays.push(texts.keyThere(name))
    else if (target.apiKeys.length + planned.length >= MAX_API_KEYS) {
      stays.push(texts.keysFull(name, MAX_API_KEYS))
    } else {
      planned.push({ id: randomUUID(), name, hash, scope, createdAt, lastUsedAt: null })
      comes.push(texts.apiKey(name, scope))
    }
  }
  return planned
}

type PlannedApp = Plan['apps'][number]

/**
 * igloo-server answers all apps of a user with one key. Each imported app keeps that key, so that its client
 * needs no new pairing.
 */
function planApps(
  { apps, transport }: Pick<Installation, 'apps' | 'transport'>,
  { target, now, relayHosts }: PlanOptions,
  { comes, stays }: ReportLines,
): PlannedApp[] {
  if (apps.length === 0) return []
  const transportKey = transportKeyOf(transport)
  if (transportKey === null) {
    stays.push(texts.noTransport(apps.length))
    return []
  }
  const planned: PlannedApp[] = []
  const isThere = (client: string) =>
    planned.some(({ kept }) => kept.client === client) ||
    target.apps.some((app) => app.client === client && app.signer === transportKey.pubkey)
  for (const app of apps) {
    const name = plainLine(app.name, APP_NAME_CHARS_MAX - 1) || `App ${app.client.slice(0, 8)}`
    const relays = usableRelays(app.relays, relayHosts)
    if (!isPoint(`02${app.client}`)) stays.push(texts.appUnfit(plainLine(name, APP_NAME_CHARS_MAX)))
    else if (isThere(app.client)) stays.push(texts.appThere(name))
    else if (target.apps.length + planned.length >= APPS_MAX) {
      stays.push(texts.appsFull(name, APPS_MAX))
    } else if (relays.length === 0) stays.push(texts.appRelays(name))
    else {
      const { policy, hadLogins } = withoutLogins(app.policy)
      const kept = keptApp(app, { relays, now, seckey: transportKey.seckey })
      planned.push({ kept, name, policy })
      comes.push(texts.app(name, allowedText(policy)))
      if (hadLogins) stays.push(texts.logins(name))
    }
  }
  return planned
}

function transportKeyOf(transport: string | null): { seckey: string; pubkey: string } | null {
  const seckey = transport?.trim().toLowerCase() ?? ''
  if (!/^[0-9a-f]{64}$/.test(seckey)) return null
  try {
    return { seckey, pubkey: xOnly(publicPoint(seckey)) }
  } catch {
    return null
  }
}

const keptApp = (
  { client, name, url, image, createdAt }: FoundApp,
  { relays, now, seckey }: { relays: string[]; now: number; seckey: string },
): PlannedApp['kept'] => ({
  ...{ id: randomUUID(), seckey, client, relays, formerRelays: [] },
  claims: readClaims({ name, url, image }),
  ...{ invitation: null, greeting: null },
  // Otherwise an app that was not used here yet would expire.
  ...{ createdAt, pairedAt: now, until: null },
  // igloo-server lets clients add relays, so the owner may not have chosen these.
  areRelaysItsOwn: true,
  ...{ answersNip04: true, sendsAuthUrl: false, openFor: OPEN_FOR },
})

function usableRelays(given: readonly string[], hosts: RelayHosts | undefined): string[] {
  const usable = (given.length > 0 ? given : [DEFAULT_RELAY]).flatMap((url) => {
    const read = readRelays([url], hosts)
    return read.ok ? read.value : []
  })
  return [...new Set(usable)].slice(0, APP_RELAYS_MAX)
}

function allowedText(policy: Nip46Policy): Message {
  const words = readPermissions(permissionsOf(policy)).map((permission) => permission.words)
  return words.length === 0 ? texts.asksAll : texts.without(words)
}

/** Floe does not keep consent to logins for good. */
function withoutLogins({ methods, kinds }: Nip46Policy) {
  const all = Object.entries(kinds)
  const others = all.filter(([kind]) => !LOGIN_KINDS.has(Number(kind)))
  const policy = { methods, kinds: Object.fromEntries(others) }
  return { policy, hadLogins: others.length < all.length && methods['sign_event'] === true }
}
