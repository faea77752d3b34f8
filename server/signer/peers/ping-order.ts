import type { PeerEntry } from './peers.ts'

/**
 * How far a peer is from a member round the ring of indices: the next index comes first. So members
 * that begin at the same instant don't all turn to the same peer.
 */
export const ringDistance = ({ idx }: Pick<PeerEntry, 'idx'>, from: number): number =>
  idx > from ? idx : idx + Number.MAX_SAFE_INTEGER / 2
