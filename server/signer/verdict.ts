import type { SignerState } from '../contract/status.ts'
import type { RelayStatus } from '../relay/connection.ts'

export interface Verdict {
  state: SignerState
  /** Whether it can sign now and, if not, why: one line for an owner. */
  reason: string
  /** A relay is heard, and enough peers are online for a signature. */
  canSign: boolean
}

/**
 * - policy: the owner does not want it asked
 * - older: it speaks only a generation that is refused
 */
export type CosignerBarrier = 'policy' | 'older'

export interface NodeView {
  relays: readonly RelayStatus[]
  /** `barrier`: why it is none to sign with. */
  peers: readonly {
    status: 'online' | 'offline' | 'unknown'
    barrier: CosignerBarrier | null
  }[]
  /** Why nothing can be signed, whoever is online. */
  obstacle: string | null
  threshold: number
  /** Since when no relay is heard; Unix milliseconds. */
  silentSince: number
  /** Some relay has been heard since the node was started. */
  wasHeard: boolean
}

/** What the signer is and why, from what its relays and peers are. */
export function judge(node: NodeView, now: number): Verdict {
  const { relays } = node
  const problems = relays.flatMap(relayProblem)
  if (relays.some((relay) => relay.heard)) return judgePeers(node, problems)
  if (problems.length === 0 && !node.wasHeard) {
    const reason = `Connecting to ${count(relays.length, 'relay')}`
    return { state: 'starting', reason, canSign: false }
  }
  const silentFor = Math.round((now - node.silentSince) / 1000)
  const attempts = relays.flatMap((relay) => relay.nextAttemptAt ?? [])
  const next = Math.ceil((Math.min(...attempts) - now) / 1000)
  const when = attempts.length === 0 ? 'trying again now' : `trying again in ${Math.max(0, next)} s`
  const why = problems.length === 0 ? '' : ` (${problems.join('; ')})`
  return {
    state: 'reconnecting',
    reason: `Not hearing any relay for ${silentFor} s, ${when}${why}`,
    canSign: false,
  }
}

function judgePeers(node: NodeView, problems: readonly string[]): Verdict {
  const { peers, threshold, obstacle } = node
  if (obstacle !== null) return { state: 'degraded', reason: obstacle, canSign: false }
  const need = threshold - 1
  const present = peers.filter((peer) => peer.status === 'online')
  const behind = (barrier: CosignerBarrier | null) =>
    present.filter((peer) => peer.barrier === barrier).length
  const online = behind(null)
  const looking = peers.some(({ status, barrier }) => status === 'unknown' && barrier !== 'policy')
  const lonely = online < need || (peers.length > 0 && online === 0)
  const left = { older: behind('older'), policy: behind('policy') }
  const words = describePeers({ peers: peers.length, online, left, need, looking })
  return {
    state: problems.length > 0 || (lonely && !looking) ? 'degraded' : 'running',
    reason: [words, ...problems].join('. '),
    canSign: online >= need,
  }
}

function describePeers(counts: {
  peers: number
  online: number
  /** Online too, but not to sign with. */
  left: Record<CosignerBarrier, number>
  need: number
  looking: boolean
}): string {
  const { peers, online, left, need, looking } = counts
  if (peers === 0) return 'Ready: signs alone'
  const others = [
    ...(left.older === 0
      ? []
      : [`; ${left.older} more in the 1.x protocol, which is refused here`]),
    ...(left.policy === 0 ? [] : [`; ${left.policy} more, not to be asked by its policy`]),
  ]
  const present = `${online} of ${count(peers, 'peer')} online${others.join('')}`
  if (online >= need) return `Ready: ${present}`
  if (looking) return `Looking for peers: ${present}`
  return `Can't sign: ${count(need - online, 'more peer')} needed, ${present}`
}

function relayProblem(relay: RelayStatus): string[] {
  if (!relay.heard && relay.error !== null) return [`Not hearing ${relay.url}: ${relay.error}`]
  if (relay.rejection !== null) return [`${relay.url} refuses our events: ${relay.rejection}`]
  return []
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
