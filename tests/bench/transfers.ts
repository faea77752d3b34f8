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
  /** Waits until they have ended. */
  askedBefore(milliseconds: number): Promise<Transfer[]>
}

/** Notes what a page asks for from now on, WebSockets aside. */
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
  inspector.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const transfer = transfers.get(requestId)
    if (transfer === undefined) return
    transfer.endedAt = since(timestamp)
    transfer.content = encodedDataLength - transfer.headers
  })
  await inspector.send('Network.enable')
  return {
    askedBefore: async (milliseconds) => {
      const asked = [...transfers.values()].filter(({ askedAt }) => askedAt < milliseconds)
      const haveEnded = () => asked.every(({ endedAt }) => endedAt !== null)
      await until(haveEnded, { timeout: 30_000, what: 'the requests to end' })
      return asked
    },
  }
}
