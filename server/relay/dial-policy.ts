import { relay as texts } from '#contract/relay-messages.ts'
import { namesPrivateHost, type Resolve } from './private-hosts.ts'

/**
 * How to dial a relay that the owner has not set: one that is only tested, or that a package names.
 * Text from a private host is then not quoted: it could be any service of the local network.
 */
export interface DialPolicy {
  /** Connects to public addresses only, wherever the name leads. */
  publicOnly: boolean
  /** Looks names up. Tests give their own. */
  resolve?: Resolve
}

/** The first words of a relay's messages that a client may act on (NIP-01, NIP-42). */
const PREFIX =
  /^(auth-required|blocked|duplicate|error|invalid|mute|pow|rate-limited|restricted|unsupported):/

/** A private host's text without its words: only the prefix, which is meant for programs. */
export function unquoted(text: string): string {
  if (text === '') return ''
  const [prefix] = PREFIX.exec(text) ?? []
  return prefix === undefined ? texts.unquoted : `${prefix} ${texts.unquoted}`
}

/** A relay's host and port, without the path, which whoever named it chose. */
export const hostOf = (url: string): string => new URL(url).host

/**
 * How to dial the relays of a package, whose URLs the owner has seen. A URL that shows a private host may
 * lead there; any other may lead to a private address only with `privateNetwork`.
 */
export const dialPolicyForSeen =
  (privateNetwork: boolean, resolve?: Resolve) =>
  (url: string): DialPolicy => ({
    publicOnly: !privateNetwork && !namesPrivateHost(url),
    ...(resolve && { resolve }),
  })
