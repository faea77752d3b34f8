import { hashOf } from '#auth/secrets.ts'
import { API_KEY_CHARS_MIN } from '#config/limits.ts'
import { passwordProblem, usernameProblem } from '#contract/access-rules.ts'
import { auth, imports as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import { ImportError } from './errors.ts'
import { type FoundPolicy, type Installation, jsonOf, policiesIn } from './installation.ts'
import { ENVIRONMENT_CHARS_MAX } from './limits.ts'

/** Parses a `.env` as igloo-server's runtime does: quoted values or not, with comments. */
export function readEnvironment(text: string): Map<string, string> {
  const variables = new Map<string, string>()
  for (const [, name = '', single, double, backtick, bare = ''] of text.matchAll(LINE)) {
    const quoted = single ?? double?.replaceAll('\\n', '\n').replaceAll('\\"', '"') ?? backtick
    variables.set(name, (quoted ?? bare.replace(/(?:^|\s)#.*$/, '')).trim())
  }
  return variables
}

const LINE =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:'([^']*)'|"((?:\\.|[^"\\])*)"|`([^`]*)`|([^\r\n]*))/gm

/** Whether the server has no accounts, and its share in the environment. */
export const isHeadless = (variables: ReadonlyMap<string, string>): boolean =>
  ['true', '1', 'yes'].includes(variables.get('HEADLESS')?.toLowerCase() ?? '')

/** Reads a server without accounts: its `.env`, and the policies that were set while it ran. */
export function readHeadless(environment: string, policies: string | null): Installation {
  if (environment.length > ENVIRONMENT_CHARS_MAX) throw new ImportError('UNFIT', texts.neither)
  const variables = readEnvironment(environment)
  const value = (name: string) => variables.get(name) ?? ''
  const [share, group] = [value('SHARE_CRED'), value('GROUP_CRED')]
  if (share === '' || group === '') throw new ImportError('UNFIT', texts.noShareInEnvironment)
  const stays: Message[] = []
  const set = policies === null ? [] : jsonOf(policies)
  if (set === undefined) stays.push(texts.unreadablePolicies)
  const found = {
    user: null,
    ...{ share, group, groupName: value('GROUP_NAME') },
    relays: parseRelaysSetting(value('RELAYS')),
    policies: merged(policiesIn(jsonOf(value('PEER_POLICIES')) ?? []), policiesIn(set ?? [])),
    login: loginIn(value, stays),
    keys: keysIn(value, stays),
    ...{ apps: [], transport: null },
  }
  const settings = [...variables.keys()].filter((name) => SETTINGS.has(name))
  if (settings.length > 0) stays.push(texts.environment(settings))
  return { ...found, stays }
}

/** Policies set while it ran override those of its environment, field by field. */
function merged(given: FoundPolicy[], set: FoundPolicy[]): FoundPolicy[] {
  const all = new Map(given.map((policy) => [policy.pubkey, policy]))
  for (const policy of set) {
    const before = all.get(policy.pubkey)
    all.set(policy.pubkey, {
      pubkey: policy.pubkey,
      allowSend: policy.allowSend ?? before?.allowSend,
      allowReceive: policy.allowReceive ?? before?.allowReceive,
      label: policy.label || before?.label || '',
      note: policy.note || before?.note || '',
    })
  }
  return [...all.values()]
}

/** Values of igloo-server's examples (`env.example`, README), which everybody knows. */
const EXAMPLE_KEYS = ['your-secure-api-key-here', 'dev-local-key']
const EXAMPLE_PASSWORD = 'your-secure-password-here'

type Value = (name: string) => string

function keysIn(value: Value, stays: Message[]): Installation['keys'] {
  const token = value('API_KEY')
  if (token === '') return []
  if (EXAMPLE_KEYS.includes(token)) stays.push(texts.keyExample)
  else if (token.length < API_KEY_CHARS_MIN) stays.push(texts.keyShort(API_KEY_CHARS_MIN))
  else return [{ name: 'API_KEY', hash: hashOf(token), createdAt: Date.now(), scope: 'admin' }]
  return []
}

function loginIn(value: Value, stays: Message[]): Installation['login'] {
  const [username, password] = [value('BASIC_AUTH_USER'), value('BASIC_AUTH_PASS')]
  if (username === '' || password === '') return null
  const problem = usernameProblem(username, auth) ?? passwordProblem(password, auth)
  if (password === EXAMPLE_PASSWORD) stays.push(texts.passExample)
  else if (problem !== undefined) stays.push(texts.staysLogin('BASIC_AUTH_USER', problem))
  else return { username, password }
  return null
}

/** Settings that Floe has in its own environment. */
const SETTINGS = new Set([
  ...[
    'HOST_NAME',
    'HOST_PORT',
    'AUTH_ENABLED',
    'SESSION_TIMEOUT',
    'ALLOWED_ORIGINS',
    'TRUST_PROXY',
  ],
  ...['RATE_LIMIT_ENABLED', 'RATE_LIMIT_WINDOW', 'RATE_LIMIT_MAX'],
])
