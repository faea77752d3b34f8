import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { EVENT_KIND } from '#contract/limits.ts'

/** As long as a request for one signature. */
const CONTENT = 'a'.repeat(1_000)
const WARM_UP = 5

/**
 * The least that asking over a relay can take: an event there and another back, between two bare
 * sockets that do nothing with them. For relays that check no signatures.
 *
 * @returns the milliseconds of each round trip
 */
export async function measureRoundTrips(url: string, count: number): Promise<number[]> {
  const [here, there] = await Promise.all([openEnd(url, 'here'), openEnd(url, 'there')])
  try {
    there.onEvent(() => there.sendTo('here'))
    const trips: number[] = []
    for (let n = 0; n < WARM_UP + count; n += 1) {
      const answered = new Promise<void>((resolve) => here.onEvent(resolve))
      const startedAt = performance.now()
      here.sendTo('there')
      await answered
      trips.push(performance.now() - startedAt)
    }
    return trips.slice(WARM_UP)
  } finally {
    here.close()
    there.close()
  }
}

type Name = 'here' | 'there'

const keyOf = (name: Name): string => hash('sha256', name)

async function openEnd(url: string, name: Name) {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  let onEvent = () => {}
  await once(socket, 'open')
  socket.send(JSON.stringify(['REQ', name, { kinds: [EVENT_KIND], '#p': [keyOf(name)] }]))
  await once(socket, 'message')
  socket.on('message', (data) => {
    if (JSON.parse(String(data))[0] === 'EVENT') onEvent()
  })
  return {
    onEvent: (listener: () => void) => {
      onEvent = listener
    },
    sendTo: (other: Name) => {
      const event = {
        id: randomBytes(32).toString('hex'),
        pubkey: keyOf(name),
        created_at: Math.floor(Date.now() / 1_000),
        kind: EVENT_KIND,
        tags: [['p', keyOf(other)]],
        content: CONTENT,
        sig: '0'.repeat(128),
      }
      socket.send(JSON.stringify(['EVENT', event]))
    },
    close: () => socket.terminate(),
  }
}
