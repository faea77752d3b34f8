import type { PeerEntry } from '../peers.ts'
import { isWilling, speakers } from './candidates.ts'
import type { NextContext } from './context.ts'
import { pingPeer } from './ping.ts'

/** How long it is waited for what peers speak, of whom nothing was heard in it. Milliseconds. */
const ACQUAINTANCE = 1_500

/**
 * Pings the peers that may hold nonces of ours from before the start: until they have said so, what
 * they ask with them is refused, and they are not told.
 */
export function askForReports(context: NextContext): void {
  for (const peer of context.peers.all) {
    if (awaitsReport(context, peer)) void pingPeer(context, peer)
  }
}

/** A store that can't be read has warned of it, and nothing can be given. */
function awaitsReport({ nonces }: NextContext, { xonly }: PeerEntry): boolean {
  try {
    return nonces.awaitsReport(xonly)
  } catch {
    return false
  }
}

/**
 * Where this generation alone is spoken and too few peers were heard in it, as right after a start,
 * all others are pinged in it. Resolves when enough have answered, or no more will. Never rejects.
 */
export function meet(context: NextContext, need: number): Promise<void> | undefined {
  const isMet = () => speakers(context).filter(isWilling).length >= need
  if (isMet()) return undefined
  const strangers = context.peers.all.filter(
    ({ dialects, policy }) => policy.allowSend && !dialects.has('2026'),
  )
  return new Promise((resolve) => {
    const pings = strangers.map(async (peer) => {
      await pingPeer(context, peer, ACQUAINTANCE)
      if (isMet()) resolve()
    })
    void Promise.all(pings).then(() => resolve())
  })
}
