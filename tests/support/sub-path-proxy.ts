import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { onSamePort } from './console/same-port.ts'
import type { Scope } from './scope.ts'

export interface SubPathProxy {
  /** The server's address for a browser, without the last slash. */
  url: string
  /** The requested paths outside `SUB_PATH`, which were not forwarded. */
  strays: string[]
}

/**
 * Whether the proxy cuts `SUB_PATH` from what it forwards: nginx does with a path in `proxy_pass`, Caddy with
 * `handle_path`. Without that path, and with `handle`, they keep it.
 */
export type ProxyKind = 'cuts' | 'keeps'

/** A reverse proxy that has a server at `/floe/`, nothing elsewhere, and forwards WebSockets. */
export async function startSubPathProxy(
  scope: Scope,
  port: number,
  kind: ProxyKind,
): Promise<SubPathProxy> {
  const strays: string[] = []
  /** The request to the server for a request to the proxy; null if that is outside the path. */
  const onward = ({ url = '', method, headers }: IncomingMessage): RequestOptions | null => {
    if (!url.startsWith(`${SUB_PATH}/`)) {
      strays.push(url)
      return null
    }
    const path = kind === 'cuts' ? url.slice(SUB_PATH.length) : url
    return { host: '127.0.0.1', port, path, method, headers, agent: false }
  }

  const proxy = createServer((incoming, outgoing) => {
    const options = onward(incoming)
    if (options === null) return void outgoing.writeHead(404).end()
    const call = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  proxy.on('upgrade', (incoming, client) => {
    client.on('error', () => client.destroy())
    const options = onward(incoming)
    if (options === null) return client.destroy()
    const call = request(options, () => client.destroy())
    call.on('error', () => client.destroy())
    call.on('upgrade', (answer, server, first) => {
      server.on('error', () => server.destroy())
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${linesOf(answer.headers)}\r\n`)
      client.write(first)
      server.pipe(client).pipe(server)
    })
    call.end()
  })
  const { port: own } = await onSamePort(scope, `sub-path ${kind}`, async (wanted) => {
    proxy.listen(wanted, '127.0.0.1')
    await once(proxy, 'listening')
    return proxy.address() as AddressInfo
  })
  scope.onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${own}${SUB_PATH}`, strays }
}

export const SUB_PATH = '/floe'

const linesOf = (headers: IncomingHttpHeaders): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
