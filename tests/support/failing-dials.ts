// Runs a node on relays that can't be reached, with almost no backoff, and counts its dials. After some dials
// to warm up, and again after many more, it collects garbage and measures the heap. Then it stops the node,
// prints { dials, heapGrowth, socketsBefore, socketsAfter }, the growth in bytes, and must end by itself.
//
// node --expose-gc failing-dials.ts <group credential> <share credential> <url...>
import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFloeSigner } from './floe-signer.ts'
import { rounds } from './long.ts'

const WARM_UP = 300
const DIALS = rounds(2_000, 5_000)

const [, , group = '', share = '', ...relays] = process.argv
let dials = 0
subscribe('net.client.socket', () => {
  dials += 1
})
const sockets = () =>
  process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length

async function heap(): Promise<number> {
  // The second round collects what only the first made collectable.
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.()
    await sleep(10)
  }
  return process.memoryUsage().heapUsed
}

const socketsBefore = sockets()
const { node } = createFloeSigner({
  group,
  share,
  relays,
  timings: {
    relay: { backoffBase: 1, backoffMax: 2, backoffFloor: 0, connectTimeout: 50 },
  },
})
node.start()
while (dials < WARM_UP) await sleep(10)
const [heapBefore, dialsBefore] = [await heap(), dials]
while (dials < dialsBefore + DIALS) await sleep(10)
const heapGrowth = (await heap()) - heapBefore
await node.stop()
// A destroyed socket is gone by the next turn of the event loop.
await sleep(50)
process.stdout.write(
  JSON.stringify({
    dials: dials - dialsBefore,
    heapGrowth,
    socketsBefore,
    socketsAfter: sockets(),
  }),
)
