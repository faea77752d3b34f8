import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { namesPrivateHost, publicLookup } from '#relay/dial-policy.ts'

/** For all of it, with redirects. Milliseconds. */
const TIMEOUT = 10_000
export const REDIRECTS_MAX = 3
const URL_CHARS_MAX = 4_096

export interface GetOptions {
  signal: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** More than this is an error. Bytes. */
  bytesMax: number
  /** Looks names up. Tests give their own. */
  lookup?: LookupFunction | undefined
  /** Certificates to trust instead of the system's. Tests give their own. */
  ca?: string | undefined
  /** Milliseconds for all of it. Tests shorten it. */
  timeout?: number | undefined
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The options that only tests set. */
export type Trust = Pick<GetOptions, 'lookup' | 'ca' | 'timeout'>

/**
 * A GET to a server that somebody else has named: over HTTPS and to public addresses only, also after
 * redirects, without keep-alive. The Authorization header is not sent on to another origin.
 *
 * @throws when the address is not allowed, nothing answers in time, or the answer is too large
 */
export async function getPublic(address: string, options: GetOptions): Promise<Got> {
  const { bytesMax, timeout = TIMEOUT, lookup = publicLookup(), ca } = options
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeout)])
  let url = allowedUrl(address)
  let headers = options.headers ?? {}
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await get(url, { signal, lookup, ca, headers })
    const { statusCode: status = 0, headers: received } = answer
    if (status < 300 || status >= 400 || received.location === undefined) {
      return { status, headers: received, body: await contentOf(answer, bytesMax) }
    }
    answer.destroy()
    const next = allowedUrl(received.location, url)
    if (next.origin !== url.origin) headers = withoutCredential(headers)
    url = next
  }
  throw new Error('too many redirects')
}

/** Parses an address that may be requested. The IP addresses behind its name are checked by the look-up. */
function allowedUrl(text: string, base?: URL): URL {
  if (text.length > URL_CHARS_MAX) throw new Error('the address is too long')
  const url = new URL(text, base)
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === ''
  if (!isPlain || namesPrivateHost(url.href)) throw new Error('the address is not allowed')
  return url
}

const withoutCredential = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  )

/** One GET without checks of the address: the caller checks it, or passes a look-up that does. */
export function get(
  url: URL,
  { signal, lookup, ca, headers }: Omit<GetOptions, 'bytesMax' | 'timeout'>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'http:' ? requestPlain : request)(url, {
      ...{ signal, lookup, ca, agent: false },
      headers: { ...headers, 'Accept-Encoding': 'identity', Connection: 'close' },
    })
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** Reads the body. @throws when it is larger than `bytesMax`; that ends the connection */
export async function contentOf(answer: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  // Leaving the loop destroys the answer, and with it the connection.
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bytesMax) throw new RangeError('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
