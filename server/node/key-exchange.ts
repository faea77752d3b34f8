import type { GenerationName } from '../contract/generations.ts'
import { node, refusal, request } from '../contract/messages.ts'
import type { Result } from '../errors.ts'
import type { Permit } from '../rules/judge.ts'
import type { Asked } from './ask-peers.ts'
import type { ExchangeOutcome } from './exchanges.ts'
import type { FailureCode } from './failure.ts'
import { type Attempt, type AttemptOutcome, askHedged } from './hedge.ts'
import { hedgeDelay } from './hedge-delay.ts'
import { type Journal, tellCompleted } from './journal.ts'
import type { KeyUse } from './key-use.ts'
import type { PeerEntry } from './peers.ts'

/** What a set of peers has made with us. */
export interface Combined {
  secret: string
  peers: readonly PeerEntry[]
}

/** What a key exchange needs in either generation. */
export interface ExchangeContext extends Pick<Journal, 'log'> {
  group: { threshold: number }
  self: { idx: number }
  distrusted: { readonly peers: ReadonlySet<string>; add(peer: PeerEntry, reason: string): void }
  onSilent(peer: PeerEntry): void
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  now: () => number
  random: () => number
}

/** How a generation exchanges; `P` is one member's key share, as it goes over the wire. */
export interface ExchangeWays<P> {
  generation: GenerationName
  /** The peers that it may ask. */
  peers: readonly PeerEntry[]
  /** Our key share for a set of members; null when the node stops. */
  own(members: number[]): Promise<Result<P> | null>
  /** Asks for theirs. */
  ask(peers: readonly PeerEntry[], own: P): Asked<P>
  /** The shared point; null when the node stops. Rejects when the key shares don't make one. */
  combine(packages: P[]): Promise<string | null>
  /** Has others confirm the first set's result. */
  confirm?(first: Combined, launch: Launch): Promise<AttemptOutcome<Combined>>
}

type Launch = (peers: readonly PeerEntry[]) => Attempt<Combined>

/**
 * Asks threshold − 1 peers for their key shares, and adds ours. Never rejects.
 *
 * @param avoid x-only keys of peers that are asked only if there is no other
 */
export async function exchangeKeys<P>(
  context: ExchangeContext,
  permit: Permit<KeyUse>,
  ways: ExchangeWays<P>,
  avoid: ReadonlySet<string>,
): Promise<ExchangeOutcome> {
  const startedAt = context.now()
  const need = context.group.threshold - 1
  const launch: Launch = (peers) => attempt(context, ways, peers)
  const first =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: ways.peers,
          generation: ways.generation,
          operation: 'ecdh',
          need,
          timeout: context.requestTimeout,
          hedgeAfter: (peers) => hedgeDelay(peers, 1),
          launch,
          onSilent: context.onSilent,
          distrusted: new Set([...context.distrusted.peers, ...avoid]),
          signal: permit.signal,
          random: context.random,
        })
  const outcome = first.ok && ways.confirm ? await ways.confirm(first.value, launch) : first
  const took = context.now() - startedAt
  if (!outcome.ok) {
    context.log.add('error', `ECDH failed: ${outcome.reason}`, { took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { secret, peers } = outcome.value
  tellCompleted(context, 'ecdh', { peers, took })
  return { ok: true, value: { secret, peers: peers.map((peer) => peer.xonly) } }
}

function attempt<P>(
  context: ExchangeContext,
  ways: ExchangeWays<P>,
  peers: readonly PeerEntry[],
): Attempt<Combined> {
  const members = [context.self.idx, ...peers.map((peer) => peer.idx)]
  let asked: Asked<P> | undefined
  let cancelled = false

  const run = async (): Promise<AttemptOutcome<Combined>> => {
    const made = await ways.own(members)
    if (made === null || (made.ok && cancelled)) return failed(request.stopped, { code: 'stopped' })
    if (!made.ok) return failed(made.error, { code: 'invalid' })
    asked = ways.ask(peers, made.value)
    const answers = await asked.answers
    if (!answers.ok) return answers
    try {
      const secret = await ways.combine([made.value, ...answers.values.values()])
      if (secret === null) return failed(request.stopped, { code: 'stopped' })
      return { ok: true, value: { secret, peers } }
    } catch {
      // A key share is not a point, or they cancel out. With several peers, nothing tells whose
      // fault it is.
      const culprits = peers.length === 1 ? [...peers] : []
      for (const liar of culprits) context.distrusted.add(liar, refusal.keyshareInvalid)
      return failed(refusal.keyshareInvalid, { culprits })
    }
  }

  return {
    done: run().catch(() => failed(node.nodeError, {})),
    // A peer that was not asked yet owes no answer.
    silent: () => asked?.controls.silent() ?? [],
    resend: () => asked?.controls.resend(),
    cancel: () => {
      cancelled = true
      asked?.controls.cancel()
    },
  }
}

export const failed = (
  reason: string,
  { code, culprits = [] }: { code?: FailureCode; culprits?: PeerEntry[] },
) => ({ ok: false as const, reason, code, culprits })
