/**
 * Hosts of relay URLs, parsed by hand, since this folder may use neither Node nor the DOM. `URL`
 * reads every host it accepts as the same host, except for broken punycode.
 */

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/
const OCTET = /^(?:0|[1-9]\d{0,2})$/
const IPV6_GROUP = /^[0-9a-f]{1,4}$/
const HOST_CHARS_MAX = 253
const IPV6_GROUPS = 8

function ipv4Octets(text: string): number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part))) return undefined
  const octets = parts.map(Number)
  return octets.every((octet) => octet <= 255) ? octets : undefined
}

/** One side of a '::': its 16-bit groups. Only the last may be an IPv4 address, worth two. */
function ipv6Groups(text: string): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [at, part] of parts.entries()) {
    const octets = at === parts.length - 1 ? ipv4Octets(part) : undefined
    if (octets) {
      const [a = 0, b = 0, c = 0, d = 0] = octets
      groups.push(a * 256 + b, c * 256 + d)
    } else if (IPV6_GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16))
    } else {
      return undefined
    }
  }
  return groups
}

/** The longest run of two or more zeros becomes '::', the first of equally long ones (RFC 5952). */
function writeIpv6(groups: readonly number[]): string {
  let start = -1
  let length = 1
  for (let from = 0; from < IPV6_GROUPS; from += 1) {
    let to = from
    while (to < IPV6_GROUPS && groups[to] === 0) to += 1
    if (to - from > length) {
      start = from
      length = to - from
    }
  }
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (start < 0) return hex(groups)
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}

function normaliseIpv6(text: string): string | undefined {
  const sides = text.split('::')
  const [head, tail] = sides.map(ipv6Groups)
  if (sides.length > 2 || head === undefined) return undefined
  if (sides.length === 1) return head.length === IPV6_GROUPS ? writeIpv6(head) : undefined
  // An IPv4 address ends the whole, so it cannot stand before '::'.
  if (tail === undefined || sides[0]?.includes('.')) return undefined
  const missing = IPV6_GROUPS - head.length - tail.length
  if (missing < 1) return undefined
  return writeIpv6([...head, ...Array.from({ length: missing }, () => 0), ...tail])
}

/** Hosts without a dot that their owner allows besides localhost, in lower case (`RELAY_HOSTS`). */
export type RelayHosts = ReadonlySet<string>

export const NO_RELAY_HOSTS: RelayHosts = new Set()

/** Whether this is a name without a dot, which a relay has only in its owner's own network. */
export const isDotless = (host: string): boolean =>
  LABEL.test(host.toLowerCase()) && !NUMERIC_LABEL.test(host.toLowerCase())

/**
 * A host in lower case, IPv6 shortened (RFC 5952), or undefined unless it is one that a relay can
 * have: a name with a dot, localhost, one of `hosts`, an IPv4 address of four decimal parts, or an IPv6
 * address in brackets. Names are ASCII; others are written in punycode.
 */
export function normaliseRelayHost(text: string, hosts = NO_RELAY_HOSTS): string | undefined {
  const host = text.toLowerCase()
  if (host.startsWith('[') && host.endsWith(']')) {
    const address = normaliseIpv6(host.slice(1, -1))
    return address === undefined ? undefined : `[${address}]`
  }
  if (host === 'localhost' || hosts.has(host)) return host
  const labels = host.split('.')
  if (labels.length < 2 || host.length > HOST_CHARS_MAX) return undefined
  if (!labels.every((label) => LABEL.test(label))) return undefined
  // Every client reads a name that ends in a number as an IPv4 address, in forms nobody means.
  if (NUMERIC_LABEL.test(labels.at(-1) ?? '')) return ipv4Octets(host) ? host : undefined
  return host
}
