import { expect, test } from 'vitest'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { startPeerFor } from '../support/scope.ts'
import { simulateRelays } from '../support/simulated-relays.ts'

const REQUESTS = 220
const BYTES = 90_000
/** Bytes: what may go out at once, and what more may go out in the time of the test. */
const MOST = 200_000

test('A member that may do nothing gets us to publish little with echoes, and small ones still work', async (t) => {
  const { time, startRelay } = simulateRelays(t)
  const relay = await startRelay()
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const rogue = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
  t.onTestFinished(() => rogue.stop())
  const floe = await startPeerFor(t, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[0] ?? '',
    relays: [relay.url],
  })
  floe.node.peers.setPolicy(rogue.xonly, { allowSend: false, allowReceive: false })
  const self = floe.node.self.xonly
  const answers = () => rogue.heard.filter(({ tag }) => tag === '/echo/res')
  const ask = (data: string) =>
    relay.inject(rogue.seal(self, { tag: '/echo/req', id: newMessageId(), data }))
  await time.untilTrue(() => floe.node.isReady)
  ask('hello')
  await time.untilTrue(() => answers().length === 1)

  for (let n = 0; n < REQUESTS; n += 1) ask(`${n} `.padEnd(BYTES, 'x'))
  await time.untilTrue(() =>
    floe.entries.some(({ message }) => message.includes('more echoes than')),
  )
  await time.pass(60_000)
  ask('still here')
  await time.untilTrue(() => answers().some(({ data }) => data === 'still here'))
  const bytes = answers().reduce((sum, { data }) => sum + data.length, 0)
  expect(bytes).toBeLessThan(MOST)
})
