import { expect, test } from 'vitest'
import { newMessageId } from '../../server/frostr/gen1/envelope.ts'
import { generateKeyset } from '../../server/frostr/gen1/keyset.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const REQUESTS = 220
const BYTES = 90_000
/** What may go out at once, and what trickles meanwhile. */
const MOST = 200_000

test('A member that may do nothing gets us to publish little with echoes, and small ones still work', async (t) => {
  const relay = await startRelayFor(t)
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
  await until(() => floe.node.isReady)
  ask('hello')
  await until(() => answers().length === 1)

  for (let n = 0; n < REQUESTS; n += 1) ask(`${n} `.padEnd(BYTES, 'x'))
  await until(() => floe.entries.some(({ message }) => message.includes('more echoes than')))

  // The answer to what comes after them shows that all of them were handled.
  await until(
    async () => {
      ask('still here')
      await new Promise((resolve) => setTimeout(resolve, 200))
      return answers().some(({ data }) => data === 'still here')
    },
    { timeout: 60_000 },
  )
  const bytes = answers().reduce((sum, { data }) => sum + data.length, 0)
  expect(bytes).toBeLessThan(MOST)
})
