import type { CDPSession } from 'playwright-core'
import { until } from '../support/until.ts'

/** One request of a page. */
export interface Transfer {
  url: string
  /** As the browser calls it: `Document`, `Script`, `Stylesheet`, `Font`, `Fetch` and so on. */
  type: string
  /** Milliseconds after the first request. */
  askedAt: number
  endedAt: number | null
  /** Of the answer, as they came over the line: its headers, and its content, compressed. */
  headers: number
  content: number
}

export interface Transfers {
  /** All of them, once each has ended and no file of the console has been asked for in a while. */
  whenIdle(): Promise<Transfer[]>
}

/**
 * How long the page asks for nothing of the console before it counts as idle. It loads what may be wanted next once it
 * is at rest itself, which a slow machine notices late. Milliseconds.
 */
const QUIET = 3_000

const FILE = /\/assets\/[^/]+\.(?:js|css)$/

/** Whether it is code or a style sheet, however the page asks for it: parts are fetched before they are imported. */
export const isCode = ({ url }: Transfer): boolean => FILE.test(url)

/** Records the requests of a page from now on, WebSockets aside. */
export async function watchTransfers(inspector: CDPSession): Promise<Transfers> {
  const transfers = new Map<string, Transfer>()
  let first: number | undefined
  const since = (timestamp: number): number => (timestamp - (first ?? timestamp)) * 1_000
  inspector.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp }) => {
    if (request.url.startsWith('data:')) return
    first ??= timestamp
    const askedAt = since(timestamp)
    transfers.set(requestId, {
      url: request.url,
      type,
      askedAt,
      endedAt: null,
      headers: 0,
      content: 0,
    })
  })
  inspector.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = transfers.get(requestId)
    if (transfer !== undefined) transfer.headers = response.encodedDataLength
  })
  const end = (requestId: string, timestamp: number): Transfer | undefined => {
    const transfer = transfers.get(requestId)
    if (transfer !== undefined) transfer.endedAt = since(timestamp)
    return transfer
  }
  inspector.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const transfer = end(requestId, timestamp)
    if (transfer !== undefined) transfer.content = encodedDataLength - transfer.headers
  })
  // Of two requests for the same file at once, one may be cancelled.
  inspector.on(
    'Network.loadingFailed',
    ({ requestId, timestamp }) => void end(requestId, timestamp),
  )
  await inspector.send('Network.enable')
  return {
    whenIdle: async () => {
      const code = () => [...transfers.values()].filter(isCode)
      let count = 0
      let changedAt = performance.now()
      const isIdle = () => {
        const asked = code()
        if (asked.length !== count || asked.some(({ endedAt }) => endedAt === null)) {
          count = asked.length
          changedAt = performance.now()
        }
        return performance.now() - changedAt > QUIET
      }
      await until(isIdle, { timeout: 60_000, what: 'the console to load no more' })
      return [...transfers.values()]
    },
  }
}
