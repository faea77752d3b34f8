import { protocolTexts, refusal, request } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { CheckedParts } from '#protocol/ecdh-proof.ts'
import type { Failure, FailureCode } from '../failure.ts'
import { type Journal, tellCompleted } from '../journal.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { Asked } from '../signing/ask-peers.ts'
import { type Attempt, type AttemptOutcome, askHedged, type Persons } from '../signing/hedge.ts'
import { hedgeDelay } from '../signing/hedge-delay.ts'
import type { KeyUse } from './key-use.ts'

/** What a set of peers has made with us. */
interface Combined {
  secrets: readonly string[]
  peers: readonly PeerEntry[]
}

/** The shared points, one for each key: compressed, 33 bytes, hex. */
export type SecretsOutcome = { ok: true; secrets: readonly string[]; isProven: boolean } | Failure

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

/** How a generation exchanges; `O` is what we ask with, `A` a member's answer. */
export interface ExchangeWays<O, A> {
  generation: ProtocolName
  /** The peers that it may ask. */
  peers: readonly PeerEntry[]
  /** How many keys it is about. */
  keys: number
  /** A failure is nobody's: it is tried in another way then. Otherwise it is told. */
  isTrial: boolean
  /** Whether every part is proved right before any is used. */
  isProven: boolean
  /** How often a peer may have to be asked. */
  trips: number
  /** Without it, no peer's person is waited for. */
  persons?: Persons
  /** As `askHedged` has it. */
  isBack?(peer: PeerEntry): Promise<boolean>
  /** Our own part for a set of members; null when the node stops. */
  own(members: number[]): Promise<Result<O> | null>
  /** Asks for theirs. */
  ask(peers: readonly PeerEntry[], own: O): Asked<A>
  /** Whether their parts are right, as far as that can be told; null when the node stops. */
  check(own: O, answers: A[]): Promise<readonly CheckedParts[] | null>
  /** The shared points; null when the node stops. Rejects when the parts don't make them. */
  combine(own: O, answers: A[], checked: readonly CheckedParts[]): Promise<readonly string[] | null>
}

/** Asks threshold − 1 peers for their parts, and adds ours. Never rejects. */
export async function exchangeKeys<O, A>(
  context: ExchangeContext,
  permit: Permit<KeyUse>,
  ways: ExchangeWays<O, A>,
): Promise<SecretsOutcome> {
  const startedAt = context.now()
  const need = context.group.threshold - 1
  const launch = (peers: readonly PeerEntry[]) => attempt(context, ways, peers)
  const outcome =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: ways.peers,
          generation: ways.generation,
          operation: 'ecdh',
          need,
          timeout: context.requestTimeout,
          hedgeAfter: (peers) => ways.trips * hedgeDelay(peers, ways.keys),
          launch,
          onSilent: context.onSilent,
          ...(ways.isBack && { isBack: ways.isBack }),
          persons: ways.persons,
          isBusy: ways.persons?.isAsked,
          distrusted: context.distrusted.peers,
          signal: permit.signal,
          random: context.random,
        })
  const took = context.now() - startedAt
  if (!outcome.ok) {
    if (!ways.isTrial) context.log.add('error', `ECDH failed: ${outcome.reason}`, { took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { secrets, peers } = outcome.value
  tellCompleted(context, 'ecdh', { peers, took, ...(ways.keys > 1 && { keys: ways.keys }) })
  return { ok: true, secrets, isProven: ways.isProven || need === 0 }
}

function attempt<O, A>(
  context: ExchangeContext,
  ways: ExchangeWays<O, A>,
  peers: readonly PeerEntry[],
): Attempt<Combined> {
  const members = [context.self.idx, ...peers.map((peer) => peer.idx)]
  let asked: Asked<A> | undefined
  let cancelled = false

  const run = async (): Promise<AttemptOutcome<Combined>> => {
    const made = await ways.own(members)
    if (made === null || (made.ok && cancelled)) return STOPPED
    if (!made.ok) return failed(made.error, { code: 'invalid' })
    asked = ways.ask(peers, made.value)
    const answers = await asked.answers
    if (!answers.ok) return answers
    const parts = [...answers.values.values()]
    const checked = await ways.check(made.value, parts)
    if (checked === null) return STOPPED
    const wrong = checked.flatMap(({ idx, weight }) => (weight === null ? [idx] : []))
    const liars = peers.filter(({ idx }) => wrong.includes(idx))
    if (liars.length > 0) return accuse(context, liars)
    try {
      const secrets = await ways.combine(made.value, parts, checked)
      return secrets === null ? STOPPED : { ok: true, value: { secrets, peers } }
    } catch {
      // A part is not a point, or they cancel out. With several peers, nothing tells whose fault it
      // is.
      const culprits = peers.length === 1 ? [...peers] : []
      for (const liar of culprits) context.distrusted.add(liar, refusal.keyshareInvalid)
      return failed(refusal.keyshareInvalid, { culprits })
    }
  }

  return {
    done: run().catch(() => failed(protocolTexts.nodeError, {})),
    // A peer that was not asked yet owes no answer.
    silent: () => asked?.controls.silent() ?? [],
    resend: (isFor) => asked?.controls.resend(isFor),
    cancel: () => {
      cancelled = true
      asked?.controls.cancel()
    },
  }
}

function accuse({ distrusted }: ExchangeContext, liars: PeerEntry[]) {
  for (const liar of liars) distrusted.add(liar, refusal.keyshareWrong)
  const names = liars.map(({ pubkey }) => pubkey.slice(0, 8))
  return failed(request.keyshareWrong(names), { culprits: liars })
}

const failed = (
  reason: string,
  { code, culprits = [] }: { code?: FailureCode; culprits?: PeerEntry[] },
) => ({ ok: false as const, reason, code, culprits })

const STOPPED = failed(request.stopped, { code: 'stopped' })
