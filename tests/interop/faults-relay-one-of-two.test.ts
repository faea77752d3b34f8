import { describe, expect, it } from 'vitest'
import type { FloeSigner } from '../support/floe-signer.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { rounds } from '../support/long.ts'
import { problemsOf, quorums, type SignAttempt, signInTurn, startQuorum } from '../support/pair.ts'
import { DEAD_RELAY_URL } from '../support/relay-client.ts'
import { simulateRelays } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'

/** How long a signature may take while one relay of two is dead. Milliseconds. */
const LIMIT = 2_000
/** How many signatures come in each case. */
const COUNT = rounds(8, 20)
const HALF = COUNT / 2

expectNoLeaks()

const slowest = (attempts: readonly SignAttempt[]) => Math.max(...attempts.map(({ took }) => took))
/** Every member hears every relay. */
const hearAll = (time: SimulatedTime, members: readonly FloeSigner[]) =>
  time.untilTrue(() => members.every(({ node }) => node.relays.every(({ heard }) => heard)))

describe.each(quorums)(
  'one relay of two, for $size nodes in $generation,',
  ({ generation, size }) => {
    it(`may be dead from the start: all of ${COUNT} signatures come, none late`, async (scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const relay = await startRelay()
      const relays = [DEAD_RELAY_URL, relay.url]
      const { members } = await time.until(startQuorum(scope, size, relays, { generation }))

      const attempts = await time.until(signInTurn(members, COUNT))

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })

    it(`may hang from the start: all of ${COUNT} signatures come, none late`, async (scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const hanging = await startRelay()
      hanging.setFaults({ silent: true })
      const relay = await startRelay()
      const { members } = await time.until(
        startQuorum(scope, size, [hanging.url, relay.url], { generation }),
      )

      const attempts = await time.until(signInTurn(members, COUNT))

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })

    it(`may die between two of ${COUNT} signatures: all come, none late`, async (scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const [dying, relay] = [await startRelay(), await startRelay()]
      const { members } = await time.until(
        startQuorum(scope, size, [dying.url, relay.url], { generation }),
      )
      await hearAll(time, members)

      const before = await time.until(signInTurn(members, HALF))
      await time.until(dying.stop())
      const after = await time.until(signInTurn(members, HALF))

      expect(problemsOf([...before, ...after])).toEqual([])
      expect(slowest([...before, ...after])).toBeLessThan(LIMIT)
      expect(members[0].node.relays[0]).toMatchObject({ url: dying.url, heard: false })
    })

    it(`may fall silent or mute in the middle of ${COUNT} signatures: all come, none late`, async (scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const [failing, relay] = [await startRelay(), await startRelay()]
      const { members } = await time.until(
        startQuorum(scope, size, [failing.url, relay.url], { generation }),
      )
      await hearAll(time, members)

      let [events, eventsInSilence] = [0, 0]
      scope.onTestFinished(
        failing.onEvent(() => {
          events += 1
          if (events === HALF + 1) failing.setFaults({ silent: true })
        }),
      )
      scope.onTestFinished(
        relay.onEvent(() => {
          if (failing.faults.silent) eventsInSilence += 1
          if (eventsInSilence === HALF + 1) failing.setFaults({ silent: false, mute: true })
        }),
      )

      const attempts = await time.until(signInTurn(members, COUNT))

      expect(failing.faults.mute).toBe(true)
      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })

    it('may be a member’s only one: each finds the other where both are', async (scope) => {
      const { time, startRelay } = simulateRelays(scope)
      const [one, other, shared] = [await startRelay(), await startRelay(), await startRelay()]
      const relays = [one.url, shared.url, other.url]
      const { members } = await time.until(startQuorum(scope, size, relays, { generation }))
      await time.until(Promise.all([one.stop(), other.stop()]))

      const attempts = await time.until(signInTurn(members, COUNT))

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })
  },
)
