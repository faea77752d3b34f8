import type { Doors } from '#policy/ports.ts'
import { type PeerSwitchesOptions, peerSwitches } from '#signer/peers/authorise-peer.ts'

export interface DoorsOptions extends PeerSwitchesOptions {
  /** What the API key of an id is called; undefined when there is none. */
  programName(id: string): string | undefined
  /** Whether an app may use the key still. @param client the one that asks, x-only, where that is known */
  isApp(id: string, client: string | undefined): boolean
}

/** What each door says of its callers, and does by itself. */
export function createDoors({ programName, isApp, ...peers }: DoorsOptions): Doors {
  const switches = peerSwitches(peers)
  return {
    bar: (asked) => {
      const { caller, client } = asked
      if (caller.door === 'peer') return switches.bar(asked)
      if (caller.door === 'app') return isApp(caller.id, client) ? null : 'gone'
      return caller.door === 'program' && programName(caller.id) === undefined ? 'gone' : null
    },
    byDoor: ({ door }, operation) => {
      if (door === 'peer') return switches.byDoor(operation)
      return door === 'app' ? 'ask' : 'allow'
    },
    nameOf: ({ door, id }) => (door === 'program' ? programName(id) : undefined),
  }
}
