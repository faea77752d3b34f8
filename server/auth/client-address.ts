import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>

/** Proxies whose X-Forwarded-For is believed. */
export interface TrustedProxies {
  readonly networks: readonly (readonly [network: Address, bits: number])[]
  /** The most proxies in a chain. */
  readonly hops: number
}

/** RFC 1918, RFC 4193, loopback and link-local. */
const PRIVATE = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]

export interface Client {
  /** For people and the log: without a port or a zone, IPv4 never as IPv6. */
  address: string
  /** Whom limits count: an IPv4 address, or the /64 of an IPv6 one, which belongs to one household. */
  key: string
}

const UNKNOWN = 'unknown'
const IPV6_PARTS_OF_64_BITS = 4

/**
 * Reads TRUST_PROXY: addresses and networks (CIDR), separated by commas or spaces; empty or `false`
 * for none; `true`, as in igloo-server, for one proxy in a private network.
 *
 * @returns what is trusted, and the words that are neither an address nor a network
 */
export function parseTrustedProxies(text: string): { proxies: TrustedProxies; wrong: string[] } {
  const isOne = text.toLowerCase() === 'true'
  const given = text.toLowerCase() === 'false' ? [] : text.split(/[\s,]+/).filter(Boolean)
  const parsed = (isOne ? PRIVATE : given).map((word) => [word, parseNetwork(word)] as const)
  return {
    proxies: {
      networks: parsed.flatMap(([, network]) => (network === undefined ? [] : [network])),
      hops: isOne ? 1 : Number.POSITIVE_INFINITY,
    },
    wrong: parsed.flatMap(([word, network]) => (network === undefined ? [word] : [])),
  }
}

/**
 * Who a request is from: the socket's peer or, if that is a trusted proxy, the sender that it names
 * (X-Forwarded-For, the right-most hop that is not itself a trusted proxy). Anything to the left of
 * that hop is only what the client claims.
 */
export function clientAddress(request: {
  remoteAddress: string | undefined
  forwardedFor: string | undefined
  trustedProxies: TrustedProxies
}): Client {
  const { remoteAddress, forwardedFor, trustedProxies } = request
  let client = parseAddress(remoteAddress ?? '')
  const hops = (forwardedFor ?? '').split(',').reverse()
  for (const hop of hops.slice(0, trustedProxies.hops)) {
    if (client === undefined || !isTrusted(client, trustedProxies)) break
    const sender = parseAddress(withoutPort(hop.trim()))
    if (sender === undefined) break
    client = sender
  }
  return client === undefined
    ? { address: UNKNOWN, key: UNKNOWN }
    : { address: client.toString(), key: keyOf(client) }
}

/** Without X-Forwarded-For, the client is the same for as long as the socket is open. */
const direct = new WeakMap<IncomingMessage['socket'], Client>()

/** The client of a request of Node's. */
export function clientOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: TrustedProxies,
): Client {
  const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',') || undefined
  const known = forwardedFor === undefined ? direct.get(socket) : undefined
  if (known !== undefined) return known
  const client = clientAddress({
    remoteAddress: socket.remoteAddress,
    forwardedFor,
    trustedProxies,
  })
  if (forwardedFor === undefined) direct.set(socket, client)
  return client
}

/** Whether a socket's peer is a trusted proxy. */
export function isTrustedProxy(
  remoteAddress: string | undefined,
  trustedProxies: TrustedProxies,
): boolean {
  const peer = parseAddress(remoteAddress ?? '')
  return peer !== undefined && isTrusted(peer, trustedProxies)
}

const isTrusted = (address: Address, { networks }: TrustedProxies): boolean =>
  networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )

function parseNetwork(word: string): readonly [Address, number] | undefined {
  const [host = '', bits, ...rest] = word.split('/')
  const address = parseAddress(host)
  if (address === undefined || rest.length > 0) return undefined
  const most = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, most]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : undefined
}

/** Only the usual notation for addresses: `1`, `0x7f.1` and `010.0.0.1` mean too many things. */
function parseAddress(text: string): Address | undefined {
  const [address = ''] = text.split('%')
  if (isIPv4(address)) return ipaddr.IPv4.parse(address)
  return isIPv6(address) ? ipaddr.process(address) : undefined
}

/** `1.2.3.4:80`, `[2001:db8::1]:443` and the same without a port. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(hop) ?? []
  return bracketed ?? plain ?? hop
}

function keyOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, IPV6_PARTS_OF_64_BITS)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
