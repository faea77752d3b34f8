import { sessionId } from '../../lib/session.ts'

/** Where the event stream is. @param since the id of the last entry seen: what was missed comes first */
export function streamUrl(since?: number): string {
  const path = since === undefined ? '/api/events' : `/api/events?since=${since}`
  const url = new URL(path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Who connects: a page can set no header here, and what stands in an address stands in logs. */
export function streamProtocols(): string[] {
  const id = sessionId()
  return id === null ? ['floe'] : ['floe', `session.${id}`]
}
