import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DEFAULT_PORT } from './contract/limits.ts'
import { Secret } from './secret.ts'

/** What is wrong with the environment: every problem at once, each with what to do. */
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
}

/** The server's configuration (design, section 4.1), read once and typed. */
export interface Config {
  host: string
  port: number
  dataDir: string
  /** First-start settings; saved ones win. */
  env: {
    GROUP_CRED?: Secret
    SHARE_CRED?: Secret
    GROUP_NAME?: string
    RELAYS?: string
  }
  peerPolicies: readonly ConfiguredPolicy[]
  /** Seals credentials in the database; undefined: a key file in the data folder. */
  secretKey: Secret | undefined
  /** Host names and origins that are let in beside the server's own. */
  allowedOrigins: readonly string[]
  logLevel: (typeof LOG_LEVELS)[number]
  logFormat: 'pretty' | 'json'
  /** What the owner should know of the configuration, for the log. */
  notices: readonly string[]
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

const policies = z.array(
  z.object({
    pubkey: z.string().regex(/^(?:0[23])?[0-9a-fA-F]{64}$/, 'must be a public key in hex'),
    allowSend: z.boolean(),
    allowReceive: z.boolean(),
  }),
)

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration. An empty variable counts as not set; the secret ones may be given as
 * NAME_FILE, the path of a file that holds the value.
 *
 * @throws ConfigError that names every variable that is wrong and what to do; never a secret
 */
export function readConfig(environment: Environment, isTerminal: boolean): Config {
  const problems: string[] = []
  const notices: string[] = []
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const secret = (name: string): Secret | undefined => {
    const value = readSecret(name, text, problems)
    return value === undefined ? undefined : new Secret(value)
  }
  const group = secret('GROUP_CRED')
  const share = secret('SHARE_CRED')
  const name = text('GROUP_NAME')
  const relays = text('RELAYS')
  const config: Config = {
    host: readHost(text('HOST_NAME'), notices),
    port: readPort(text('HOST_PORT'), problems),
    dataDir: text('DATA_DIR') ?? './data',
    env: {
      ...(group === undefined ? {} : { GROUP_CRED: group }),
      ...(share === undefined ? {} : { SHARE_CRED: share }),
      ...(name === undefined ? {} : { GROUP_NAME: name }),
      ...(relays === undefined ? {} : { RELAYS: relays }),
    },
    peerPolicies: readPolicies(text('PEER_POLICIES'), problems),
    secretKey: secret('SECRET_KEY'),
    allowedOrigins: (text('ALLOWED_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean),
    logLevel: readChoice('LOG_LEVEL', text('LOG_LEVEL'), LOG_LEVELS, 'info', problems),
    logFormat: readChoice(
      'LOG_FORMAT',
      text('LOG_FORMAT'),
      ['pretty', 'json'] as const,
      isTerminal ? 'pretty' : 'json',
      problems,
    ),
    notices,
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readSecret(
  name: string,
  text: (name: string) => string | undefined,
  problems: string[],
): string | undefined {
  const file = text(`${name}_FILE`)
  const value = text(name)
  if (file === undefined) return value
  if (value !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set: remove one of them`)
    return undefined
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content !== '') return content
    problems.push(`${name}_FILE names an empty file`)
  } catch (error) {
    // Without what it was set to: who mixes the two up has put the secret itself there.
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    problems.push(`${name}_FILE must name a file that can be read (${code})`)
  }
  return undefined
}

/** Without authentication nothing but this machine may reach the server. */
function readHost(host: string | undefined, notices: string[]): string {
  if (host !== undefined && !LOOPBACK.includes(host)) {
    notices.push(
      `HOST_NAME=${host} is ignored: the server has no authentication yet and listens on 127.0.0.1 only`,
    )
  }
  return host === '::1' ? '::1' : '127.0.0.1'
}

function readPort(value: string | undefined, problems: string[]): number {
  if (value === undefined) return DEFAULT_PORT
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  problems.push(`HOST_PORT must be a port number from 0 to 65535, not '${value}'`)
  return DEFAULT_PORT
}

function readPolicies(value: string | undefined, problems: string[]): ConfiguredPolicy[] {
  if (value === undefined) return []
  let json: unknown
  try {
    json = JSON.parse(value)
  } catch {
    problems.push('PEER_POLICIES must be a JSON list of {pubkey, allowSend, allowReceive}')
    return []
  }
  const parsed = policies.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  problems.push(`PEER_POLICIES: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`)
  return []
}

function readChoice<const T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
  fallback: T,
  problems: string[],
): T {
  if (value === undefined) return fallback
  const choice = choices.find((candidate) => candidate === value.toLowerCase())
  if (choice === undefined) {
    problems.push(`${name} must be one of ${choices.join(', ')}, not '${value}'`)
  }
  return choice ?? fallback
}
