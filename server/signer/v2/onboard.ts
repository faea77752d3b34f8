import { protocolTexts } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import type { OnboardResponse } from '#protocol/v2/messages.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { askMembers } from './ask-members.ts'
import { isVersion1 } from './candidates.ts'
import type { V2Context } from './context.ts'
import { thrownFailure } from './not-persisted.ts'
import { ABOUT_GROUP } from './persons.ts'

/**
 * Asks a peer to let us join: it gets nonces of ours and answers with the group, which must be our
 * share's, and with its own nonces. Never rejects.
 */
export async function onboard(context: V2Context, peer: PeerEntry): Promise<Result<GroupPackage>> {
  try {
    const nonces = await context.nonces.advertiseAll(peer.xonly)
    const asked = askMembers(context, [peer], {
      message: { type: 'OnboardRequest', data: { version: 1, nonces } },
      about: [ABOUT_GROUP],
      answerType: 'OnboardResponse',
      check: (answer) => checkOnboardResponse(context, answer),
    })
    const answers = await asked.answers
    if (!answers.ok) return fail(answers.reason)
    const answer = answers.values.get(peer)
    if (answer === undefined) return fail(protocolTexts.nodeError)
    context.nonces.receive(peer.xonly, answer.nonces)
    context.log.add('bifrost', `Onboarded by ${peer.pubkey.slice(0, 8)}`, { peer: peer.pubkey })
    return ok(answer.group)
  } catch (error) {
    return fail(thrownFailure(error).reason)
  }
}

/** Why the group that a peer sent is not ours, or null. */
export function checkOnboardResponse(
  context: Pick<V2Context, 'share' | 'group'>,
  { group }: OnboardResponse,
): string | null {
  const joined = joinGroup(group, context.share.seckey, context.group.group_pk)
  return joined.ok ? null : joined.error
}

/** How long until the next try after one that brought nothing usable. Milliseconds. */
const AGAIN_AFTER = 10_000

/**
 * Has a peer send all nonces that it keeps for us, to replace those that we hold. Pings of version
 * 1 bring only new ones, and only once the peer believes that few are left. Those of version 2
 * bring the same ones until they are used; if the peer was put back to an earlier state, they count
 * as used here. The protocol's way to get them is the request of a device that joins, which any
 * member may make at any time and which is answered with a few more. Resolves to whether the peer
 * has sent any. Never rejects.
 */
export async function askForAll(context: V2Context, peer: PeerEntry): Promise<boolean> {
  const { nonces, askedForAll, persons, now } = context
  if (persons.isAskedFor(peer, [ABOUT_GROUP])) return false
  if (now() < (askedForAll.get(peer.xonly) ?? 0) + AGAIN_AFTER) return false
  try {
    const wanted = isVersion1(peer)
      ? await nonces.advertiseVersion1(peer.xonly, { isAnswer: true })
      : []
    // It must bring at least one. A nonce that the peer has in a request on its way is refused at
    // once.
    const own = wanted.length > 0 ? wanted : (await nonces.advertiseAll(peer.xonly)).slice(0, 1)
    if (own.length === 0) return false
    askedForAll.set(peer.xonly, now())
    const asked = askMembers(context, [peer], {
      message: { type: 'OnboardRequest', data: { version: 1, nonces: own } },
      about: [ABOUT_GROUP],
      answerType: 'OnboardResponse',
      check: (answer) => checkOnboardResponse(context, answer),
    })
    const answers = await asked.answers
    const answer = answers.ok ? answers.values.get(peer) : undefined
    if (answer !== undefined) nonces.replaceHeld(peer.xonly, answer.nonces)
    const isGiven = nonces.isUsable(peer.xonly, 1)
    context.onNonces(peer, isGiven)
    if (answer === undefined || !isGiven) return false
    askedForAll.delete(peer.xonly)
    return true
  } catch {
    return false
  }
}
