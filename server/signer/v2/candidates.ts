import { allows, type Operation, type PeerEntry } from '../peers/peers.ts'
import type { V2Context } from './context.ts'

type Known = Pick<V2Context, 'peers' | 'nonces'>

/** The peers that speak this generation and that we may ask for something. */
export const speakers = ({ peers }: Pick<Known, 'peers'>, operation: Operation): PeerEntry[] =>
  peers.all.filter(
    ({ protocols, policy }) => protocols.has('2026') && allows(policy, `send.${operation}`),
  )

/** Those of them with enough nonces for signatures of this many hashes. */
export const signers = (context: Known, hashes: number): PeerEntry[] =>
  speakers(context, 'sign').filter((peer) => context.nonces.isUsable(peer.xonly, hashes))

/** Whether a peer's pings are of version 1, in which it does not say which nonces it holds. */
export const isVersion1 = ({ protocols }: PeerEntry): boolean =>
  protocols.get('2026')?.pingVersion === 1

/** Whether a peer is online, has exchanged a ping with us, and does not refuse to answer. */
export function isWilling({ status, protocols }: PeerEntry, operation: Operation): boolean {
  const dialect = protocols.get('2026')
  const isMet = dialect !== undefined && dialect.pingVersion !== null
  return status === 'online' && isMet && dialect.policy?.[operation].recv !== false
}

/** The willing ones among those that we may ask for something. */
export const willing = (context: Pick<Known, 'peers'>, operation: Operation): PeerEntry[] =>
  speakers(context, operation).filter((peer) => isWilling(peer, operation))

/**
 * Whether a peer has answered our last ping without nonces, and we have none of its left to use.
 */
export function givesNoNonces({ nonces }: Pick<Known, 'nonces'>, peer: PeerEntry): boolean {
  if (peer.protocols.get('2026')?.gaveNoNonces !== true) return false
  try {
    return !nonces.isUsable(peer.xonly, 1)
  } catch {
    // An unreadable store has already warned, and is an obstacle of its own.
    return false
  }
}
