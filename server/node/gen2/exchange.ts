import { gen2Refusal } from '../../contract/messages.ts'
import type { EcdhPackage } from '../../frostr/gen2/messages.ts'
import { checkEcdhResponse } from '../../frostr/gen2/session.ts'
import type { Permit } from '../../rules/judge.ts'
import { OURSELVES } from '../curve-work.ts'
import type { ExchangeOutcome } from '../exchanges.ts'
import type { Attempt, AttemptOutcome } from '../hedge.ts'
import { hedgeDelay } from '../hedge-delay.ts'
import { type Combined, exchangeKeys, failed } from '../key-exchange.ts'
import type { KeyUse } from '../key-use.ts'
import type { PeerEntry } from '../peers.ts'
import { askMembers } from './ask-members.ts'
import { speakers, willing } from './candidates.ts'
import type { Gen2Context } from './context.ts'

/** At most this many other sets are asked to confirm the first one's result. */
const WITNESSES = 2

/**
 * The point that the group shares with a key: threshold − 1 peers' key shares and ours, weighted.
 * No answer carries a proof, so if another set of peers is online, it is asked too, and both
 * results must agree. Never rejects.
 *
 * @param ecdhPk x-only
 */
export function exchange(
  context: Gen2Context,
  permit: Permit<KeyUse>,
  ecdhPk: string,
  avoid: ReadonlySet<string>,
): Promise<ExchangeOutcome> {
  const { work } = context
  return exchangeKeys<EcdhPackage>(
    context,
    permit,
    {
      generation: '2026',
      peers: speakers(context, 'ecdh'),
      own: (members) =>
        work.run(
          OURSELVES,
          'keyshares',
          { members: members.toSorted((a, b) => a - b), keys: [ecdhPk] },
          { permit },
        ),
      ask: (peers, own) =>
        askMembers(context, peers, {
          // With our part: whoever is asked and has threshold − 1 others could go without us.
          message: { type: 'EcdhRequest', data: { ...own, weighted: true } },
          answerType: 'EcdhResponse',
          signal: permit.signal,
          check: (answer, peer) => checkEcdhResponse(answer, own, peer.idx),
        }),
      combine: (packages) => work.run(OURSELVES, 'weigh', packages),
      confirm: (first, launch) => confirm(context, first, launch),
    },
    avoid,
  )
}

/**
 * Asks other sets of online peers until two results agree. If no other peers that haven't lied
 * lately are there to confirm a result, it is accepted as it is.
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

/** A witness that comes too late does not count. */
async function inTime<T>(attempt: Attempt<T>, ms: number): Promise<AttemptOutcome<T>> {
  const timer = setTimeout(() => attempt.cancel(), ms)
  const outcome = await attempt.done
  clearTimeout(timer)
  return outcome
}
