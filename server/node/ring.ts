import type { PeerEntry } from './peers.ts'

/**
 * How far round the ring of indices a peer is from a member: who comes right after it first. Members
 * that begin in the same instant so don't all turn to the same one.
 */
export const ringDistance = ({ idx }: Pick<PeerEntry, 'idx'>, from: number): number =>
  idx > from ? idx : idx + Number.MAX_SAFE_INTEGER / 2
