import { validation } from './codes.ts'
import { MAX_RELAYS, RELAY_LIST_MAX, RELAY_URL_CHARS_MAX } from './limits.ts'
import { type Message, messageOf, several } from './message.ts'
import { cleanLink } from './pasted-link.ts'

/**
 * Hosts of relay URLs, parsed by hand, since this folder may use neither Node nor the DOM. `URL`
 * reads every host it accepts as the same host, except for broken punycode.
 */

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/
const OCTET = /^(?:0|[1-9]\d{0,2})$/
const IPV6_GROUP = /^[0-9a-f]{1,4}$/
const HOST_CHARS_MAX = 253
const IPV6_GROUPS = 8

function ipv4Octets(text: string): number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part))) return undefined
  const octets = parts.map(Number)
  return octets.every((octet) => octet <= 255) ? octets : undefined
}

/** One side of a '::': its 16-bit groups. Only the last may be an IPv4 address, worth two. */
function ipv6Groups(text: string): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [at, part] of parts.entries()) {
    const octets = at === parts.length - 1 ? ipv4Octets(part) : undefined
    if (octets) {
      const [a = 0, b = 0, c = 0, d = 0] = octets
      groups.push(a * 256 + b, c * 256 + d)
    } else if (IPV6_GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16))
    } else {
      return undefined
    }
  }
  return groups
}

/** The longest run of two or more zeros becomes '::', the first of equally long ones (RFC 5952). */
function writeIpv6(groups: readonly number[]): string {
  let start = -1
  let length = 1
  for (let from = 0; from < IPV6_GROUPS; from += 1) {
    let to = from
    while (to < IPV6_GROUPS && groups[to] === 0) to += 1
    if (to - from > length) {
      start = from
      length = to - from
    }
  }
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (start < 0) return hex(groups)
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}

function normaliseIpv6(text: string): string | undefined {
  const sides = text.split('::')
  const [head, tail] = sides.map(ipv6Groups)
  if (sides.length > 2 || head === undefined) return undefined
  if (sides.length === 1) return head.length === IPV6_GROUPS ? writeIpv6(head) : undefined
  // An IPv4 address ends the whole, so it cannot stand before '::'.
  if (tail === undefined || sides[0]?.includes('.')) return undefined
  const missing = IPV6_GROUPS - head.length - tail.length
  if (missing < 1) return undefined
  return writeIpv6([...head, ...Array.from({ length: missing }, () => 0), ...tail])
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
  if (host.startsWith('[') && host.endsWith(']')) {
    const address = normaliseIpv6(host.slice(1, -1))
    return address === undefined ? undefined : `[${address}]`
  }
  if (host === 'localhost' || hosts.has(host)) return host
  const labels = host.split('.')
  if (labels.length < 2 || host.length > HOST_CHARS_MAX) return undefined
  if (!labels.every((label) => LABEL.test(label))) return undefined
  // Every client reads a name that ends in a number as an IPv4 address, in forms nobody means.
  if (NUMERIC_LABEL.test(labels.at(-1) ?? '')) return ipv4Octets(host) ? host : undefined
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
