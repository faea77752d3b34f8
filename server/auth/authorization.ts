/** An Authorization header (RFC 9110, section 11.6.2), in the forms that we know. */
export type Authorization =
  | { scheme: 'none' }
  | { scheme: 'basic'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'malformed' }

const HEADER = /^(basic|bearer)(?: +(\S*))?$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Reads the header. An unknown scheme counts as no credential, because a proxy may have added it.
 * Never throws.
 *
 * `Basic` is base64 of `username:password` in UTF-8 (RFC 7617); the username ends at the first
 * colon.
 */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined) return { scheme: 'none' }
  const text = header.trim()
  if (!/^(?:basic|bearer)(?: |$)/i.test(text)) return { scheme: 'none' }
  const [, scheme = '', token = ''] = HEADER.exec(text) ?? []
  if (token === '') return { scheme: 'malformed' }
  return scheme.toLowerCase() === 'bearer' ? { scheme: 'bearer', token } : readBasic(token)
}

function readBasic(token: string): Authorization {
  if (!BASE64.test(token)) return { scheme: 'malformed' }
  let pair: string
  try {
    pair = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(token, 'base64'))
  } catch {
    return { scheme: 'malformed' }
  }
  const colon = pair.indexOf(':')
  if (colon === -1) return { scheme: 'malformed' }
  // No username has spaces at its ends.
  const username = pair.slice(0, colon).trim()
  return { scheme: 'basic', username, password: pair.slice(colon + 1) }
}
