import type { AuthConfig } from '#auth/auth.ts'
import { parseTrustedProxies, type TrustedProxies } from '#auth/client-address.ts'
import { auth, isTooLongPassword, usernameProblem } from '#contract/access-rules.ts'
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from '#contract/limits.ts'
import type { Secret } from '#lib/secret.ts'
import { KNOWN_ADMIN_SECRETS, warnOfIgnored } from './igloo.ts'
import {
  API_KEY_CHARS_MIN,
  RATE_LIMIT_MAX,
  RATE_LIMIT_MAX_MAX,
  RATE_LIMIT_WINDOW_S,
  RATE_LIMIT_WINDOW_S_MAX,
  SESSION_TIMEOUT_S,
  SESSION_TIMEOUT_S_MAX,
  SESSION_TIMEOUT_S_MIN,
} from './limits.ts'
import type { ConfigReader } from './reader.ts'

/** Who is let in, and how often (design, section 4.1). */
export interface AccessConfig extends AuthConfig {
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto count. */
  trustedProxies: TrustedProxies
  /** Opens /metrics as a bearer token. */
  metricsToken: Secret | undefined
  /** Whether there is a small relay for the group's members at `/`. */
  localRelay: boolean
}

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/

/** @param host where HTTP listens: open access is for this machine alone unless ALLOW_OPEN_ACCESS is set */
export function readAccess(reader: ConfigReader, host: string): AccessConfig {
  warnOfIgnored(reader)
  const adminSecret = readAdminSecret(reader)
  const localRelay = reader.flag('LOCAL_RELAY', false)
  return {
    auth: {
      enabled: readAuthEnabled(reader, host),
      apiKey: readToken(reader, 'API_KEY'),
      basic: readBasic(reader),
      sessionTimeout: reader.count('SESSION_TIMEOUT', {
        fallback: SESSION_TIMEOUT_S,
        min: SESSION_TIMEOUT_S_MIN,
        max: SESSION_TIMEOUT_S_MAX,
      }),
      askAgain: reader.flag('ASK_AGAIN', true),
      adminSecret,
    },
    rateLimit: {
      enabled: reader.flag('RATE_LIMIT_ENABLED', true),
      window: reader.count('RATE_LIMIT_WINDOW', {
        fallback: RATE_LIMIT_WINDOW_S,
        min: 1,
        max: RATE_LIMIT_WINDOW_S_MAX,
      }),
      max: reader.count('RATE_LIMIT_MAX', {
        fallback: RATE_LIMIT_MAX,
        min: 1,
        max: RATE_LIMIT_MAX_MAX,
      }),
    },
    trustedProxies: readProxies(reader),
    metricsToken: readToken(reader, 'METRICS_TOKEN'),
    localRelay,
  }
}

function readAuthEnabled(reader: ConfigReader, host: string): boolean {
  const enabled = reader.flag('AUTH_ENABLED', true)
  const isWanted = reader.flag('ALLOW_OPEN_ACCESS', false)
  if (enabled) return true
  if (isWanted || LOOPBACK.test(host.toLowerCase())) {
    reader.warnings.push(
      `AUTH_ENABLED=false: everyone who reaches ${host} can read the share and sign, without a login`,
    )
  } else {
    reader.problems.push(
      `AUTH_ENABLED=false lets everyone who reaches HOST_NAME=${host} read the share and sign: ` +
        'set HOST_NAME=127.0.0.1, or ALLOW_OPEN_ACCESS=true if you want that',
    )
  }
  return false
}

/** A secret that programs send, and that nobody has to remember. */
function readToken({ secret, warnings }: ConfigReader, name: string): Secret | undefined {
  const token = secret(name)
  const weakness = token === undefined ? undefined : weaknessOf(token.reveal())
  if (weakness !== undefined) {
    warnings.push(`${name} ${weakness}: easy to guess. Use one made by openssl rand -hex 32`)
  }
  return token
}

/** ADMIN_SECRET authorises igloo-server's administrator calls and the first set-up. */
function readAdminSecret(reader: ConfigReader): Secret | undefined {
  const name = 'ADMIN_SECRET'
  const given = reader.secret(name)
  if (given === undefined) return undefined
  if (!KNOWN_ADMIN_SECRETS.includes(given.reveal())) return readToken(reader, name)
  reader.warnings.push(
    `${name} is taken from an example, so it opens nothing. Use one made by openssl rand -hex 32`,
  )
  return undefined
}

/** These are in igloo-server's example, so everybody knows them. */
const EXAMPLES = ['your-secure-api-key-here', 'your-secure-password-here']
/** For the shortest accepted text; a random one of 16 hex digits nearly always has more. */
const DIFFERENT_CHARS_MIN = 8

function weaknessOf(secret: string): string | undefined {
  const characters = [...secret]
  if (EXAMPLES.includes(secret)) return 'is taken from an example'
  if (characters.length < API_KEY_CHARS_MIN) {
    return `is shorter than ${API_KEY_CHARS_MIN} characters`
  }
  return new Set(characters).size < DIFFERENT_CHARS_MIN ? 'repeats a few characters' : undefined
}

function readBasic(reader: ConfigReader): AccessConfig['auth']['basic'] {
  const { problems, warnings } = reader
  const username = reader.text('BASIC_AUTH_USER')
  const password = reader.secret('BASIC_AUTH_PASS')
  const isPasswordGiven = reader.isGiven('BASIC_AUTH_PASS')
  if (username === undefined && isPasswordGiven) {
    problems.push('BASIC_AUTH_PASS needs BASIC_AUTH_USER: set both')
  }
  if (username !== undefined && !isPasswordGiven) {
    problems.push('BASIC_AUTH_USER needs BASIC_AUTH_PASS: set both')
  }
  if (username === undefined || password === undefined) return undefined
  const problem = usernameProblem(username, auth)
  if (problem !== undefined) problems.push(`BASIC_AUTH_USER: ${problem}`)
  if (isTooLongPassword(password.reveal())) {
    problems.push(`BASIC_AUTH_PASS is longer than ${PASSWORD_CHARS_MAX} characters`)
  } else if (EXAMPLES.includes(password.reveal())) {
    warnings.push('BASIC_AUTH_PASS is taken from an example: choose another')
  } else if ([...password.reveal()].length < PASSWORD_CHARS_MIN) {
    warnings.push(`BASIC_AUTH_PASS is shorter than ${PASSWORD_CHARS_MIN} characters: easy to guess`)
  }
  return { username, password }
}

function readProxies({ list, problems, warnings }: ConfigReader): TrustedProxies {
  const given = list('TRUST_PROXY') ?? ''
  const { proxies, wrong } = parseTrustedProxies(given)
  if (given.toLowerCase() === 'true') {
    warnings.push(
      'TRUST_PROXY=true trusts whoever calls from a private network to be the one proxy: another ' +
        "program there can claim any address. Write the proxy's address or network instead",
    )
  }
  if (wrong.length > 0) {
    problems.push(
      'TRUST_PROXY must be a list of addresses and networks such as 127.0.0.1, 172.16.0.0/12, ' +
        `not '${wrong.join(', ')}'`,
    )
  }
  return proxies
}
