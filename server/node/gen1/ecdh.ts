import { REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { refusal, request } from '../../contract/messages.ts'
import { isPoint } from '../../curve/hex.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { type EcdhPackage, parseEcdh } from '../../frostr/gen1/messages.ts'
import type { Asked } from '../ask.ts'
import { OURSELVES } from '../curve-work.ts'
import type { ExchangeOutcome } from '../exchanges.ts'
import type { FailureCode } from '../failure.ts'
import { type Attempt, type AttemptOutcome, askHedged } from '../hedge.ts'
import { hedgeDelay } from '../hedge-delay.ts'
import { tellCompleted } from '../journal.ts'
import type { PeerEntry } from '../peers.ts'
import { askMembers } from './ask.ts'
import type { Gen1Context } from './context.ts'

/**
 * Asks threshold − 1 peers for their parts of a key exchange. An answer can't be verified on this
 * wire. Never rejects.
 *
 * @param ecdhPk the other party's public key, 32 or 33 bytes, hex
 */
export async function exchange(
  context: Gen1Context,
  ecdhPk: string,
  avoid: ReadonlySet<string>,
): Promise<ExchangeOutcome> {
  const startedAt = context.now()
  const need = context.group.threshold - 1
  const launch = (peers: readonly PeerEntry[]) => attempt(context, ecdhPk, peers)
  const outcome =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: context.peers.all,
          generation: '1.x',
          operation: 'ecdh',
          need,
          timeout: REQUEST_TIMEOUT,
          hedgeAfter: (peers) => hedgeDelay(peers, 1),
          launch,
          onSilent: context.onSilent,
          distrusted: new Set([...context.distrusted.peers, ...avoid]),
          random: context.random,
        })
  const took = context.now() - startedAt
  if (!outcome.ok) {
    context.log.add('error', `ECDH failed: ${outcome.reason}`, { took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { secret, peers } = outcome.value
  tellCompleted(context, 'ecdh', {
    peers,
    took,
  })
  return { ok: true, value: { secret, peers: peers.map((peer) => peer.xonly) } }
}

interface Combined {
  secret: string
  peers: readonly PeerEntry[]
}

function attempt(
  context: Gen1Context,
  ecdhPk: string,
  peers: readonly PeerEntry[],
): Attempt<Combined> {
  const members = [context.self.idx, ...peers.map((peer) => peer.idx)].sort()
  let asked: Asked<EcdhPackage> | undefined
  let cancelled = false

  const exchange = async (): Promise<AttemptOutcome<Combined>> => {
    const own = await context.work
      .run(OURSELVES, 'keyshare', { members, ecdhPk })
      .catch(() => 'invalid' as const)
    if (own === 'invalid') return failed(refusal.publicKeyInvalid, { code: 'invalid' })
    if (own === null || cancelled) return failed(request.stopped, { code: 'stopped' })
    asked = askMembers<EcdhPackage>(context, peers, {
      requestTag: '/ecdh/req',
      answerTag: '/ecdh/res',
      data: JSON.stringify(own),
      check: (data, peer) => checkAnswer(own, data, peer),
    })
    const answers = await asked.answers
    if (!answers.ok) return answers
    try {
      const packages = [own, ...answers.values.values()]
      const secret = await context.work.run(OURSELVES, 'exchange', packages)
      if (secret === null) return failed(request.stopped, { code: 'stopped' })
      return { ok: true, value: { secret, peers } }
    } catch {
      // The key shares add up to no point. Among several peers nothing tells who made it so.
      const culprits = peers.length === 1 ? [...peers] : []
      for (const liar of culprits) context.distrusted.add(liar, refusal.keyshareInvalid)
      return failed(refusal.keyshareInvalid, { culprits })
    }
  }

  return {
    done: exchange(),
    // Whoever was not asked yet owes no answer.
    silent: () => asked?.controls.silent() ?? [],
    resend: () => asked?.controls.resend(),
    cancel: () => {
      cancelled = true
      asked?.controls.cancel()
    },
  }
}

const failed = (
  reason: string,
  { code, culprits = [] }: { code?: FailureCode; culprits?: PeerEntry[] },
) => ({ ok: false as const, reason, code, culprits })

function checkAnswer(own: EcdhPackage, data: string, peer: PeerEntry): Result<EcdhPackage> {
  const parsed = parseEcdh(data)
  if (!parsed.ok) return parsed
  const { idx, members, ecdh_pk, keyshare } = parsed.value
  if (idx !== peer.idx) return fail(refusal.indexMismatch)
  if (ecdh_pk.toLowerCase() !== own.ecdh_pk || members.join() !== own.members.join()) {
    return fail(refusal.otherExchange)
  }
  return isPoint(keyshare) ? ok(parsed.value) : fail(refusal.keyshareInvalid)
}
