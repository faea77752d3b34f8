import { request } from '#contract/codes.ts'
import { NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { type Failure, STOPPED } from '../failure.ts'
import { allows, type Operation, type PeerEntry } from '../peers/peers.ts'
import { indexDistance } from '../peers/ping-schedule.ts'
import { speakers, willing } from './candidates.ts'
import type { V2Context } from './context.ts'
import { ifKept } from './nonce-store.ts'
import { pingPeer } from './ping.ts'

/**
 * Pings the peers that may hold nonces of ours from before the start. Until they list them, their
 * requests with those nonces are refused.
 */
export function askForReports(context: V2Context): void {
  const { peers, self } = context
  const byIndex = peers.all.toSorted(
    (one, other) => indexDistance(one, self.idx) - indexDistance(other, self.idx),
  )
  for (const peer of byIndex) {
    if (!awaitsReport(context, peer)) continue
    // The others are pinged by the monitor, or ping us.
    if (!context.mayPing()) return
    void pingPeer(context, peer, { idle: true })
  }
}

const awaitsReport = ({ nonces }: V2Context, { xonly }: PeerEntry): boolean =>
  ifKept(() => nonces.of(xonly).own.awaitsReport) ?? false

/** Whether a ping would bring nonces, or the list of ours, without which nothing can be signed. */
export function isWanting(context: V2Context, peer: PeerEntry): boolean {
  if (!peer.protocols.has('2026')) return false
  if (awaitsReport(context, peer)) return true
  return ifKept(() => context.nonces.of(peer.xonly).theirs.held < NONCES_REFILL_BELOW) ?? false
}

/**
 * Pings all peers that are not known to use this protocol, if too few are, as right after a start.
 * Resolves when enough have answered, or no more will; with the failure, unless the owner's policies are
 * the cause. Null when there are enough already. Never rejects.
 */
export function awaitEnough(
  context: V2Context,
  { need, operation }: { need: number; operation: Operation },
): Promise<Failure | null> | null {
  const met = () => willing(context, operation).length
  const isMet = () => met() >= need
  if (isMet()) return null
  const unknown = context.peers.all.filter(
    ({ protocols, policy }) => allows(policy, `send.${operation}`) && !protocols.has('2026'),
  )
  return new Promise((resolve) => {
    const pings = unknown.map(async (peer) => {
      const ping = await pingPeer(context, peer)
      if (isMet()) resolve(null)
      return ping.ok ? [] : [ping]
    })
    void Promise.all(pings).then((failures) => {
      const [failure] = failures.flat()
      const known = speakers(context, operation).length
      const isPolicy = known >= need || known + unknown.length < need
      if (isPolicy || failure === undefined) resolve(null)
      else if (failure.stopped) resolve(STOPPED)
      else resolve({ ok: false, why: request.tooFewMet(need, met(), failure) })
    })
  })
}
