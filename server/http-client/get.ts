import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { namesPrivateHost, publicLookup } from '#relay/private-hosts.ts'
import { OUTWARD_REDIRECTS_MAX, OUTWARD_TIMEOUT, OUTWARD_URL_CHARS_MAX } from './limits.ts'

export interface GetOptions {
  signal: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** More than this is an error. Bytes. */
  bytesMax: number
  /** Where names lead. Tests give their own. */
  lookup?: LookupFunction | undefined
  /** Certificates to trust in place of the usual ones. Tests give their own. */
  ca?: string | undefined
  /** Milliseconds for all of it. Tests shorten it. */
  timeout?: number | undefined
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The parts of it that only tests give. */
export type Trust = Pick<GetOptions, 'lookup' | 'ca' | 'timeout'>

/**
 * Asks a web server that somebody else has named: over HTTPS, at public addresses only, wherever it sends
 * on to, and without a connection kept. A credential goes to the server that it is for, and not on.
 *
 * @throws where nothing may be asked there, nothing answers in time, or the answer is too large
 */
export async function getPublic(address: string, options: GetOptions): Promise<Got> {
  const { bytesMax, timeout = OUTWARD_TIMEOUT, lookup = publicLookup(), ca } = options
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeout)])
  let url = usable(address)
  let headers = options.headers ?? {}
  for (let sentOn = 0; sentOn <= OUTWARD_REDIRECTS_MAX; sentOn += 1) {
    const answer = await ask(url, { signal, lookup, ca, headers })
    const { statusCode: status = 0, headers: told } = answer
    if (status < 300 || status >= 400 || told.location === undefined) {
      return { status, headers: told, body: await contentOf(answer, bytesMax) }
    }
    answer.destroy()
    const next = usable(told.location, url)
    if (next.origin !== url.origin) headers = withoutCredential(headers)
    url = next
  }
  throw new Error('sent on too often')
}

/** An address that may be asked. What its name leads to shows when it is asked. */
function usable(text: string, base?: URL): URL {
  if (text.length > OUTWARD_URL_CHARS_MAX) throw new Error('the address is too long')
  const url = new URL(text, base)
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === ''
  if (!isPlain || namesPrivateHost(url.href)) throw new Error('nothing is asked there')
  return url
}

const withoutCredential = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  )

interface AskOptions {
  signal: AbortSignal
  lookup?: LookupFunction | undefined
  ca?: string | undefined
  headers: Readonly<Record<string, string>>
}

/** One GET, wherever it leads: who calls it has looked at that, or passes a look-up that does. */
export function ask(
  url: URL,
  { ca, lookup, headers, ...options }: AskOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === 'http:' ? requestPlain : request)(url, {
      ...options,
      ...(lookup !== undefined && { lookup }),
      ...(ca !== undefined && { ca }),
      agent: false,
      headers: { ...headers, 'Accept-Encoding': 'identity', Connection: 'close' },
    })
    asked.on('response', resolve)
    asked.on('error', reject)
    asked.end()
  })
}

/** @throws when it is larger, and ends the connection */
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
