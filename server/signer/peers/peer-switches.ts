import type { Deniable } from '#contract/rule-terms.ts'
import type { Effect, Operation } from '#contract/rules.ts'
import type { Asked } from '#policy/request.ts'
import { allows, type PeerBook } from './peers.ts'

/** What a peer may be denied. */
export const SWITCHES = {
  sign: 'receive.sign',
  ecdh: 'receive.ecdh',
  onboard: 'receive.onboard',
} as const satisfies { readonly [O in Operation]?: Deniable }

export interface PeerSwitchesOptions {
  /** Null while no signer runs, so that nobody can ask it for anything. */
  peers(): Pick<PeerBook, 'get'> | null
  /** Whether members that ask for the group wait for the owner. */
  approvesOnboarding(): boolean
}

/**
 * What the owner's switches make of what a peer asks for. One that is off bars it, whatever rules say; for
 * the rest, rules come before what is done by itself.
 */
export function peerSwitches({ peers, approvesOnboarding }: PeerSwitchesOptions) {
  return {
    bar: ({
      caller: { id },
      operation,
    }: Pick<Asked, 'caller' | 'operation'>): 'gone' | 'switch' | null => {
      const book = peers()
      if (book === null) return null
      const peer = book.get(id)
      if (peer === undefined) return 'gone'
      const what = operation in SWITCHES ? SWITCHES[operation as keyof typeof SWITCHES] : undefined
      return what === undefined || allows(peer.policy, what) ? null : 'switch'
    },

    byDoor: (operation: Operation): Effect =>
      operation === 'onboard' && approvesOnboarding() ? 'ask' : 'allow',
  }
}
