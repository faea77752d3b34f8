// Starts a relay pool, waits until its relay is in a given state, stops it in the middle of its
// work, says 'stopped', and then has nothing left to do: it must end by itself. Every time-out is
// a minute, so that one that was forgotten shows.
//
// node stopped-pool.ts <url> <connecting | open | heard | waiting>
import { setTimeout as sleep } from 'node:timers/promises'
import { RelayPool } from '../../server/relay/pool.ts'

const [, , url = '', state = ''] = process.argv
const MINUTE = 60_000

const pool = new RelayPool({
  urls: [url],
  timings: {
    connectTimeout: MINUTE,
    publishTimeout: MINUTE,
    eoseTimeout: MINUTE,
    pingInterval: MINUTE,
    pongTimeout: MINUTE,
    backoffBase: MINUTE,
    backoffMax: MINUTE,
    backoffFloor: MINUTE,
  },
})
pool.subscribe([{ kinds: [1] }], () => {})
pool.start()
const isReached = () => {
  const [relay] = pool.statuses
  // The pong comes behind the relay's answer to the subscription.
  if (state === 'open') return relay?.latencyMs !== null
  return state === 'heard' ? pool.heard > 0 : relay?.state === state
}
while (!isReached()) await sleep(5)

const event = { pubkey: '', created_at: 0, kind: 1, tags: [], content: '', sig: '' }
const underWay = [pool.publish({ ...event, id: 'a' }), pool.count([{ kinds: [1] }])]
await pool.stop()
await Promise.all(underWay)
process.stdout.write('stopped\n')
