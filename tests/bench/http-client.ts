import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** In a request, stands for 64 hex characters, new each time. */
export const FRESH_SECRET = '*'.repeat(64)

export interface Load {
  url: string
  /** Requests as they go over the wire, in turn. */
  requests: readonly string[]
  /** Keep-alive connections, each with one request at a time. */
  connections: number
  /** It ends after this many requests, or this many milliseconds. */
  count?: number
  duration?: number
  /** Milliseconds between two requests on a connection; without it, none. */
  every?: number
  stop?: AbortSignal
}

export interface LoadResult {
  /** How many answers there were, by HTTP status. */
  statuses: Record<string, number>
  /** Milliseconds of each answer. */
  latencies: number[]
  /** Milliseconds from the first request to the last answer. */
  took: number
}

/** A request as it goes over the wire; a body goes as JSON. */
export function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    Host: 'localhost',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

/**
 * A minimal client, so that what is measured is the server. Answers must announce
 * their length.
 */
export async function drive(load: Load): Promise<LoadResult> {
  const { requests, connections, count = Number.POSITIVE_INFINITY, duration, every, stop } = load
  const result: LoadResult = { statuses: {}, latencies: [], took: 0 }
  const startedAt = performance.now()
  const end = startedAt + (duration ?? Number.POSITIVE_INFINITY)
  let sent = 0
  const next = (): string | null => {
    if (sent >= count || performance.now() >= end || stop?.aborted) return null
    const request = requests[sent % requests.length] ?? ''
    sent += 1
    return request.replace(FRESH_SECRET, () => randomBytes(32).toString('hex'))
  }

  const one = async () => {
    const client = await openClient(load.url)
    let due = performance.now()
    for (let request = next(); request !== null; request = next()) {
      const sentAt = performance.now()
      const status = await client.ask(request)
      const took = performance.now() - sentAt
      result.latencies.push(took)
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (every === undefined) continue
      due = Math.max(due + every, performance.now())
      await sleep(Math.max(0, due - performance.now()))
    }
    client.close()
  }

  await Promise.all(Array.from({ length: connections }, one))
  result.took = performance.now() - startedAt
  return result
}

async function openClient(url: string) {
  const { hostname, port } = new URL(url)
  const open = async () => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    await once(socket, 'connect')
    return socket
  }
  let socket = await open()
  return {
    /** Returns the status, once the whole answer is there. */
    ask: async (request: string): Promise<number> => {
      const { status, closes } = await exchange(socket, request)
      if (closes) {
        socket.destroy()
        socket = await open()
      }
      return status
    },
    close: () => socket.destroy(),
  }
}

function exchange(socket: Socket, request: string): Promise<{ status: number; closes: boolean }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const done = () => {
      socket.off('data', onData)
      socket.off('close', onClose)
    }
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
      if (length === undefined) {
        done()
        reject(new Error(`an answer without a length: ${text.slice(0, head)}`))
      } else if (text.length >= head + 4 + Number(length)) {
        done()
        const closes = /\r\nconnection: close/i.test(text.slice(0, head))
        resolve({ status: Number(text.slice(9, 12)), closes })
      }
    }
    const onClose = () => {
      done()
      reject(new Error('the server closed the connection'))
    }
    socket.on('data', onData)
    socket.on('close', onClose)
    socket.write(request)
  })
}
