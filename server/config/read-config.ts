import type { SignInLinkFrom } from '#contract/auth.ts'
import { DENIABLE, type Deniable } from '#contract/deniable.ts'
import { isDotless, type RelayHosts } from '#contract/relay-host.ts'
import { parseRelaysSetting, relaysAmong } from '#contract/relay-url.ts'
import type { Secret } from '#lib/secret.ts'
import { type AccessConfig, readAccess } from './auth.ts'
import { type BackupConfig, readBackup } from './backup.ts'
import { readSignInLink } from './installation.ts'
import { type ListenConfig, readListen } from './listen.ts'
import { type NotifyConfig, readNotify } from './notify.ts'
import { type ProtocolConfig, readProtocol } from './protocol.ts'
import { type ConfigReader, createConfigReader, type Environment } from './reader.ts'

/** The environment's problems, all at once, each with what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export interface ConfiguredPolicy {
  pubkey: string
  allowSend: boolean
  allowReceive: boolean
  denied: readonly Deniable[]
}

/** The server's configuration (design, section 4.1), read once and typed. */
export interface Config
  extends ListenConfig,
    AccessConfig,
    BackupConfig,
    NotifyConfig,
    ProtocolConfig {
  dataDir: string
  /** First-start credentials; saved ones take precedence. */
  env: {
    GROUP_CRED?: Secret
    SHARE_CRED?: Secret
    GROUP_NAME?: string
    RELAYS?: string
  }
  /** Hosts without a dot that relays may have. */
  relayHosts: RelayHosts
  peerPolicies: readonly ConfiguredPolicy[]
  /** Seals credentials in the database; undefined: a key file in the data folder. */
  secretKey: Secret | undefined
  /** Host names and origins accepted besides the server's own. */
  allowedOrigins: readonly string[]
  /** How its owner gets a link that signs in once. */
  signInLink: SignInLinkFrom
  logLevel: (typeof LOG_LEVELS)[number]
  logFormat: 'pretty' | 'json'
  /** What the owner should know about the configuration, for the log. */
  notices: readonly string[]
}

const PUBKEY = /^(?:0[23])?[0-9a-fA-F]{64}$/

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Reads the whole configuration. An empty variable counts as not set; secret ones may be given as
 * NAME_FILE, the path of a file that holds the value.
 *
 * @throws ConfigError that names every variable that is wrong and what to do; never a secret
 */
export function readConfig(environment: Environment, isTerminal: boolean): Config {
  const reader = createConfigReader(environment)
  const { text, list, path, secret, problems, notices } = reader
  const group = secret('GROUP_CRED')
  const share = secret('SHARE_CRED')
  const name = text('GROUP_NAME')
  const relays = list('RELAYS')
  const relayHosts = readRelayHosts(reader)
  const listen = readListen(reader)
  if (relays !== undefined) notices.push(...unusableRelays(relays, relayHosts))
  const config: Config = {
    ...listen,
    dataDir: path('DATA_DIR') ?? './data',
    env: {
      ...(group === undefined ? {} : { GROUP_CRED: group }),
      ...(share === undefined ? {} : { SHARE_CRED: share }),
      ...(name === undefined ? {} : { GROUP_NAME: name }),
      ...(relays === undefined ? {} : { RELAYS: relays }),
    },
    relayHosts,
    peerPolicies: readPolicies(text('PEER_POLICIES'), reader),
    secretKey: secret('SECRET_KEY'),
    signInLink: readSignInLink(reader),
    allowedOrigins: (list('ALLOWED_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean),
    ...readAccess(reader, listen.host),
    ...readBackup(reader),
    ...readNotify(reader),
    ...readProtocol(reader),
    logLevel: reader.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: reader.choice('LOG_FORMAT', ['pretty', 'json'], isTerminal ? 'pretty' : 'json'),
    notices,
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Only names without a dot: any other host needs no leave, and what is public stays what it is. */
function readRelayHosts({ list, problems }: ConfigReader): RelayHosts {
  const hosts = (list('RELAY_HOSTS') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (!hosts.every(isDotless)) {
    problems.push('RELAY_HOSTS must be a list of host names without a dot, such as strfry,umbrel')
  }
  return new Set(hosts)
}

/** Invalid ones are left out: the usable ones must not depend on a mistyped one. */
function unusableRelays(text: string, hosts: RelayHosts): string[] {
  const checked = relaysAmong(parseRelaysSetting(text), hosts)
  return (checked.ok ? checked.left : checked.errors).map((error) => `RELAYS: ${error}`)
}

/** As igloo-server reads it: a single object is a list of one, and anything unsaid is allowed. */
function readPolicies(
  value: string | undefined,
  { problems, notices }: Pick<ConfigReader, 'problems' | 'notices'>,
): ConfiguredPolicy[] {
  if (value === undefined) return []
  const given = parseJson(value)
  if (typeof given !== 'object' || given === null) {
    problems.push('PEER_POLICIES must be a JSON list of {pubkey, allowSend, allowReceive, denied}')
    return []
  }
  const list: unknown[] = Array.isArray(given) ? given : [given]
  const [problem] = list.flatMap(policyProblems)
  if (problem !== undefined) {
    problems.push(`PEER_POLICIES: ${problem}`)
    return []
  }
  const policies = list as (Pick<ConfiguredPolicy, 'pubkey'> & {
    [Field in 'allowSend' | 'allowReceive' | 'denied']?: ConfiguredPolicy[Field] | null
  })[]
  const isHalf = policies.some((one) => one.allowSend == null || one.allowReceive == null)
  if (isHalf) {
    notices.push(
      'PEER_POLICIES: a direction left out is allowed: write allowSend and allowReceive, true or ' +
        'false, for each peer',
    )
  }
  return policies.map(({ pubkey, allowSend, allowReceive, denied }) => ({
    pubkey,
    allowSend: allowSend ?? true,
    allowReceive: allowReceive ?? true,
    denied: denied ?? [],
  }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Never with the given value: somebody who mixes things up has put a secret there. */
function policyProblems(policy: unknown, index: number): string[] {
  const { pubkey, allowSend, allowReceive, denied } = Object(policy) as Record<string, unknown>
  const areKnown = Array.isArray(denied) && denied.every((what) => DENIABLE.includes(what))
  const isKey = typeof pubkey === 'string' && PUBKEY.test(pubkey)
  const isSwitch = (value: unknown) => value == null || typeof value === 'boolean'
  return [
    ...(isKey ? [] : [`${index}.pubkey must be a public key in hex`]),
    ...(isSwitch(allowSend) ? [] : [`${index}.allowSend must be true or false`]),
    ...(isSwitch(allowReceive) ? [] : [`${index}.allowReceive must be true or false`]),
    ...(denied == null || areKnown
      ? []
      : [`${index}.denied must be a list of ${DENIABLE.join(', ')}`]),
  ]
}
