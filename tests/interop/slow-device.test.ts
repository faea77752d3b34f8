import { expect, onTestFinished, test } from 'vitest'
import type { Keyset } from '#protocol/v1/keyset.ts'
import type { SignSession } from '#protocol/v1/messages.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { newHash } from '../support/new-hash.ts'
import { newPair, startMember } from '../support/pair.ts'
import { type Conduct, type Heard, RoguePeer } from '../support/rogue-peer.ts'
import { faultsOf, signByFloe, type Vector } from '../support/signatures.ts'
import { simulateRelays } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'

const scope = { onTestFinished }

const BURST = 100

const burst = (): Vector[] => Array.from({ length: BURST }, () => [newHash()])

const isForSignatures = ({ tag }: Heard): boolean => tag === '/sign/req'

const hashesOf = ({ data }: Heard): number => (JSON.parse(data) as SignSession).hashes.length

/**
 * Answers one request after the other, as a genuine 1.x device does, in the order in which they came.
 *
 * @param perHash milliseconds of work for a hash; can be changed
 */
function serially(pace: { perHash: number }): Conduct {
  let last: Promise<unknown> = Promise.resolve()
  return (request, honest) => {
    const answered = last.then(async () => {
      const work = isForSignatures(request) ? pace.perHash * hashesOf(request) : 0
      // Not Node's own promise of a time-out, which can't be simulated.
      if (work > 0) await new Promise((resolve) => setTimeout(resolve, work))
      return honest()
    })
    last = answered
    return answered
  }
}

interface Setting {
  time: SimulatedTime
  keyset: Keyset
  relay: RelayFixture
  device: RoguePeer
  floe: FloeSigner
  /** The sizes of the sessions that the device was asked for. */
  sessions(): number[]
}

async function meetDevice(conduct: Conduct): Promise<Setting> {
  const { time, startRelay } = simulateRelays(scope)
  const relay = await startRelay()
  const keyset = newPair()
  const device = await RoguePeer.start({ keyset, idx: 2, relay: relay.url, conduct })
  onTestFinished(() => device.stop())
  const floe = await startMember(scope, keyset, 1, [relay.url])
  await time.until(floe.node.ping(device.xonly))
  const sessions = () => device.heard.filter(isForSignatures).map(hashesOf)
  return { time, keyset, relay, device, floe, sessions }
}

const signBurst = async ({ time, keyset, floe }: Setting): Promise<string[]> => {
  const vectors = burst()
  const signed = await time.until(signByFloe(floe.node, vectors))
  return faultsOf(keyset.group.group_pk, vectors, signed)
}

test.for([60, 150, 400])(
  'a device that takes %i ms a hash, one after the other, signs all hashes of a burst, each once',
  async (perHash) => {
    const setting = await meetDevice(serially({ perHash }))

    expect(await signBurst(setting)).toEqual([])

    const asked = setting.sessions().reduce((sum, hashes) => sum + hashes, 0)
    // A few are asked for again, before the device's speed is known.
    expect(asked).toBeLessThan(BURST + 10)
  },
)

test('a fast device is asked for all of a burst in few sessions, the first one too', async () => {
  const setting = await meetDevice((_, honest) => honest())

  expect(await signBurst(setting)).toEqual([])
  expect(setting.sessions().length).toBeLessThanOrEqual(3)
  expect(await signBurst(setting)).toEqual([])
  expect(setting.sessions().length).toBeLessThanOrEqual(5)
})

test('a device that has become slow, and left a burst unanswered, has the next one signed', async () => {
  const pace = { perHash: 1 }
  const setting = await meetDevice(serially(pace))
  expect(await signBurst(setting)).toEqual([])
  pace.perHash = 100

  expect(await signBurst(setting)).not.toEqual([])
  // By then the device has done all that it was asked for.
  await setting.time.pass(30_000)
  expect(await signBurst(setting)).toEqual([])
})
