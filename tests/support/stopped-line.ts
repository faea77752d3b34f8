// Starts a relay session, waits until its relay is in a given state, stops the session in the middle of its
// work and prints 'stopped'. Then the process must end by itself. Every time-out is longer than a test may take, so
// that a forgotten one shows.
//
// node stopped-line.ts <url> <connecting | open | heard | waiting>
import { setTimeout as sleep } from 'node:timers/promises'
import { RelayPool } from '#relay/pool.ts'

const [, , url = '', state = ''] = process.argv
const HOUR = 3_600_000

const relayPool = new RelayPool({
  timings: {
    connectTimeout: HOUR,
    publishTimeout: HOUR,
    eoseTimeout: HOUR,
    pingInterval: HOUR,
    pongTimeout: HOUR,
    backoffBase: HOUR,
    backoffMax: HOUR,
    backoffFloor: HOUR,
  },
})
const session = relayPool.session({ urls: [url] })
session.subscribe([{ kinds: [1] }], () => {})
session.start()
const isReached = () => {
  const [relay] = session.statuses
  // The pong comes after the relay's answer to the subscription.
  if (state === 'open') return relay?.latencyMs !== null
  return state === 'heard' ? session.heard > 0 : relay?.state === state
}
while (!isReached()) await sleep(5)

const event = { pubkey: '', created_at: 0, kind: 1, tags: [], content: '', sig: '' }
const underWay = [session.publish({ ...event, id: 'a' }), session.probe(url)]
await session.stop()
await Promise.all(underWay)
process.stdout.write('stopped\n')
