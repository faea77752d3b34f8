import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { relay as texts } from '#contract/codes.ts'
import { type Failure, several } from '#contract/message.ts'

/**
 * How to dial a relay that the owner has not set: one that is only tested, or that a package names.
 * Text from a private host is then not quoted: it could be any service of the local network.
 */
export interface DialPolicy {
  /** Connects to public addresses only, wherever the name leads. */
  publicOnly: boolean
  /** Looks up host names. Only tests replace it. */
  resolve?: Resolve
}

/** The first words of a relay's messages that a client may act on (NIP-01, NIP-42). */
const PREFIX =
  /^(auth-required|blocked|duplicate|error|invalid|mute|pow|rate-limited|restricted|unsupported):/

/** What may be shown of a private host's text: only its prefix, which is meant for programs. */
export function unquoted(text: string): Failure {
  if (text === '') return { error: '' }
  const [prefix] = PREFIX.exec(text) ?? []
  return prefix === undefined ? texts.unquoted : several(' ', [{ error: prefix }, texts.unquoted])
}

/** A relay's host and port. The path is left out: whoever named the relay may have put any text there. */
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

/** Names that no public name server has: RFC 6761, 6762, 8375, and what ICANN reserves for private use. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'intranet', 'private']

/** A DNS look-up that returns all addresses. Node's own, or a test's. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A host that must be public is not. */
export class PrivateHostError extends Error {
  readonly code = 'ERR_PRIVATE_HOST'

  constructor() {
    super(texts.privateNetwork.error)
  }
}

/**
 * Whether an IP address is anything but one that the whole internet can reach: loopback, link-local, private (RFC
 * 1918, RFC 4193), carrier-grade NAT, and other reserved ranges. Anything but an address counts as private.
 */
export function isPrivateAddress(text: string): boolean {
  // Only link-local addresses have a scope (`%eth0`).
  if (!ipaddr.isValid(text) || text.includes('%')) return true
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() !== 'unicast'
  if (address.range() === 'rfc6052') {
    // NAT64: the address behind it is in the last four bytes.
    return isPrivateAddress(address.toByteArray().slice(12).join('.'))
  }
  return address.range() !== 'unicast' || !address.match(ipaddr.IPv6.parse('2000::'), 3)
}

/** Whether a normalised URL shows by itself that its host is private. */
export function namesPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(host)) return isPrivateAddress(host)
  return PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`))
}

/**
 * A look-up for a socket that lets it connect to public addresses only. It returns the very addresses
 * that the socket then connects to, so that a name can't lead elsewhere in between; a name with a
 * private address among others is refused as a whole.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        done(error ?? new PrivateHostError(), '', 0)
      } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
        done(new PrivateHostError(), '', 0)
      } else if (options.all) {
        done(null, addresses)
      } else {
        done(null, first.address, first.family)
      }
    })
  }
}
