import { type EnvKey } from '#contract/keysets.ts'
import { type RelayHosts } from '#contract/relay-url.ts'
import { checkEnvUpdate } from '#keysets/env-changes.ts'
import { type KeptApp } from '#nip46/registry.ts'
import { passwordProblem, usernameProblem } from '#contract/access-rules.ts'
import { type ImportReport } from '#contract/import.ts'
import { imports as texts } from '#contract/import-messages.ts'
import { type Nip46Policy } from '#contract/nip46.ts'
import { plainLine } from '#contract/plain-text.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { type Scope } from '#contract/scopes.ts'
import { npubOf } from '#nostr/keys.ts'
import { parseXOnly, xOnly } from '#nostr/x-only.ts'
import { type Credentials, type Keyset, type KeysetReader } from '#protocol/keyset.ts'
import { ImportError } from './errors.ts'
import { type FoundPolicy, type Household } from './household.ts'
import { NOTE_CHARS, USUAL_RELAY } from './limits.ts'
import { plannedApps } from './plan-apps.ts'
import { plannedKeys } from './plan-keys.ts'
import { type ApiKeyRecord } from '#store/api-keys.ts'

/** What there is already where it is to come. */
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
  apps: { kept: KeptApp; name: string; policy: Nip46Policy }[]
  report: Omit<ImportReport, 'warnings'>
}

export interface PlanOptions {
  reader: KeysetReader
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts | undefined
  target: Target
  /** Of API keys; undefined: the narrowest that can what they could. */
  scope: Scope | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * What is to be written of what was found, and what that comes to in words.
 *
 * @throws ImportError TAKEN, and UNFIT when the credentials can't be used
 */
export function makePlan(household: Household, options: PlanOptions): Plan {
  const { target } = options
  if (target.hasKeyset) throw new ImportError('TAKEN', texts.taken)
  const comes: string[] = []
  const stays: string[] = []
  const say = { comes, stays }
  const { env, credentials, keyset } = settingsOf(household, options, say)
  const peers = peersOf(household.policies, keyset, say)
  const login = loginOf(household, target, say)
  const keys = plannedKeys(household, options, say)
  const apps = plannedApps(household, options, say)
  stays.push(...household.stays)
  const npub = npubOf(xOnly(keyset.outline.pubkey))
  const report = { user: household.user, npub, comes, stays, apiKeys: keys.length }
  return { env, credentials, ...peers, login, keys, apps, report }
}

/** Where what is told collects. */
export interface Telling {
  comes: string[]
  stays: string[]
}

function settingsOf(
  { share, group, groupName, relays }: Household,
  { reader, relayHosts }: PlanOptions,
  { comes, stays }: Telling,
) {
  const nothing = reader.readCredentials({})
  const name = groupName.trim()
  const given = {
    ...{ SHARE_CRED: share, GROUP_CRED: group },
    RELAYS: JSON.stringify(relays.length > 0 ? relays : [USUAL_RELAY]),
    ...(name !== '' && { GROUP_NAME: name }),
  }
  const update = checkEnvUpdate(given, nothing, reader, relayHosts)
  if (!update.ok) throw new ImportError('UNFIT', texts.credentials(update.error))
  const { changes, credentials, warnings } = update.value
  if (!credentials.keyset?.ok) throw new ImportError('UNFIT', texts.credentials('no keyset'))
  const keyset = credentials.keyset.value
  const { self, outline } = keyset
  const shown = name === '' ? undefined : plainLine(name, CALLER_NAME_CHARS_MAX)
  comes.push(texts.share(self.idx, outline.threshold, outline.members.length, shown))
  const urls = JSON.parse(changes.RELAYS ?? '[]') as string[]
  comes.push(relays.length > 0 ? texts.relays(urls) : texts.usualRelay(USUAL_RELAY))
  stays.push(...warnings)
  return { env: changes, credentials, keyset }
}

function peersOf(found: readonly FoundPolicy[], keyset: Keyset, { comes, stays }: Telling) {
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
      comes.push(texts.peerDenied(key, deniedWords({ allowSend, allowReceive })))
    }
    if (note !== '') stays.push(texts.note(key, plainLine(note, NOTE_CHARS)))
  }
  return { policies, names }
}

function deniedWords({ allowSend, allowReceive }: { allowSend: boolean; allowReceive: boolean }) {
  if (!allowSend && !allowReceive) return texts.neitherWay
  return allowSend ? texts.notAnswered : texts.notAsked
}

/** Whoever has a login here keeps it: a file that is sent must not set another. */
function loginOf(
  { login }: Household,
  { owner }: Target,
  { comes, stays }: Telling,
): Plan['login'] {
  if (login === null) return null
  const { username, password } = login
  const problem = usernameProblem(username) ?? passwordProblem(password)
  const name = plainLine(username, CALLER_NAME_CHARS_MAX)
  if (owner !== null) stays.push(texts.staysOwner(name, plainLine(owner, CALLER_NAME_CHARS_MAX)))
  else if (problem !== undefined) stays.push(texts.staysLogin(name, problem))
  else {
    comes.push(texts.login(name))
    return login
  }
  return null
}
