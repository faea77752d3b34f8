import { request } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { protocolTexts, refusal } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { CheckedParts } from '#protocol/ecdh-proof.ts'
import type { Failure } from '../failure.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { logCompleted, type ProtocolLog } from '../protocol-log.ts'
import type { SharedContext } from '../shared-context.ts'
import type { Asked } from '../signing/ask-peers.ts'
import {
  ATTEMPT_STOPPED,
  type Attempt,
  type AttemptOutcome,
  askHedged,
  attemptFailed,
  hedgeDelay,
  type Persons,
} from '../signing/hedge.ts'
import type { EcdhOperation, ExchangeOutcome } from './shared-secrets.ts'

/** The secrets that a set of peers has computed with us. */
interface Combined {
  secrets: readonly string[]
  peers: readonly PeerEntry[]
}

/** The shared points, one per key: compressed, 33 bytes, hex. */
export type SecretsOutcome = { ok: true; secrets: readonly string[]; isProven: boolean } | Failure

/** The outcome of an exchange for one key. */
export const ofOneKey = (outcome: SecretsOutcome, at = 0): ExchangeOutcome =>
  outcome.ok
    ? { ok: true, value: { secret: outcome.secrets[at] ?? '', isProven: outcome.isProven } }
    : outcome

/** What a key exchange needs in either protocol. */
export interface ExchangeContext extends SharedContext, Pick<ProtocolLog, 'log'> {
  group: { threshold: number }
}

/** How a protocol exchanges keys; `O` is our own part, `A` a peer's answer. */
export interface ExchangeSteps<O, A> {
  protocol: ProtocolName
  /** The peers that may be asked. */
  peers: readonly PeerEntry[]
  /** How many keys are exchanged. */
  keys: number
  /** A failure is not logged, because another attempt follows. */
  isTrial: boolean
  /** Whether every part is proved right before it is used. */
  isProven: boolean
  /** How many round trips a peer may need. */
  trips: number
  /** Without it, no person is waited for beyond the time-out. */
  persons?: Persons
  /** As in `HedgedRequest`. */
  isBack?(peer: PeerEntry): Promise<boolean>
  /** Our own part for a set of members; null when the signer stops. */
  own(members: number[]): Promise<Result<O> | null>
  /** Asks the peers for their parts. */
  ask(peers: readonly PeerEntry[], own: O): Asked<A>
  /** Checks the peers' parts as far as possible; null when the signer stops. */
  check(own: O, answers: A[]): Promise<readonly CheckedParts[] | null>
  /** Computes the shared points; null when the signer stops. Rejects when the parts are not points. */
  combine(own: O, answers: A[], checked: readonly CheckedParts[]): Promise<readonly string[] | null>
}

/** Asks threshold − 1 peers for their parts, and adds ours. Never rejects. */
export async function exchangeKeys<O, A>(
  context: ExchangeContext,
  permit: Permit<EcdhOperation>,
  steps: ExchangeSteps<O, A>,
): Promise<SecretsOutcome> {
  const startedAt = context.now()
  const need = context.group.threshold - 1
  const launch = (peers: readonly PeerEntry[]) => attempt(context, steps, peers)
  const outcome = await askHedged({
    peers: steps.peers,
    protocol: steps.protocol,
    operation: 'ecdh',
    need,
    timeout: context.requestTimeout,
    hedgeAfter: (peers) => steps.trips * hedgeDelay(peers, steps.keys),
    launch,
    onSilent: context.onSilent,
    ...(steps.isBack && { isBack: steps.isBack }),
    persons: steps.persons,
    isBusy: steps.persons?.isAsked,
    untrusted: context.untrusted.peers,
    signal: permit.signal,
    random: context.random,
  })
  const took = context.now() - startedAt
  if (!outcome.ok) {
    if (!steps.isTrial) context.log.add('error', `ECDH failed: ${outcome.why.error}`, { took })
    return { ok: false, why: outcome.why, code: outcome.code }
  }
  const { secrets, peers } = outcome.value
  logCompleted(context, 'ecdh', { peers, took, ...(steps.keys > 1 && { keys: steps.keys }) })
  return { ok: true, secrets, isProven: steps.isProven || need === 0 }
}

function attempt<O, A>(
  context: ExchangeContext,
  steps: ExchangeSteps<O, A>,
  peers: readonly PeerEntry[],
): Attempt<Combined> {
  const members = [context.self.idx, ...peers.map((peer) => peer.idx)]
  let asked: Asked<A> | undefined
  let cancelled = false

  const run = async (): Promise<AttemptOutcome<Combined>> => {
    const made = await steps.own(members)
    if (made === null || (made.ok && cancelled)) return ATTEMPT_STOPPED
    if (!made.ok) return attemptFailed(messageOf(made), { code: 'invalid' })
    asked = steps.ask(peers, made.value)
    const answers = await asked.done
    if (!answers.ok) return answers
    const parts = [...answers.value.values()]
    const checked = await steps.check(made.value, parts)
    if (checked === null) return ATTEMPT_STOPPED
    const wrong = checked.flatMap(({ idx, weight }) => (weight === null ? [idx] : []))
    const blamed = peers.filter(({ idx }) => wrong.includes(idx))
    if (blamed.length > 0) return blame(context, blamed)
    try {
      const secrets = await steps.combine(made.value, parts, checked)
      return secrets === null ? ATTEMPT_STOPPED : { ok: true, value: { secrets, peers } }
    } catch {
      // A part is not a point, or parts cancel out. With several peers it is unknown whose part is wrong.
      const culprits = peers.length === 1 ? [...peers] : []
      for (const peer of culprits) context.untrusted.add(peer, refusal.keyshareInvalid)
      return attemptFailed({ error: refusal.keyshareInvalid }, { culprits })
    }
  }

  return {
    done: run().catch(() => attemptFailed({ error: protocolTexts.nodeError })),
    // Until the peers are asked, nobody is silent.
    silent: () => asked?.silent() ?? [],
    resend: (isFor) => asked?.resend(isFor),
    cancel: () => {
      cancelled = true
      asked?.cancel()
    },
  }
}

function blame({ untrusted }: ExchangeContext, blamed: PeerEntry[]) {
  for (const peer of blamed) untrusted.add(peer, refusal.keyshareWrong)
  const names = blamed.map(({ pubkey }) => pubkey.slice(0, 8))
  return attemptFailed(request.keyshareWrong(names), { culprits: blamed })
}
