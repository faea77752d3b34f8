import type { MiddlewareHandler } from 'hono'
import { http } from '../contract/messages.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IP_LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

export interface OriginRules {
  /** Host names or origins that are let in beside the server's own. */
  allowedOrigins: readonly string[]
}

/**
 * Refuses requests under a foreign Host header (DNS rebinding reads too), and writes that a page
 * of another origin has started.
 */
export function originCheck(rules: OriginRules): MiddlewareHandler {
  return async function checkOrigin(context, next) {
    const { req } = context
    const host = req.header('host')
    if (!isAllowedHost(host, rules)) return context.json({ error: http.foreignHost }, 403)
    if (!READS.has(req.method) && !isSameOrigin(req.header('origin'), host, rules)) {
      return context.json({ error: http.foreignOrigin }, 403)
    }
    const site = req.header('sec-fetch-site')
    const foreign = site === 'cross-site' || site === 'same-site'
    if (!READS.has(req.method) && foreign && req.header('origin') === undefined) {
      return context.json({ error: http.foreignOrigin }, 403)
    }
    return next()
  }
}

/** An IP address, localhost, *.local, or one that is listed. */
export function isAllowedHost(host: string | undefined, { allowedOrigins }: OriginRules): boolean {
  if (host === undefined) return false
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return (
    name === 'localhost' ||
    name.endsWith('.local') ||
    IP_LITERAL.test(name) ||
    allowedOrigins.some((allowed) => hostOf(allowed) === host.toLowerCase() || allowed === name)
  )
}

/** True without an Origin, which only browsers send, or with the server's own or a listed one. */
export function isSameOrigin(
  origin: string | undefined,
  host: string | undefined,
  { allowedOrigins }: OriginRules,
): boolean {
  if (origin === undefined) return true
  return allowedOrigins.includes(origin) || hostOf(origin) === host?.toLowerCase()
}

function hostOf(origin: string): string | null {
  return URL.parse(origin)?.host.toLowerCase() ?? null
}
