import type { IncomingMessage } from 'node:http'
import { http } from '../contract/messages.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IP_LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

export interface OriginRules {
  /**
   * What is accepted besides the server's own: host names, for one port or any, or origins with
   * their scheme.
   */
  allowedOrigins: readonly string[]
  /**
   * With open access, only the Host header tells our own page from one whose name was redirected to
   * this address (DNS rebinding): it must then be an IP address, localhost, *.local or listed.
   */
  checkHost: boolean
}

/** The scheme and host under which a browser called us, as far as the request tells. */
export type OwnOrigin = string | null

/**
 * Our own origin, as a browser that made this request would name it. X-Forwarded-Proto is believed
 * from anyone: no other site can make a browser send it without a preflight, and it is used here
 * for nothing else.
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
  /** Called only where it matters. */
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
 * Why a request is refused unseen: it has a foreign Host header where that matters, or is a write
 * started by a page of another origin. Null when neither is true.
 */
export function foreignRequest(incoming: Incoming, rules: OriginRules): string | null {
  if (!isAllowedHost(incoming.host, rules)) return http.foreignHost
  if (READS.has(incoming.method)) return null
  return isFromOwnPage(incoming, rules) ? null : http.foreignOrigin
}

/**
 * Whether the sender may change, or open, what the request asks for: no browser made it, or a page
 * of our own or a listed origin did.
 */
export function isFromOwnPage(
  { origin, site, own }: Pick<Incoming, 'origin' | 'site' | 'own'>,
  rules: OriginRules,
): boolean {
  if (origin !== undefined && listedOrigin(origin, rules) !== null) return true
  if (site === 'cross-site') return false
  if (origin === undefined) return site !== 'same-site'
  return isOwnOrigin(origin, own())
}

/** With `checkHost`: an IP address, localhost, *.local, or a listed host. */
export function isAllowedHost(
  host: string | undefined,
  { allowedOrigins, checkHost }: OriginRules,
): boolean {
  if (host === undefined) return false
  if (!checkHost) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return (
    name === 'localhost' ||
    name.endsWith('.local') ||
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
