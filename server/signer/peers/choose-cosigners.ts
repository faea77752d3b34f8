import type { ProtocolName } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { allows, isV1Blocked, type Operation, type PeerEntry, refusesIn } from './peers.ts'

const STATUS_RANK = { online: 0, unknown: 1, offline: 2 } as const

export interface CosignerChoice {
  peers: readonly PeerEntry[]
  /** How many peers must answer. */
  need: number
  /** The protocol to ask them in. */
  protocol: ProtocolName
  operation: Operation
  /** X-only keys of peers that answered wrongly in this request: not asked again. */
  excluded: ReadonlySet<string>
  /** X-only keys of peers that did not answer in this request: asked last. */
  silent: ReadonlySet<string>
  /** X-only keys of peers that answered wrongly lately: asked after all others. */
  untrusted: ReadonlySet<string>
  /** Whether a peer has enough to do: asked after its equals. */
  isBusy?: ((peer: PeerEntry) => boolean) | undefined
  random: () => number
}

/**
 * Chooses the peers of a request among those that the policy allows: online ones first, then unknown,
 * offline, and those that would refuse; at random among equals. Null when there are too few.
 */
export function chooseCosigners(choice: CosignerChoice): PeerEntry[] | null {
  const { peers, need, protocol, operation, excluded, isBusy = () => false, random } = choice
  const ranked = peers
    .filter((peer) => allows(peer.policy, `send.${operation}`) && !excluded.has(peer.xonly))
    .filter((peer) => protocol !== '1.x' || !isV1Blocked(peer))
    .map((peer) => ({ peer, rank: rankOf(peer, choice), tie: random() + (isBusy(peer) ? 1 : 0) }))
    .sort((a, b) => a.rank - b.rank || a.tie - b.tie)
  return ranked.length < need ? null : ranked.slice(0, need).map(({ peer }) => peer)
}

function rankOf(
  peer: PeerEntry,
  { protocol, operation, silent, untrusted }: CosignerChoice,
): number {
  const refuses = refusesIn(peer, protocol, operation)
  return (
    STATUS_RANK[peer.status] +
    (refuses ? 4 : 0) +
    (silent.has(peer.xonly) ? 8 : 0) +
    (untrusted.has(peer.xonly) ? 16 : 0)
  )
}

/** How long a peer that answered wrongly is asked after all others. Milliseconds. */
const DISTRUST = 60_000

/** The peers that answered wrongly lately. Each wrong answer is logged. */
export class UntrustedPeers {
  readonly #until = new Map<string, number>()
  readonly #log: KeysetLog
  readonly #now: () => number

  constructor(log: KeysetLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /** Their x-only keys. */
  get peers(): ReadonlySet<string> {
    const now = this.#now()
    for (const [peer, until] of this.#until) if (until <= now) this.#until.delete(peer)
    return new Set(this.#until.keys())
  }

  add(peer: PeerEntry, reason: string): void {
    this.#until.set(peer.xonly, this.#now() + DISTRUST)
    this.#log.add('error', `Peer ${peer.pubkey.slice(0, 8)} answered wrongly: ${reason}`, {
      peer: peer.pubkey,
      reason,
    })
  }
}
