import { lagrange } from '#crypto/curve/scalars.ts'
import { ok, type Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { Check, CheckedParts } from '#protocol/ecdh-proof.ts'
import { newRequestId } from '#protocol/v2/envelope.ts'
import { memberAt } from '#protocol/v2/group.ts'
import type { EcdhPackage } from '#protocol/v2/messages.ts'
import { checkEcdhResponse } from '#protocol/v2/session.ts'
import { exchangeKeys, type SecretsOutcome } from '../ecdh/key-exchange.ts'
import type { EcdhOperation } from '../ecdh/shared-secrets.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { OURSELVES } from '../worker/work-queue.ts'
import { askMembers } from './ask-members.ts'
import { seenAnswer } from './build.ts'
import type { V2Context } from './context.ts'
import { aboutKey, alreadyAsked, mayAskPerson, splitByAsked, waitForPersons } from './persons.ts'

/** Our request, and what the answers are checked with; null when nobody is asked. */
interface Own {
  id: string
  request: EcdhPackage
  check: Check | null
}

export interface Exchange {
  /** X-only, each once. */
  keys: readonly string[]
  /** The peers that may be asked. */
  peers: readonly PeerEntry[]
  /** A failure is not logged, because the exchange is then tried in another way. */
  isTrial?: boolean
  /** Called with the keys that a peer answers only one by one. */
  onApart?(keys: readonly string[]): void
}

/**
 * Computes the points that the group shares with keys from the parts of threshold − 1 peers and ours.
 * Each peer is also asked for its part of a blinded key, which proves that its parts are right. Peers
 * whose person is already being asked about one of the keys are not asked. Never rejects.
 */
export async function exchange(
  context: V2Context,
  permit: Permit<EcdhOperation>,
  { keys, peers, isTrial = false, onApart }: Exchange,
): Promise<SecretsOutcome> {
  const { work, group } = context
  const about = keys.map(aboutKey)
  const { fresh, asked: withPersons } = splitByAsked(context, peers, about)
  const need = group.threshold - 1
  if (fresh.length < need && peers.length >= need) return alreadyAsked(withPersons)
  return exchangeKeys<Own, EcdhPackage>(context, permit, {
    ...{ protocol: '2026', peers: fresh, keys: keys.length, isTrial },
    persons: waitForPersons(context, 'ecdh'),
    // A peer whose person is still being asked has our request.
    isBack: async (peer) =>
      mayAskPerson(peer) && (await context.ping(peer)).success && !context.persons.isAsked(peer),
    isProven: true,
    trips: 1,
    own: (members) => ownParts(context, permit, keys, members),
    ask: (asked, { id, request }) =>
      askMembers(context, asked, {
        id,
        // The request contains our parts: with them, threshold − 1 peers get the secrets without us.
        message: { type: 'EcdhRequest', data: request },
        about,
        waitsForPersons: true,
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
  permit: Permit<EcdhOperation>,
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

/** Checks an answer. A peer that answers for a key and a blinded one also answers for more keys. */
function checkAnswer(
  { now }: V2Context,
  answer: EcdhPackage,
  request: EcdhPackage,
  { idx, protocols }: PeerEntry,
): string | null {
  const refused = checkEcdhResponse(answer, request, idx)
  const state = protocols.get('2026')
  if (refused === null && state) state.takesKeysSince ??= now()
  return refused
}

/**
 * Checks all parts, and finds their weights: with or without the Lagrange coefficient, whatever build the
 * peer was taken for. Records the build that the weight shows.
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
      const coefficient = lagrange(members, idx)
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
    const showsBuild = weight !== null && lagrange(members, idx) !== 1n
    if (peer && showsBuild) seenAnswer(context, peer, weight !== 1n)
  }
  return checked
}

const pubkeyOf = ({ group }: V2Context, idx: number): string => memberAt(group, idx)?.pubkey ?? ''
