import { relay as texts } from '#contract/relay-messages.ts'
import { namesPrivateHost, type Resolve } from './private-hosts.ts'

/**
 * How to treat a relay that the owner has not set: one that is only tried, or that a package names.
 * What a private host says is then not quoted: it could be any service of the surrounding network.
 */
export interface DialPolicy {
  /** Only public addresses are connected to, whatever the name leads to. */
  publicOnly: boolean
  /** Looks names up. Tests give their own. */
  resolve?: Resolve
}

/** The first words of a relay's messages that a client may act on (NIP-01, NIP-42). */
const PREFIX =
  /^(auth-required|blocked|duplicate|error|invalid|mute|pow|rate-limited|restricted|unsupported):/

/** What may be told of a private host's words: the prefix, which is meant for programs. */
export function unquoted(words: string): string {
  if (words === '') return ''
  const [prefix] = PREFIX.exec(words) ?? []
  return prefix === undefined ? texts.unquoted : `${prefix} ${texts.unquoted}`
}

/** A relay's host and port, without the path, which whoever named it chose. */
export const hostOf = (url: string): string => new URL(url).host

/**
 * How to treat the relays of a package, which the owner has seen. One whose URL shows that it is private
 * may be; any other may only where the owner says that names may lead into a private network.
 */
export const dialPolicyForSeen =
  (privateNetwork: boolean, resolve?: Resolve) =>
  (url: string): DialPolicy => ({
    publicOnly: !privateNetwork && !namesPrivateHost(url),
    ...(resolve && { resolve }),
  })
