import { http } from '../contract/messages.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IP_LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

export interface OriginRules {
  /**
   * What is let in beside the server's own: host names, with a port or for any, or origins with
   * their scheme.
   */
  allowedOrigins: readonly string[]
  /**
   * With open access nothing but the Host header tells our own page from one whose name was turned
   * to this address (DNS rebinding): it must then be an IP address, localhost, *.local or listed.
   */
  checkHost: boolean
}

/**
 * Why a request is refused unseen: it comes under a foreign Host header where that counts, or is a
 * write that a page of another origin has started. Null when it is neither.
 */
export function foreignRequest(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  rules: OriginRules,
): string | null {
  const host = headers.get('host') ?? undefined
  if (!isAllowedHost(host, rules)) return http.foreignHost
  if (READS.has(method)) return null
  const origin = headers.get('origin') ?? undefined
  if (!isSameOrigin(origin, host, rules)) return http.foreignOrigin
  const site = headers.get('sec-fetch-site')
  const fromElsewhere = site === 'cross-site' || site === 'same-site'
  return origin === undefined && fromElsewhere ? http.foreignOrigin : null
}

/** With `checkHost`: an IP address, localhost, *.local, or one that is listed. */
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

/** True without an Origin, which only browsers send, or with the server's own or a listed one. */
export function isSameOrigin(
  origin: string | undefined,
  host: string | undefined,
  { allowedOrigins }: OriginRules,
): boolean {
  if (origin === undefined) return true
  const url = URL.parse(origin)
  if (url === null) return false
  return (
    url.host === host?.toLowerCase() ||
    allowedOrigins.some((listed) =>
      listed.includes('://')
        ? URL.parse(listed)?.origin === url.origin
        : [url.host, url.hostname].includes(listed.toLowerCase()),
    )
  )
}

const listedHost = (listed: string): string =>
  (listed.includes('://') ? URL.parse(listed)?.host : undefined) ?? listed.toLowerCase()
