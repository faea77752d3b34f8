import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { type EventFrame, sentFrame } from '#contract/events.ts'
import { fromSent } from '#contract/sent-frames.ts'
import { fitting } from './fitting.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

/** A client of the event stream that checks every frame against the contract. */
export interface EventClient {
  socket: WebSocket
  /** With ids as numbers, as the log counts them. */
  frames: EventFrame[]
  /** The frames as they came. */
  texts: string[]
  /** The code that the stream was closed with; null while it is open. */
  readonly closeCode: number | null
  /** Waits for the first frame that fits. */
  frame(fits: (frame: EventFrame) => boolean): Promise<EventFrame>
}

export interface EventClientOptions {
  /** The request's query: `?since=12`. */
  query?: string
  headers?: Record<string, string>
  /** Subprotocols to offer. */
  protocols?: string[]
}

const urlOf = (url: string, query = '') => `${url.replace('http', 'ws')}/api/events${query}`

/** Opens a stream that is cut when the test ends. */
export async function openEvents(
  scope: Scope,
  url: string,
  { query, headers = {}, protocols = [] }: EventClientOptions = {},
): Promise<EventClient> {
  const frames: EventFrame[] = []
  const texts: string[] = []
  let closeCode: number | null = null
  const socket = new WebSocket(urlOf(url, query), protocols, { headers })
  scope.onTestFinished(() => socket.terminate())
  socket.on('message', (data) => {
    texts.push(String(data))
    frames.push(fromSent(fitting(sentFrame, JSON.parse(String(data)))))
  })
  socket.on('close', (code) => {
    closeCode = code
  })
  await once(socket, 'open')
  return {
    socket,
    frames,
    texts,
    get closeCode() {
      return closeCode
    },
    frame: async (fits) => {
      await until(() => frames.some(fits), { what: `a frame ${fits}` })
      const found = frames.find(fits)
      if (found === undefined) throw new Error('frames are never taken away')
      return found
    },
  }
}

/** The HTTP status that an upgrade is refused with. */
export async function refusedUpgrade(
  url: string,
  { query, headers = {}, protocols = [] }: EventClientOptions = {},
): Promise<number> {
  const socket = new WebSocket(urlOf(url, query), protocols, { headers })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  response.destroy()
  return response.statusCode ?? 0
}
