import type { RelayFixture, RelayOptions } from '../../relay-fixture/relay.ts'
import { type Scope, startRelayFor } from './scope.ts'
import { type SimulatedTime, simulateTime } from './simulated-time.ts'

export interface SimulatedRelays {
  time: SimulatedTime
  /** A relay that stops when the test ends, and that time waits for. */
  startRelay(options?: RelayOptions): Promise<RelayFixture>
}

/**
 * Simulates time for what goes over relays: time passes once they have nothing more to forward. So minutes
 * pass in seconds, and a busy machine does not change what clocks measure, to a tenth of a second.
 */
export function simulateTimeOver(scope: Scope, relays: readonly RelayFixture[]): SimulatedTime {
  const activity = ({ received, totalConnections, connections }: RelayFixture) =>
    received.events + received.reqs + totalConnections - connections
  return simulateTime(scope, () => relays.reduce((sum, relay) => sum + activity(relay), 0))
}

/** Simulates time, as `simulateTimeOver` does, for what goes over the relays that `startRelay` starts. */
export function simulateRelays(scope: Scope): SimulatedRelays {
  const relays: RelayFixture[] = []
  const time = simulateTimeOver(scope, relays)
  return {
    time,
    startRelay: async (options) => {
      const relay = await startRelayFor(scope, options)
      relays.push(relay)
      return relay
    },
  }
}
