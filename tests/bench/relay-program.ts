// The relay fixture in a process of its own: it is told its faults and its traffic over IPC, and says
// how much CPU it took. It checks no signatures.
import type { Faults } from '../../relay-fixture/faults.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { foreignEvents } from './foreign-events.ts'
import { serveCalls } from './remote.ts'
import { vitals } from './vitals.ts'

/** Milliseconds between two portions of foreign traffic. */
const PORTION_EVERY = 10

export type RelayCalls = ReturnType<typeof relayCalls>

const relayCalls = (relay: RelayFixture) => {
  const newEvent = foreignEvents()
  const taken = new Map<number, number>()
  relay.onEvent(({ kind }) => taken.set(kind, (taken.get(kind) ?? 0) + 1))
  let stopFlood = () => 0
  return {
    ...vitals(),
    /** How many events of these kinds it has taken so far. */
    taken: (kinds: readonly number[]) =>
      kinds.reduce((sum, kind) => sum + (taken.get(kind) ?? 0), 0),
    setFaults: (faults: Partial<Faults>) => relay.setFaults(faults),
    /** Sends every subscription this many foreign events a second, until told to stop. */
    flood: (perSecond: number) => {
      const startedAt = performance.now()
      let [made, delivered] = [0, 0]
      const timer = setInterval(() => {
        const due = ((performance.now() - startedAt) / 1_000) * perSecond
        for (; made < due; made += 1) delivered += relay.inject(newEvent())
      }, PORTION_EVERY)
      stopFlood = () => {
        clearInterval(timer)
        return delivered
      }
    },
    /** Stops, and returns how many events were delivered, counted for each subscription. */
    stopFlood: () => stopFlood(),
  }
}

serveCalls(async () => {
  const relay = await RelayFixture.start({ verify: false })
  return { ready: relay.url, calls: relayCalls(relay) }
})
