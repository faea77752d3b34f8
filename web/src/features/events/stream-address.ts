import { sessionId } from '../../lib/session.ts'

/**
 * The event stream's address. @param since the id of the last entry seen: what was missed comes
 * first
 */
export function streamUrl(since?: number): string {
  const path = since === undefined ? './api/events' : `./api/events?since=${since}`
  const url = new URL(path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Says who connects: a page can't set headers here, and what is in an address ends up in logs. */
export function streamProtocols(): string[] {
  const id = sessionId()
  return id === null ? ['floe'] : ['floe', `session.${id}`]
}
