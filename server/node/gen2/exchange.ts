import { ok, type Result } from '../../errors.ts'
import type { Check } from '../../frostr/exchange-work.ts'
import { newRequestId } from '../../frostr/gen2/envelope.ts'
import { memberAt } from '../../frostr/gen2/group.ts'
import type { EcdhPackage } from '../../frostr/gen2/messages.ts'
import { checkEcdhResponse } from '../../frostr/gen2/session.ts'
import type { Permit } from '../../rules/judge.ts'
import { OURSELVES } from '../curve-work.ts'
import type { ExchangeOutcome } from '../exchanges.ts'
import { exchangeKeys } from '../key-exchange.ts'
import type { KeyUse } from '../key-use.ts'
import { askMembers } from './ask-members.ts'
import { speakers } from './candidates.ts'
import type { Gen2Context } from './context.ts'

/** What we ask with: our parts, and what theirs are checked by; null when there is nobody to ask. */
interface Own {
  id: string
  request: EcdhPackage
  check: Check | null
}

/**
 * The point that the group shares with a key: threshold − 1 peers' parts and ours, weighted. Each
 * peer is asked for its part of a blinded key as well, which proves that both are right. Never
 * rejects.
 *
 * @param ecdhPk x-only
 */
export function exchange(
  context: Gen2Context,
  permit: Permit<KeyUse>,
  ecdhPk: string,
): Promise<ExchangeOutcome> {
  const { work } = context
  return exchangeKeys<Own, EcdhPackage>(context, permit, {
    generation: '2026',
    peers: speakers(context, 'ecdh'),
    isProven: true,
    trips: 1,
    own: (members) => ownParts(context, permit, ecdhPk, members),
    ask: (peers, { id, request }) =>
      askMembers(context, peers, {
        id,
        // With our parts: whoever is asked and has threshold − 1 others could go without us.
        message: { type: 'EcdhRequest', data: request },
        answerType: 'EcdhResponse',
        signal: permit.signal,
        check: (answer, peer) => checkEcdhResponse(answer, request, peer.idx),
      }),
    wrong: async (own, answers) => wrongMembers(context, own, answers),
    combine: ({ request }, answers) => work.run(OURSELVES, 'weigh', [request, ...answers]),
  })
}

async function ownParts(
  context: Gen2Context,
  permit: Permit<KeyUse>,
  ecdhPk: string,
  members: number[],
): Promise<Result<Own> | null> {
  const { work, self } = context
  const input = { members: members.toSorted((a, b) => a - b), keys: [ecdhPk] }
  const made = await work.run(OURSELVES, 'keyshares', input, { permit })
  if (!made?.ok) return made
  const id = newRequestId()
  const [entry] = made.value.entries
  const request = { ...made.value, weighted: true }
  if (members.length === 1 || entry === undefined) return ok({ id, request, check: null })
  const check = await work.run(OURSELVES, 'blind', {
    publicKey: ecdhPk,
    own: { part: entry.keyshare, holder: holderOf(context, self.idx) },
    context: { asker: self.xonly, id },
  })
  if (check === null) return null
  const { key, keyshare, proof } = check
  const entries = [entry, { ecdh_pk: key, keyshare }]
  return ok({ id, request: { ...request, entries, blinded: proof }, check })
}

function wrongMembers(
  context: Gen2Context,
  { check }: Own,
  answers: EcdhPackage[],
): number[] | Promise<number[] | null> {
  if (check === null) return []
  const parts = answers.map(({ idx, entries: [first, second] }) => ({
    idx,
    part: first?.keyshare ?? '',
    second: second?.keyshare ?? '',
    holder: holderOf(context, idx),
  }))
  return context.work.run(OURSELVES, 'wrongParts', { blinding: check.blinding, parts })
}

/** Parts of this generation come without a weight. */
const holderOf = ({ group }: Gen2Context, idx: number) => ({
  pubkey: memberAt(group, idx)?.pubkey ?? '',
  weight: 1n,
})
