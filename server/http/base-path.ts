import type { IncomingMessage, ServerResponse } from 'node:http'
import { beginResponse } from './response.ts'

/**
 * Removes `BASE_PATH` from a request's path, before anything else looks at it. A path without it stays as it
 * is: the request comes from this machine, or from a proxy that has removed it already.
 *
 * @param basePath `/floe`; empty: there is none
 * @returns true for `/floe` itself, without the slash that the page's relative addresses need
 */
export function cutBasePath(incoming: IncomingMessage, basePath: string): boolean {
  const { url = '' } = incoming
  const rest = url.slice(basePath.length)
  if (basePath === '' || !url.startsWith(basePath) || !/^(?:$|[/?])/.test(rest)) return false
  const isBare = !rest.startsWith('/')
  incoming.url = isBare ? `/${rest}` : rest
  return isBare
}

/** Redirects from `/floe` to `/floe/`, by a relative address: only the browser knows the proxy's name. */
export function redirectToPage(
  outgoing: ServerResponse,
  { url = '/' }: IncomingMessage,
  basePath: string,
) {
  beginResponse(outgoing, url)
  const last = basePath.slice(basePath.lastIndexOf('/') + 1)
  outgoing.writeHead(308, { Location: `${last}${url}` }).end()
}
