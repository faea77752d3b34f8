import type { IncomingMessage, ServerResponse } from 'node:http'
import { beginAnswer } from './request-id.ts'

/**
 * Cuts `BASE_PATH` off what is asked for, before anything else looks at it. What came without it stays: from this
 * machine, or from a proxy that has cut it off already.
 *
 * @param basePath `/floe`; empty: there is none
 * @returns whether the path was asked for without the slash that the page's relative addresses need
 */
export function cutBasePath(incoming: IncomingMessage, basePath: string): boolean {
  const { url = '' } = incoming
  const rest = url.slice(basePath.length)
  if (basePath === '' || !url.startsWith(basePath) || !/^(?:$|[/?])/.test(rest)) return false
  const isBare = !rest.startsWith('/')
  incoming.url = isBare ? `/${rest}` : rest
  return isBare
}

/** Sends a browser from `/floe` to `/floe/`, by a relative address: only it knows what the proxy is called. */
export function leadToPage(
  answer: ServerResponse,
  { url = '/' }: IncomingMessage,
  basePath: string,
) {
  beginAnswer(answer, url)
  const last = basePath.slice(basePath.lastIndexOf('/') + 1)
  answer.writeHead(308, { Location: `${last}${url}` }).end()
}
