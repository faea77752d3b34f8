import { allows, type Operation, type PeerBook, type PeerEntry } from '../peers/peers.ts'
import { ifKept } from './nonce-store.ts'
import type { Nonces } from './nonces.ts'

/** The peers that use protocol 2026 and that we may ask for something. */
export const speakers = ({ peers }: { peers: PeerBook }, operation: Operation): PeerEntry[] =>
  peers.all.filter(
    ({ protocols, policy }) => protocols.has('2026') && allows(policy, `send.${operation}`),
  )

/** The peers that we may ask for signatures and whose nonces we hold, enough for this many hashes. */
export const signers = (
  { peers, nonces }: { peers: PeerBook; nonces: Nonces },
  hashes: number,
): PeerEntry[] =>
  speakers({ peers }, 'sign').filter((peer) => nonces.of(peer.xonly).theirs.isUsable(hashes))

/** Whether a peer's pings are of version 1, in which it does not list the nonces that it holds. */
export const isVersion1 = ({ protocols }: PeerEntry): boolean =>
  protocols.get('2026')?.pingVersion === 1

/** Whether a peer is online, has exchanged a ping with us, and does not refuse to answer. */
export function isWilling({ status, protocols }: PeerEntry, operation: Operation): boolean {
  const state = protocols.get('2026')
  const hasPinged = state !== undefined && state.pingVersion !== null
  return status === 'online' && hasPinged && state.policy?.[operation].recv !== false
}

/** The willing ones among those that we may ask for something. */
export const willing = (context: { peers: PeerBook }, operation: Operation): PeerEntry[] =>
  speakers(context, operation).filter((peer) => isWilling(peer, operation))

/** Whether a peer has answered our last ping without nonces, and we hold none of it. */
export function givesNoNonces({ nonces }: { nonces: Nonces }, peer: PeerEntry): boolean {
  if (peer.protocols.get('2026')?.gaveNoNonces !== true) return false
  // An unreadable store is a problem of its own.
  return ifKept(() => nonces.of(peer.xonly).theirs.isUsable(1)) === false
}
