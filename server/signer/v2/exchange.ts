import { ok, type Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { Check, CheckedParts } from '#protocol/ecdh-proof.ts'
import { weightOf } from '#protocol/v2/ecdh.ts'
import { newRequestId } from '#protocol/v2/envelope.ts'
import { memberAt } from '#protocol/v2/group.ts'
import type { EcdhPackage } from '#protocol/v2/messages.ts'
import { checkEcdhResponse } from '#protocol/v2/session.ts'
import { exchangeKeys, type SecretsOutcome } from '../ecdh/key-exchange.ts'
import type { KeyUse } from '../ecdh/key-use.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { OURSELVES } from '../worker/work-queue.ts'
import { askMembers } from './ask-members.ts'
import { seenAnswer } from './build.ts'
import type { V2Context } from './context.ts'
import {
  aboutKey,
  alreadyAsked,
  isBackWithout,
  mayAskPerson,
  splitByAsked,
  waitForPersons,
} from './persons.ts'

/** What we ask with: our parts, and what theirs are checked by; null when there is nobody to ask. */
interface Own {
  id: string
  request: EcdhPackage
  check: Check | null
}

export interface Exchange {
  /** X-only, each once. */
  keys: readonly string[]
  /** Who may be asked. */
  peers: readonly PeerEntry[]
  /** It is tried in another way if it fails, so a failure is not told. */
  isTrial?: boolean
  /** Told which keys a peer answers only one by one. */
  onApart?(keys: readonly string[]): void
}

/**
 * The points that the group shares with keys: threshold − 1 peers' parts and ours, weighted. Each
 * peer is asked for its part of a blinded key as well, made of all the others, which proves that its
 * parts are right. No peer is asked whose person is asked about one of the keys already. Never rejects.
 */
export async function exchange(
  context: V2Context,
  permit: Permit<KeyUse>,
  { keys, peers, isTrial = false, onApart }: Exchange,
): Promise<SecretsOutcome> {
  const { work, group } = context
  const about = keys.map(aboutKey)
  const { fresh, asked: withPersons } = splitByAsked(context, peers, about)
  const need = group.threshold - 1
  if (fresh.length < need && peers.length >= need) return alreadyAsked(withPersons)
  return exchangeKeys<Own, EcdhPackage>(context, permit, {
    ...{ generation: '2026', peers: fresh, keys: keys.length, isTrial },
    persons: waitForPersons(context, 'ecdh'),
    isBack: async (peer) =>
      mayAskPerson(peer) &&
      isBackWithout(
        context,
        peer,
        context.ping(peer).then(({ success }) => success),
      ),
    isProven: true,
    trips: 1,
    own: (members) => ownParts(context, permit, keys, members),
    ask: (asked, { id, request }) =>
      askMembers(context, asked, {
        id,
        // With our parts: whoever is asked and has threshold − 1 others could go without us.
        message: { type: 'EcdhRequest', data: request },
        about,
        isPatient: true,
        answerType: 'EcdhResponse',
        signal: permit.signal,
        ...(onApart && { onApart }),
        check: (answer, peer) => checkAnswer(context, answer, request, peer),
      }),
    check: async (own, answers) => checkParts(context, peers, own, answers),
    combine: ({ request }, answers, checked) =>
      work.run(OURSELVES, 'weigh', {
        packages: [request, ...answers],
        keys: keys.length,
        weighted: checked.flatMap(({ idx, weight }) => (weight === 1n ? [] : [idx])),
      }),
  })
}

async function ownParts(
  context: V2Context,
  permit: Permit<KeyUse>,
  keys: readonly string[],
  members: number[],
): Promise<Result<Own> | null> {
  const { work, self } = context
  const input = { members: members.toSorted((a, b) => a - b), keys }
  const made = await work.run(OURSELVES, 'keyshares', input, { permit })
  if (!made?.ok) return made
  const id = newRequestId()
  const { entries } = made.value
  const request = { ...made.value, weighted: true }
  if (members.length === 1) return ok({ id, request, check: null })
  const parts = entries.map(({ keyshare }) => keyshare)
  const check = await work.run(OURSELVES, 'blind', {
    publicKeys: keys,
    own: { parts, holder: { pubkey: pubkeyOf(context, self.idx), weight: 1n } },
    context: { asker: self.xonly, id },
  })
  if (check === null) return null
  const { key, keyshare, proof } = check
  const all = [...entries, { ecdh_pk: key, keyshare }]
  return ok({ id, request: { ...request, entries: all, blinded: proof }, check })
}

/** A peer that answers for two keys, as for any key and its blinded one, does so for more. */
function checkAnswer(
  { now }: V2Context,
  answer: EcdhPackage,
  request: EcdhPackage,
  { idx, dialects }: PeerEntry,
): string | null {
  const refused = checkEcdhResponse(answer, request, idx)
  const dialect = dialects.get('2026')
  if (refused === null && dialect) dialect.takesKeysSince ??= now()
  return refused
}

/**
 * Which parts are right, and with what weight: either of the two that devices give them, whatever runs
 * there was taken for. The one that does is noted.
 */
async function checkParts(
  context: V2Context,
  peers: readonly PeerEntry[],
  { request: { members }, check }: Own,
  answers: EcdhPackage[],
): Promise<readonly CheckedParts[] | null> {
  if (check === null) return []
  const peerAt = (idx: number) => peers.find((peer) => peer.idx === idx)
  const checked = await context.work.run(OURSELVES, 'checkParts', {
    blinding: check.blinding,
    members: answers.map(({ idx, entries }) => {
      const coefficient = weightOf(members, idx)
      const isBeta = peerAt(idx)?.build === 'igloo-beta'
      return {
        idx,
        parts: entries.slice(0, -1).map(({ keyshare }) => keyshare),
        ofBlinded: entries.at(-1)?.keyshare ?? '',
        member: {
          pubkey: pubkeyOf(context, idx),
          weights: isBeta ? [coefficient, 1n] : [1n, coefficient],
        },
      }
    }),
  })
  for (const { idx, weight } of checked ?? []) {
    const peer = peerAt(idx)
    const isTold = weight !== null && weightOf(members, idx) !== 1n
    if (peer && isTold) seenAnswer(context, peer, weight !== 1n)
  }
  return checked
}

const pubkeyOf = ({ group }: V2Context, idx: number): string => memberAt(group, idx)?.pubkey ?? ''
