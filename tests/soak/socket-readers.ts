// Many clients of the event stream, in a process of its own. Gets { url, apiKey, sockets } over IPC;
// answers { report: true } with what each client has seen.
//
// A client's entries must have consecutive ids, from the newest at its greeting on: then it has had
// each once and in order.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { fromSent } from '#contract/sent-frames.ts'

export interface Start {
  url: string
  apiKey: string
  sockets: number
}

export interface Seen {
  /** The id of the last entry. */
  last: number
  entries: number
  /** Entries that did not follow the one before. */
  misplaced: number
  open: boolean
}

async function openReader({ url, apiKey }: Start): Promise<Seen> {
  const seen: Seen = { last: -1, entries: 0, misplaced: 0, open: true }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/events`, {
    headers: { 'X-API-Key': apiKey },
    perMessageDeflate: false,
  })
  socket.on('message', (data) => {
    const frame = fromSent(JSON.parse(String(data)))
    if (seen.last < 0) {
      seen.last = frame.id
      return
    }
    if (frame.type.endsWith('-internal')) return
    if (frame.id !== seen.last + 1) seen.misplaced += 1
    seen.last = frame.id
    seen.entries += 1
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    seen.open = false
  })
  await once(socket, 'open')
  return seen
}

process.once('message', async (start: Start) => {
  const readers: Seen[] = []
  for (let i = 0; i < start.sockets; i += 1) readers.push(await openReader(start))
  process.on('message', () => process.send?.({ readers }))
  process.send?.({ ready: true })
})
process.on('disconnect', () => process.exit(0))
