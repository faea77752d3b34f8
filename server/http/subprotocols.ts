/** How a subprotocol's name holds a credential; igloo-server's spellings of an API key work too. */
const SESSION = /^session\.(.+)$/i
const API_KEY = /^(?:apikey|api-key|bearer)\.(.+)$/i

/** The names offered by a call that wants to become a WebSocket (RFC 6455, section 11.3.4). */
const offeredIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').flatMap((name) => name.trim() || [])

/**
 * The credentials among the subprotocols that a page offers. A page can't set other headers for a
 * WebSocket, and an address, unlike a header, ends up in the logs of every proxy.
 *
 * @param header Sec-WebSocket-Protocol
 */
export function credentialsOffered(header: string | undefined): {
  sessionId: string[]
  apiKey: string[]
} {
  const offered = offeredIn(header)
  const named = (pattern: RegExp) => offered.flatMap((name) => pattern.exec(name)?.[1] ?? [])
  return { sessionId: named(SESSION), apiKey: named(API_KEY) }
}

/**
 * Which of the offered subprotocols is spoken: a browser closes a WebSocket that answers none of them. A name that
 * holds a credential is used only if there is no other, as igloo-server's clients need it.
 */
export function chooseSubprotocol(offered: ReadonlySet<string>): string | false {
  const names = [...offered]
  return names.find((name) => !SESSION.test(name) && !API_KEY.test(name)) ?? names[0] ?? false
}
