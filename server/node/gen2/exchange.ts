import { REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { gen2Refusal, node, refusal, request } from '../../contract/messages.ts'
import type { EcdhPackage } from '../../frostr/gen2/messages.ts'
import { checkEcdhResponse } from '../../frostr/gen2/session.ts'
import type { Asked } from '../ask.ts'
import { OURSELVES } from '../curve-work.ts'
import type { Exchanged, ExchangeOutcome } from '../exchanges.ts'
import type { FailureCode } from '../failure.ts'
import { type Attempt, type AttemptOutcome, askHedged } from '../hedge.ts'
import { hedgeDelay } from '../hedge-delay.ts'
import { tellCompleted } from '../journal.ts'
import type { PeerEntry } from '../peers.ts'
import { askMembers } from './ask.ts'
import { speakers, willing } from './candidates.ts'
import type { Gen2Context } from './context.ts'

/** So many other sets are asked at most to confirm what the first has made. */
const WITNESSES = 2

interface Combined {
  secret: string
  peers: readonly PeerEntry[]
}

/**
 * The point that the group shares with a key: threshold − 1 peers' key shares and ours, weighted. No
 * answer carries a proof, so that where another set of peers is online it is asked too, and both must
 * come to the same. Never rejects.
 *
 * @param ecdhPk x-only
 */
export async function exchange(
  context: Gen2Context,
  ecdhPk: string,
  avoid: ReadonlySet<string>,
): Promise<ExchangeOutcome> {
  const startedAt = context.now()
  const need = context.group.threshold - 1
  const launch = (peers: readonly PeerEntry[]) => attempt(context, ecdhPk, peers)
  const first =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: speakers(context, 'ecdh'),
          generation: '2026',
          operation: 'ecdh',
          need,
          timeout: REQUEST_TIMEOUT,
          hedgeAfter: (peers) => hedgeDelay(peers, 1),
          launch,
          onSilent: context.onSilent,
          distrusted: new Set([...context.distrusted.peers, ...avoid]),
          random: context.random,
        })
  const outcome = first.ok ? await confirm(context, first.value, launch) : first
  const took = context.now() - startedAt
  if (!outcome.ok) {
    context.log.add('error', `ECDH failed: ${outcome.reason}`, { took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { peers } = outcome.value
  tellCompleted(context, 'ecdh', {
    peers,
    took,
  })
  return { ok: true, value: exchanged(outcome.value) }
}

/**
 * Asks other sets of peers that are online, until two have come to the same; what nobody else is
 * there to confirm, who has not lied lately, is taken as it is.
 */
async function confirm(
  context: Gen2Context,
  first: Combined,
  launch: (peers: readonly PeerEntry[]) => Attempt<Combined>,
): Promise<AttemptOutcome<Combined>> {
  const need = context.group.threshold - 1
  const results = [first]
  const { peers: liars } = context.distrusted
  const others = willing(context, 'ecdh').filter(
    (peer) => !first.peers.includes(peer) && !liars.has(peer.xonly),
  )
  for (const other of need === 0 ? [] : others.slice(0, WITNESSES)) {
    const peers = [other, ...first.peers].slice(0, need)
    const witness = await inTime(launch(peers), hedgeDelay(peers, 1))
    if (!witness.ok) continue
    const { secret } = witness.value
    const same = results.find((result) => result.secret === secret)
    results.push(witness.value)
    if (same === undefined) continue
    for (const { secret: differs, peers: wrong } of results) {
      const [liar, more] =
        differs === secret ? [] : wrong.filter((one) => !same.peers.includes(one))
      if (liar && !more) context.distrusted.add(liar, gen2Refusal.exchangeDiffers)
    }
    return { ok: true, value: same }
  }
  return results.length === 1 ? { ok: true, value: first } : failed(gen2Refusal.exchangeDiffers, {})
}

/** A witness that is late is none. */
async function inTime<T>(attempt: Attempt<T>, ms: number): Promise<AttemptOutcome<T>> {
  const timer = setTimeout(() => attempt.cancel(), ms)
  const outcome = await attempt.done
  clearTimeout(timer)
  return outcome
}

function attempt(
  context: Gen2Context,
  ecdhPk: string,
  peers: readonly PeerEntry[],
): Attempt<Combined> {
  const members = [context.self.idx, ...peers.map((peer) => peer.idx)].toSorted((a, b) => a - b)
  let asked: Asked<EcdhPackage> | undefined
  let cancelled = false

  const run = async (): Promise<AttemptOutcome<Combined>> => {
    const made = await context.work.run(OURSELVES, 'keyshares', { members, keys: [ecdhPk] })
    if (made === null || cancelled) return failed(request.stopped, { code: 'stopped' })
    if (!made.ok) return failed(made.error, { code: 'invalid' })
    const own = made.value
    asked = askMembers(context, peers, {
      message: { type: 'EcdhRequest', data: { ...own, weighted: true } },
      answerType: 'EcdhResponse',
      check: (answer, peer) => checkEcdhResponse(answer, own, peer.idx),
    })
    const answers = await asked.answers
    if (!answers.ok) return answers
    const packages = [own, ...answers.values.values()]
    try {
      const secret = await context.work.run(OURSELVES, 'weigh', packages)
      if (secret === null) return failed(request.stopped, { code: 'stopped' })
      return { ok: true, value: { secret, peers } }
    } catch {
      // A key share is no point, or they cancel each other. Among several peers nothing tells whose.
      const culprits = peers.length === 1 ? [...peers] : []
      for (const liar of culprits) context.distrusted.add(liar, refusal.keyshareInvalid)
      return failed(refusal.keyshareInvalid, { culprits })
    }
  }

  return {
    done: run().catch(() => failed(node.nodeError, {})),
    silent: () => asked?.controls.silent() ?? [],
    resend: () => asked?.controls.resend(),
    cancel: () => {
      cancelled = true
      asked?.controls.cancel()
    },
  }
}

const exchanged = ({ secret, peers }: Combined): Exchanged => ({
  secret,
  peers: peers.map((peer) => peer.xonly),
})

const failed = (
  reason: string,
  { code, culprits = [] }: { code?: FailureCode; culprits?: PeerEntry[] },
) => ({ ok: false as const, reason, code, culprits })
