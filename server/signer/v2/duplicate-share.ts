import type { PeerEntry } from '../peers/peers.ts'

/** This many pings must be answered twice: a device that has just restarted may read one of them again. */
const REPORTED_AFTER = 2
/** After this many single answers in a row there is one device again. */
const OVER_AFTER = 5
/** How many of each peer's last answers are kept. */
const KEPT = 16

interface Answered {
  /** The id of the event with the first answer. */
  event: string
  isDouble: boolean
}

interface State {
  /** Pings that were answered, by their request ids, oldest first. */
  known: Map<string, Answered>
  doubles: number
  /** How many pings in a row were answered once, after the last that was answered twice. */
  single: number
}

/**
 * Detects two devices on one peer's share. On the wire they are one member, but both answer what is sent to it: one
 * ping gets two answers, in two events. A relay can't cause this, because it can only repeat an event.
 */
export class DuplicateShares {
  readonly #onChange: (peer: PeerEntry, areTwo: boolean) => void
  /** By x-only key. */
  readonly #states = new Map<string, State>()

  /** @param onChange two devices run on one peer's share, or one again */
  constructor(onChange: (peer: PeerEntry, areTwo: boolean) => void) {
    this.#onChange = onChange
  }

  /** A ping of ours was answered. @param event the id of the event that the answer came in */
  first(peer: PeerEntry, requestId: string, event: string): void {
    const state = this.#stateOf(peer)
    const last = [...state.known.values()].at(-1)
    if (last !== undefined && !last.isDouble) state.single += 1
    if (state.single >= OVER_AFTER && state.doubles > 0) {
      const wereTwo = state.doubles >= REPORTED_AFTER
      state.doubles = 0
      if (wereTwo) this.#onChange(peer, false)
    }
    state.known.set(requestId, { event, isDouble: false })
    const [oldest] = state.known.keys()
    if (state.known.size > KEPT && oldest !== undefined) state.known.delete(oldest)
  }

  /** A further answer to a ping has come. */
  more(peer: PeerEntry, requestId: string, event: string): void {
    const state = this.#stateOf(peer)
    const answered = state.known.get(requestId)
    if (answered === undefined || answered.event === event || answered.isDouble) return
    answered.isDouble = true
    state.single = 0
    state.doubles += 1
    if (state.doubles === REPORTED_AFTER) this.#onChange(peer, true)
  }

  #stateOf({ xonly }: PeerEntry): State {
    let state = this.#states.get(xonly)
    if (state === undefined) {
      state = { known: new Map(), doubles: 0, single: 0 }
      this.#states.set(xonly, state)
    }
    return state
  }
}
