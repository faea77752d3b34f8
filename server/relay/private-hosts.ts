import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that no public name server has: RFC 6761, 6762, 8375, and what ICANN keeps for private use. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'intranet', 'private']

/** Where a look-up leads to, all of it. Node's own, or a test's. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Why a host is not connected to that was to be public. */
export class PrivateHostError extends Error {
  readonly code = 'ERR_PRIVATE_HOST'

  constructor() {
    super('leads into a private network')
  }
}

/**
 * Whether an IP address is anything but one that the whole internet reaches: loopback, link-local,
 * private (RFC 1918, RFC 4193), carrier-grade NAT, and whatever else the registries keep apart. What
 * is no address counts as private.
 */
export function isPrivateAddress(text: string): boolean {
  // A scope (`%eth0`) is part of link-local ones alone.
  if (!ipaddr.isValid(text) || text.includes('%')) return true
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() !== 'unicast'
  if (address.range() === 'rfc6052') {
    // NAT64: the address behind it stands in the last four bytes.
    return isPrivateAddress(address.toByteArray().slice(12).join('.'))
  }
  return address.range() !== 'unicast' || !address.match(ipaddr.IPv6.parse('2000::'), 3)
}

/** Whether a relay's URL, which is normalised, says by itself that its host is a private one. */
export function namesPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(host)) return isPrivateAddress(host)
  return PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`))
}

/**
 * A look-up for a socket that lets it connect to public addresses alone. It gives the very addresses
 * that the socket then connects to, so that a name can't lead elsewhere in between; one that leads to
 * a private address among others is refused as a whole.
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
