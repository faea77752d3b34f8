import type { PeerEntry } from '../peers.ts'
import type { NextContext } from './context.ts'

type Known = Pick<NextContext, 'peers' | 'nonces'>

/** The peers that speak this generation, and that we may ask. */
export const speakers = ({ peers }: Pick<Known, 'peers'>): PeerEntry[] =>
  peers.all.filter(({ dialects, policy }) => dialects.has('2026') && policy.allowSend)

/** Those of them whose nonces are enough for signatures of so many hashes. */
export const signers = (context: Known, hashes: number): PeerEntry[] =>
  speakers(context).filter((peer) => context.nonces.isUsable(peer.xonly, hashes))

/** Whether one is online, has had a ping with us, and says nothing against answering. */
export function isWilling({ status, dialects }: PeerEntry): boolean {
  const dialect = dialects.get('2026')
  const isMet = dialect !== undefined && dialect.pingVersion !== null
  return status === 'online' && isMet && dialect.policy?.recv !== false
}
