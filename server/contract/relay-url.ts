import { MAX_RELAYS, RELAY_LIST_MAX, RELAY_URL_CHARS_MAX } from './limits.ts'
import { validation } from './messages.ts'
import { cleanLink } from './pasted-link.ts'
import { isDotless, NO_RELAY_HOSTS, normaliseRelayHost, type RelayHosts } from './relay-host.ts'
import type { Translation } from './translation.ts'

/** A normalised URL, or the text that says what is wrong with it. */
export type RelayUrlResult = { ok: true; value: string } | { ok: false; error: string }

/**
 * Normalised URLs, each once; or one text for everything that is wrong, the same by item ('Relay 2:
 * …'), and the valid ones.
 */
export type RelayListResult =
  | { ok: true; value: string[] }
  | { ok: false; error: string; errors: string[]; usable: string[] }

type Texts = Translation<typeof validation>

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i
/** http and https are what people copy out of an address bar. */
const SCHEMES: Readonly<Record<string, string>> = {
  ws: 'ws',
  wss: 'wss',
  http: 'wss',
  https: 'wss',
}
const DEFAULT_PORTS: Readonly<Record<string, number>> = { ws: 80, wss: 443 }
/** What RFC 3986 allows in a URL; a fragment, which no relay can see, is left out. */
const URL_CHARS = /^[a-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/i
const AUTHORITY = /^(\[[^\]]*\]|[^:[\]@]*)(?::(\d{1,5}))?$/
const REST = /^([^/?]*)(\/[^?]*)?(?:\?(.*))?$/s

/** Of what is looked at, so that a text of any length is refused at once. */
const PASTED_CHARS_MAX = 4 * RELAY_URL_CHARS_MAX

const fail = (error: string): { ok: false; error: string } => ({ ok: false, error })

/** By hand: a regular expression would start at every slash, which takes quadratic time. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function normaliseAuthority(
  [, hostText = '', portText]: readonly (string | undefined)[],
  scheme: string,
  hosts: RelayHosts,
): string | undefined {
  const host = normaliseRelayHost(hostText, hosts)
  if (host === undefined) return undefined
  if (portText === undefined) return host
  const port = Number(portText)
  if (port < 1 || port > 65_535) return undefined
  return port === DEFAULT_PORTS[scheme] ? host : `${host}:${port}`
}

/** What to do about a host without a dot, after what is wrong. */
const withAdvice = (refusal: string, { relayDotless }: Pick<Texts, 'relayDotless'> = validation) =>
  `${refusal}. ${relayDotless}`

/** Whether only the dot is missing, or its leave in `hosts`. */
const isRefusedName = (host = '', hosts: RelayHosts): boolean =>
  isDotless(host) && normaliseRelayHost(host, hosts) === undefined

/**
 * Normalises a relay URL (specification, section 5; hosts: design, section 8). Without a scheme, or
 * with http or https, it becomes wss; scheme and host become lower case; trailing slashes and the
 * scheme's default port go. What comes with a pasted one is ignored (`cleanLink`). Credentials, spaces, fragments and
 * anything longer than 2,048 bytes are refused.
 *
 * @param hosts what hosts without a dot are allowed
 */
export function normaliseRelayUrl(
  text: unknown,
  hosts: RelayHosts = NO_RELAY_HOSTS,
  texts: Texts = validation,
): RelayUrlResult {
  const url = typeof text === 'string' ? cleanLink(text.slice(0, PASTED_CHARS_MAX)) : ''
  if (url === '') return fail(texts.relayRequired)
  // Before anything else is done with it. Only ASCII is let in below, so characters are bytes.
  if (url.length > RELAY_URL_CHARS_MAX) return fail(texts.relayTooLong(RELAY_URL_CHARS_MAX))
  const [prefix = '', given = 'wss'] = SCHEME.exec(url) ?? []
  const scheme = SCHEMES[given.toLowerCase()]
  if (scheme === undefined) return fail(texts.relayProtocol)
  if (!URL_CHARS.test(url)) return fail(texts.relayFormat)
  const [, authorityText = '', path = '', query = ''] = REST.exec(url.slice(prefix.length)) ?? []
  const parts = AUTHORITY.exec(authorityText) ?? []
  const authority = normaliseAuthority(parts, scheme, hosts)
  if (authority === undefined) {
    const isName = isRefusedName(parts[1], hosts)
    return fail(isName ? withAdvice(texts.relayFormat, texts) : texts.relayFormat)
  }
  const tail = query === '' ? withoutSlashesAtEnd(path) : `${path || '/'}?${query}`
  return { ok: true, value: `${scheme}://${authority}${tail}` }
}

function checkList(
  list: readonly unknown[],
  empty: string,
  check: (item: unknown) => RelayUrlResult,
): RelayListResult {
  if (list.length === 0) return { ok: false, error: empty, errors: [empty], usable: [] }
  if (list.length > RELAY_LIST_MAX) {
    const error = validation.relayListTooLong(RELAY_LIST_MAX)
    return { ok: false, error, errors: [error], usable: [] }
  }
  const usable = new Set<string>()
  const reasons: string[] = []
  const errors: string[] = []
  for (const [at, item] of list.entries()) {
    const url = check(item)
    if (url.ok) {
      usable.add(url.value)
      continue
    }
    reasons.push(url.error)
    errors.push(validation.relayItem(at + 1, url.error))
  }
  if (usable.size > MAX_RELAYS) errors.push(validation.relayTooMany(MAX_RELAYS))
  if (errors.length === 0) return { ok: true, value: [...usable] }
  const error = usable.size === 0 ? noneValid(reasons) : errors.join('; ')
  return { ok: false, error, errors, usable: [...usable] }
}

function noneValid(reasons: readonly string[]): string {
  const { relayFormat, relayNoneValid } = validation
  return reasons.includes(withAdvice(relayFormat)) ? withAdvice(relayNoneValid) : relayNoneValid
}

/** Checks a list of relays; every item must be a valid one (`normaliseRelayUrl`). */
export function validateRelayList(list: readonly unknown[], hosts?: RelayHosts): RelayListResult {
  return checkList(list, validation.relayListRequired, (item) => normaliseRelayUrl(item, hosts))
}

/** The valid relays of a list, up to the number that can be saved; the others are left out. */
export function usableRelays(list: readonly unknown[], hosts?: RelayHosts): string[] {
  const checked = validateRelayList(list, hosts)
  return (checked.ok ? checked.value : checked.usable).slice(0, MAX_RELAYS)
}

/** The relays of a normalised list that somebody has seen. */
export function seenAmong(
  list: readonly string[],
  seen: readonly unknown[],
  hosts?: RelayHosts,
): string[] {
  const usable = usableRelays(seen, hosts)
  return list.filter((url) => usable.includes(url))
}

/**
 * The relays of a setting as igloo-server takes it: invalid ones are left out as long as there is a
 * valid one, and `left` says which and why. No valid relay, or too many, is an error.
 */
export function relaysAmong(
  list: readonly unknown[],
  hosts?: RelayHosts,
): { ok: true; value: string[]; left: string[] } | { ok: false; error: string; errors: string[] } {
  const checked = validateRelayList(list, hosts)
  if (checked.ok) return { ...checked, left: [] }
  const { usable, errors, error } = checked
  if (usable.length === 0 || usable.length > MAX_RELAYS) return { ok: false, error, errors }
  return { ok: true, value: usable, left: errors }
}

/** Like `validateRelayList`, but a URL in the settings must also be written with ws:// or wss://. */
export function validateRelaySettings(list: readonly unknown[]): RelayListResult {
  return checkList(list, validation.relayListCredential, (item) => {
    const url = normaliseRelayUrl(item)
    if (!url.ok || /^wss?:\/\//i.test(cleanLink(String(item)))) return url
    return fail(validation.relayProtocol)
  })
}

/**
 * The items of a RELAYS setting, as written and not yet checked: a JSON array, a list with commas
 * or spaces, or a single URL. Items of the array that are not text stay in the list, so that the
 * check can name them.
 */
export function parseRelaysSetting(text: unknown): string[] {
  if (typeof text !== 'string') return []
  const parsed = parseJson(text)
  const one = typeof parsed === 'string' ? parsed : text
  const items = Array.isArray(parsed) ? parsed.map(String) : one.split(/[\s,]+/)
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
