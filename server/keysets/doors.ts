import { type PeerSwitchesOptions, peerSwitches } from '../node/peer-switches.ts'
import type { Doors } from '../rules/ports.ts'

export interface DoorsOptions extends PeerSwitchesOptions {
  /** What the API key of an id is called; undefined when there is none. */
  programName(id: string): string | undefined
  /** Whether there is an app with this id. */
  isApp(id: string): boolean
}

/** What each door says of its callers, and does by itself. */
export function createDoors({ programName, isApp, ...peers }: DoorsOptions): Doors {
  const switches = peerSwitches(peers)
  return {
    bar: (caller, operation) => {
      if (caller.door === 'peer') return switches.bar(caller, operation)
      if (caller.door === 'app') return isApp(caller.id) ? null : 'gone'
      return caller.door === 'program' && programName(caller.id) === undefined ? 'gone' : null
    },
    byDoor: ({ door }, operation) => {
      if (door === 'peer') return switches.byDoor(operation)
      return door === 'app' ? 'ask' : 'allow'
    },
    nameOf: ({ door, id }) => (door === 'program' ? programName(id) : undefined),
  }
}
