import type { IncomingMessage } from 'node:http'
import { http } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IP_LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

/**
 * Names that no public name server answers for: single labels (localhost among them), and those under
 * names that are set aside (RFC 6762, RFC 8375, ICANN's .internal) or in use for home networks.
 */
const HOME_NAME = /^(?:[a-z0-9-]+|(?:[a-z0-9-]+\.)+(?:local|lan|internal|home\.arpa))$/

export interface OriginRules {
  /** What is accepted besides the server's own: host names, for one port or any, or origins with their scheme. */
  allowedOrigins: readonly string[]
  /**
   * With open access, only the Host header tells our own page from one whose name was redirected to
   * this address (DNS rebinding): it must then be an IP address, a name of a home network, which nobody
   * on the internet can own, or listed.
   */
  checkHost: boolean
}

/** The scheme and host under which a browser called us, as far as the request tells. */
export type OwnOrigin = string | null

/**
 * Our own origin, as a browser that made this request would name it. X-Forwarded-Proto is believed from anyone: no
 * other site can make a browser send it without a preflight, and it is used here for nothing else.
 *
 * @returns null without a readable Host header
 */
export function ownOrigin(
  headers: { host?: string | undefined; 'x-forwarded-proto'?: string | string[] | undefined },
  socket: object,
): OwnOrigin {
  const encrypted = 'encrypted' in socket && socket.encrypted === true
  const [forwarded = ''] = String(headers['x-forwarded-proto'] ?? '').split(',')
  const scheme = encrypted || forwarded.trim().toLowerCase() === 'https' ? 'https' : 'http'
  return URL.parse(`${scheme}://${headers.host ?? ''}`)?.origin ?? null
}

export interface Incoming {
  method: string
  host: string | undefined
  origin: string | undefined
  /** Sec-Fetch-Site. */
  site: string | undefined
  /** Called only if it is needed. */
  own: () => OwnOrigin
}

/** The parts of a request that tell where it comes from. */
export const incomingOf = ({ method = '', headers, socket }: IncomingMessage): Incoming => ({
  method,
  host: headers.host,
  origin: headers.origin,
  site: headers['sec-fetch-site']?.toString(),
  own: () => ownOrigin(headers, socket),
})

/**
 * Why a request is refused before its route is known: it has no Host header, or a foreign one with
 * `checkHost`, or is a write started by a page of another origin. Null if none of these is true.
 */
export function foreignRequest(incoming: Incoming, rules: OriginRules): Message | null {
  if (incoming.host === undefined) return http.noHost
  if (!isAllowedHost(incoming.host, rules)) return http.foreignHost
  return READS.has(incoming.method) ? null : foreignPage(incoming, rules)
}

type Sender = Pick<Incoming, 'origin' | 'site' | 'own'>

/**
 * Whether the sender may write or open a WebSocket: it is not a browser, or a page of our own or of
 * a listed origin.
 */
export const isFromOwnPage = (sender: Sender, rules: OriginRules): boolean =>
  foreignPage(sender, rules) === null

/**
 * Why the sender is a foreign page; null if it is none. A browser that says `same-origin` has compared
 * the addresses itself, and knows them better than we do behind a proxy.
 */
function foreignPage({ origin, site, own }: Sender, rules: OriginRules): Message | null {
  if (origin !== undefined && listedOrigin(origin, rules) !== null) return null
  if (site === 'same-origin') return null
  if (site === 'cross-site') return http.foreignOrigin
  if (origin === undefined) return site === 'same-site' ? http.foreignOrigin : null
  return differenceOf(origin, own())
}

/** How an origin differs from our own; null if it doesn't. */
function differenceOf(origin: string, own: OwnOrigin): Message | null {
  if (isOwnOrigin(origin, own)) return null
  const [page, ours] = [URL.parse(origin), URL.parse(own ?? '')]
  if (page === null || page.origin === 'null') return http.foreignOrigin
  const isAtHttps = page.protocol === 'https:' && ours?.protocol === 'http:'
  return isAtHttps && page.hostname === ours.hostname ? http.otherScheme : http.otherHost
}

/** With `checkHost`: an IP address, a name of a home network, or a listed host. */
export function isAllowedHost(
  host: string | undefined,
  { allowedOrigins, checkHost }: OriginRules,
): boolean {
  if (host === undefined) return false
  if (!checkHost) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return (
    HOME_NAME.test(name) ||
    IP_LITERAL.test(name) ||
    allowedOrigins
      .map(listedHost)
      .some((listed) => listed === host.toLowerCase() || listed === name)
  )
}

/** Compares scheme, host and port, all three. */
export const isOwnOrigin = (origin: string, own: OwnOrigin): boolean =>
  own !== null && URL.parse(origin)?.origin === own

/**
 * An origin that is accepted besides our own; `byOrigin`: it is listed with its scheme, not just by
 * its host name. Null when it is not listed.
 */
export function listedOrigin(
  given: string,
  { allowedOrigins }: Pick<OriginRules, 'allowedOrigins'>,
): { origin: string; byOrigin: boolean } | null {
  const url = URL.parse(given)
  if (url === null || url.origin === 'null') return null
  const { origin, host, hostname } = url
  const byOrigin = allowedOrigins.some(
    (listed) => listed.includes('://') && URL.parse(listed)?.origin === origin,
  )
  const byName = allowedOrigins.some((listed) => [host, hostname].includes(listed.toLowerCase()))
  return byOrigin || byName ? { origin, byOrigin } : null
}

const listedHost = (listed: string): string =>
  (listed.includes('://') ? URL.parse(listed)?.host : undefined) ?? listed.toLowerCase()
