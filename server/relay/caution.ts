import { namesPrivateHost, type Resolve } from './private-hosts.ts'

/**
 * How a relay is met that the owner has not set: one that is only tried, or that a package names.
 * What a private host says is then not quoted: it could be any service of the network around.
 */
export interface Caution {
  /** Public addresses alone are connected to, whatever the name leads to. */
  publicOnly: boolean
  /** Looks names up. Tests give their own. */
  resolve?: Resolve
}

/** What stands in for a private host's words. */
export const UNQUOTED = 'a private host, which is not quoted'

/** The first word of what a relay says to a client that a client may act on (NIP-01, NIP-42). */
const PREFIX =
  /^(auth-required|blocked|duplicate|error|invalid|mute|pow|rate-limited|restricted|unsupported):/

/** What may be told of the words of a private host's: the prefix that is made for programs alone. */
export function unquoted(words: string): string {
  if (words === '') return ''
  const [prefix] = PREFIX.exec(words) ?? []
  return prefix === undefined ? UNQUOTED : `${prefix} ${UNQUOTED}`
}

/** A relay's host and port, without the path that whoever named it has chosen. */
export const hostOf = (url: string): string => new URL(url).host

/**
 * How the relays of a package are met, which the owner has seen: one that says by itself that it is
 * private may be, and any other only where the owner says that names may lead into a private network.
 */
export const cautionForSeen =
  (privateNetwork: boolean, resolve?: Resolve) =>
  (url: string): Caution => ({
    publicOnly: !privateNetwork && !namesPrivateHost(url),
    ...(resolve && { resolve }),
  })
