import { validation } from './codes.ts'
import { MAX_RELAYS, RELAY_LIST_MAX, RELAY_URL_CHARS_MAX } from './limits.ts'
import { type Message, messageOf, several } from './message.ts'
import { cleanLink } from './pasted-link.ts'

/** In Node and in every browser, but in no library that both share. */
declare const URL: new (url: string) => { readonly hostname: string }

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/
const IPV6 = /^\[[0-9a-f:.]+\]$/
const HOST_CHARS_MAX = 253

/** An IP address as every client writes it (IPv6: RFC 5952), or undefined if it is none. */
function ipAddress(host: string): string | undefined {
  try {
    return new URL(`ws://${host}`).hostname
  } catch {
    return undefined
  }
}

/** Hosts without a dot that their owner allows besides localhost, in lower case (`RELAY_HOSTS`). */
export type RelayHosts = ReadonlySet<string>

export const NO_RELAY_HOSTS: RelayHosts = new Set()

/** Whether this is a name without a dot, which a relay has only in its owner's own network. */
export const isDotless = (host: string): boolean =>
  LABEL.test(host.toLowerCase()) && !NUMERIC_LABEL.test(host.toLowerCase())

/**
 * A host in lower case, IPv6 shortened (RFC 5952), or undefined unless it is one that a relay can
 * have: a name with a dot, localhost, one of `hosts`, an IPv4 address of four decimal parts, or an IPv6
 * address in brackets. Names are ASCII; others are written in punycode.
 */
function normaliseRelayHost(text: string, hosts = NO_RELAY_HOSTS): string | undefined {
  const host = text.toLowerCase()
  if (IPV6.test(host)) return ipAddress(host)
  if (host === 'localhost' || hosts.has(host)) return host
  const labels = host.split('.')
  if (labels.length < 2 || host.length > HOST_CHARS_MAX) return undefined
  if (!labels.every((label) => LABEL.test(label))) return undefined
  // Every client reads a name that ends in a number as an IPv4 address, in forms nobody means.
  if (NUMERIC_LABEL.test(labels.at(-1) ?? '') && ipAddress(host) !== host) return undefined
  return host
}

/** A normalised URL, or the text that says what is wrong with it. */
type RelayUrlResult = { ok: true; value: string } | Refused

/**
 * Normalised URLs, each once; or one text for everything that is wrong, the same by item ('Relay 2:
 * …'), and the valid ones.
 */
type RelayListResult =
  | { ok: true; value: string[] }
  | (Refused & { errors: Message[]; usable: string[] })

type Refused = { ok: false } & Message

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

/** How much of a text is read, so that a text of any length is refused at once. */
const PASTED_CHARS_MAX = 4 * RELAY_URL_CHARS_MAX

const fail = (why: Message): Refused => ({ ok: false, ...why })

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

/** Adds what to do about a host without a dot. */
const withAdvice = (refusal: Message): Message => several('. ', [refusal, validation.relayDotless])

/** Whether a host is refused only because it has no dot and is not one of `hosts`. */
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
): RelayUrlResult {
  const url = typeof text === 'string' ? cleanLink(text.slice(0, PASTED_CHARS_MAX)) : ''
  if (url === '') return fail(validation.relayRequired)
  // Before anything else is done with it. Only ASCII is let in below, so characters are bytes.
  if (url.length > RELAY_URL_CHARS_MAX) return fail(validation.relayTooLong(RELAY_URL_CHARS_MAX))
  const [prefix = '', given = 'wss'] = SCHEME.exec(url) ?? []
  const scheme = SCHEMES[given.toLowerCase()]
  if (scheme === undefined) return fail(validation.relayProtocol)
  if (!URL_CHARS.test(url)) return fail(validation.relayFormat)
  const [, authorityText = '', path = '', query = ''] = REST.exec(url.slice(prefix.length)) ?? []
  const parts = AUTHORITY.exec(authorityText) ?? []
  const authority = normaliseAuthority(parts, scheme, hosts)
  if (authority === undefined) {
    const isName = isRefusedName(parts[1], hosts)
    return fail(isName ? withAdvice(validation.relayFormat) : validation.relayFormat)
  }
  const tail = query === '' ? withoutSlashesAtEnd(path) : `${path || '/'}?${query}`
  return { ok: true, value: `${scheme}://${authority}${tail}` }
}

function checkList(
  list: readonly unknown[],
  empty: Message,
  check: (item: unknown) => RelayUrlResult,
): RelayListResult {
  if (list.length === 0) return { ...fail(empty), errors: [empty], usable: [] }
  if (list.length > RELAY_LIST_MAX) {
    const error = validation.relayListTooLong(RELAY_LIST_MAX)
    return { ...fail(error), errors: [error], usable: [] }
  }
  const usable = new Set<string>()
  const reasons: Message[] = []
  const errors: Message[] = []
  for (const [at, item] of list.entries()) {
    const url = check(item)
    if (url.ok) {
      usable.add(url.value)
      continue
    }
    reasons.push(messageOf(url))
    errors.push(validation.relayItem(at + 1, url))
  }
  if (usable.size > MAX_RELAYS) errors.push(validation.relayTooMany(MAX_RELAYS))
  if (errors.length === 0) return { ok: true, value: [...usable] }
  const error = usable.size === 0 ? noneValid(reasons) : several('; ', errors)
  return { ...fail(error), errors, usable: [...usable] }
}

function noneValid(reasons: readonly Message[]): Message {
  const { relayFormat, relayNoneValid } = validation
  return reasons.some(({ error }) => error === withAdvice(relayFormat).error)
    ? withAdvice(relayNoneValid)
    : relayNoneValid
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

/** The relays of a normalised list that the owner has seen: those that are in `seen` too. */
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
): { ok: true; value: string[]; left: Message[] } | (Refused & { errors: Message[] }) {
  const checked = validateRelayList(list, hosts)
  if (checked.ok) return { ...checked, left: [] }
  const { usable, errors } = checked
  if (usable.length === 0 || usable.length > MAX_RELAYS)
    return { ...fail(messageOf(checked)), errors }
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
