import type { SignInLinkFrom } from '#contract/auth.ts'
import { BACKUP_INTERVAL_H_MAX, BACKUP_KEEP_MAX } from '#contract/limits.ts'
import { notifyAddress, notifyToken } from '#contract/notify.ts'
import { v1Modes } from '#contract/protocols.ts'
import { isDotless, parseRelaysSetting, type RelayHosts, relaysAmong } from '#contract/relay-url.ts'
import { DENIABLE, type Deniable } from '#contract/rule-terms.ts'
import type { Settings } from '#contract/settings.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogSettings } from '#lib/log.ts'
import type { Secret } from '#lib/secret.ts'
import { type AccessConfig, readAccess } from './access.ts'
import { BACKUP_KEEP } from './limits.ts'
import { type ListenConfig, readListen } from './listen.ts'
import { type ConfigReader, createConfigReader, type Environment } from './reader.ts'
import { readSignInLink } from './sign-in-command.ts'

/** Everything that is wrong with the environment, with what to do about each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

interface ConfiguredPolicy {
  pubkey: string
  allowSend: boolean
  allowReceive: boolean
  denied: readonly Deniable[]
}

/** The server's configuration (design, section 4.1), read once and typed. */
export interface Config extends ListenConfig, AccessConfig, LogSettings {
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
  /** How the owner gets a link that signs in once. */
  signInLink: SignInLinkFrom
  backup: {
    /** Hours between scheduled back-ups; 0: none are made. */
    interval: number
    /** How many scheduled back-ups are kept. */
    keep: number
    /** For the back-up commands: encrypts the sealing key in a back-up, and decrypts it. */
    passphrase: Secret | undefined
  }
  /** Where notifications go, until it is set in the console. The URL is a secret: it holds ntfy's topic. */
  notify: { url: Secret; token: Secret | undefined } | undefined
  /** The protocol settings, until the owner sets them in the console. */
  protocol: Settings
  /** The names of the variables that are given. */
  given: readonly string[]
  /** Warnings about the configuration, for the log. */
  warnings: readonly string[]
}

const PUBKEY = /^(?:0[23])?[0-9a-fA-F]{64}$/

/**
 * Reads the whole configuration. An empty variable counts as not set; secret ones may be given as
 * NAME_FILE, the path of a file that holds the value.
 *
 * @throws ConfigError that names every variable that is wrong and what to do; never a secret
 */
export function readConfig(environment: Environment, isTerminal: boolean): Config {
  const reader = createConfigReader(environment)
  const { text, list, path, secret, problems, warnings } = reader
  const group = secret('GROUP_CRED')
  const share = secret('SHARE_CRED')
  const name = text('GROUP_NAME')
  const relays = list('RELAYS')
  const relayHosts = readRelayHosts(reader)
  const listen = readListen(reader)
  if (relays !== undefined) warnings.push(...unusableRelays(relays, relayHosts))
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
    backup: {
      interval: reader.count('BACKUP_INTERVAL', {
        fallback: 0,
        min: 0,
        max: BACKUP_INTERVAL_H_MAX,
      }),
      keep: reader.count('BACKUP_KEEP', { fallback: BACKUP_KEEP, min: 1, max: BACKUP_KEEP_MAX }),
      passphrase: reader.secret('BACKUP_PASSPHRASE'),
    },
    notify: readNotify(reader),
    protocol: {
      firstGeneration: reader.choice('FIRST_GENERATION', v1Modes, 'warn'),
      // A stolen package and its password are enough to ask to join. Unless this is off, the owner
      // is asked first, and so learns of it.
      approveOnboarding: reader.flag('APPROVE_ONBOARDING', true),
    },
    logLevel: reader.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: reader.choice('LOG_FORMAT', LOG_FORMATS, isTerminal ? 'pretty' : 'json'),
    given: [...reader.names],
    warnings,
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readNotify({ secret, problems }: ConfigReader): Config['notify'] {
  const url = secret('NOTIFY_URL')
  const token = secret('NOTIFY_TOKEN')
  if (url === undefined) {
    if (token !== undefined) problems.push('NOTIFY_TOKEN is of no use without NOTIFY_URL')
    return undefined
  }
  const isAddress = notifyAddress.safeParse(url.reveal())
  if (!isAddress.success) problems.push(`NOTIFY_URL ${isAddress.error.issues[0]?.message}`)
  const isToken = notifyToken.safeParse(token?.reveal() ?? '-')
  if (!isToken.success) problems.push(`NOTIFY_TOKEN ${isToken.error.issues[0]?.message}`)
  return { url, token }
}

/** Host names without a dot, which relays may have only if listed here. Names with a dot need no entry. */
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

/** Warnings about invalid relays. They are left out, so that one typo does not disable the others. */
function unusableRelays(text: string, hosts: RelayHosts): string[] {
  const checked = relaysAmong(parseRelaysSetting(text), hosts)
  return (checked.ok ? checked.left : checked.errors).map(({ error }) => `RELAYS: ${error}`)
}

/** As in igloo-server, a single object counts as a list of one, and a direction left out is allowed. */
function readPolicies(
  value: string | undefined,
  { problems, warnings }: Pick<ConfigReader, 'problems' | 'warnings'>,
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
    warnings.push(
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

/** Does not quote the value: it may be a secret that was put into the wrong variable. */
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
