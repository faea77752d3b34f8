import type { RelayFixture, RelayOptions } from '../../relay-fixture/relay.ts'
import { type Scope, startRelayFor } from './scope.ts'
import { type SimulatedTime, simulateTime } from './simulated-time.ts'

export interface SimulatedRelays {
  time: SimulatedTime
  /** A relay that stops when the test ends, and that time waits for. */
  startRelay(options?: RelayOptions): Promise<RelayFixture>
}

/**
 * Simulates time for what goes over relays of this function: it passes once they have nothing more to
 * hand on. So minutes pass in seconds, and what is measured with `Date.now()`, to a tenth of a second, is
 * the same on a machine that is busy with other things.
 */
export function simulateRelays(scope: Scope): SimulatedRelays {
  const relays: RelayFixture[] = []
  const activity = ({ received, totalConnections, connections }: RelayFixture) =>
    received.events + received.reqs + totalConnections - connections
  const time = simulateTime(scope, () => relays.reduce((sum, relay) => sum + activity(relay), 0))
  return {
    time,
    startRelay: async (options) => {
      const relay = await startRelayFor(scope, options)
      relays.push(relay)
      return relay
    },
  }
}
