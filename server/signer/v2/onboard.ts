import { protocolTexts } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import type { Nonce, OnboardResponse } from '#protocol/v2/messages.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { askMembers } from './ask-members.ts'
import { isVersion1 } from './candidates.ts'
import type { V2Context } from './context.ts'
import { thrownFailure } from './nonce-store.ts'
import { ABOUT_GROUP } from './persons.ts'

/**
 * Joins the group through a peer: sends it nonces of ours, and gets the group, which must be our
 * share's, and the peer's nonces. Never rejects.
 */
export async function onboard(context: V2Context, peer: PeerEntry): Promise<Result<GroupPackage>> {
  try {
    const asked = askToJoin(context, peer, await context.nonces.of(peer.xonly).own.advertiseAll())
    const answers = await asked.done
    if (!answers.ok) return fail(answers.why)
    const answer = answers.value.get(peer)
    if (answer === undefined) return fail(protocolTexts.nodeError)
    context.nonces.of(peer.xonly).theirs.receive(answer.nonces)
    context.log.add('bifrost', `Onboarded by ${peer.pubkey.slice(0, 8)}`, { peer: peer.pubkey })
    return ok(answer.group)
  } catch (error) {
    return fail(thrownFailure(error).why)
  }
}

/** How long until the next try after one without usable nonces. Milliseconds. */
const RETRY_INTERVAL = 10_000

/**
 * Makes a peer send all nonces that it keeps for us, to replace those that we hold. Pings of version 1
 * bring only new ones, and only once the peer believes that few are left. Those of version 2 bring the
 * same ones until they are used; if the peer was restored from a backup, we have used them already. The
 * protocol's way to get them all is the request of a device that joins: any member may make it at any
 * time, and the answer brings a few more. Resolves to whether the peer has sent any. Never rejects.
 */
export async function askForAll(context: V2Context, peer: PeerEntry): Promise<boolean> {
  const { nonces, askedForAll, persons, now } = context
  if (persons.isAskedFor(peer, [ABOUT_GROUP])) return false
  if (now() < (askedForAll.get(peer.xonly) ?? 0) + RETRY_INTERVAL) return false
  try {
    const wanted = isVersion1(peer)
      ? await nonces.of(peer.xonly).own.advertiseVersion1({ isAnswer: true })
      : []
    // The request must bring at least one. If the peer is already using it, that request is refused.
    const own =
      wanted.length > 0 ? wanted : (await nonces.of(peer.xonly).own.advertiseAll()).slice(0, 1)
    if (own.length === 0) return false
    askedForAll.set(peer.xonly, now())
    const answers = await askToJoin(context, peer, own).done
    const answer = answers.ok ? answers.value.get(peer) : undefined
    if (answer !== undefined) nonces.of(peer.xonly).theirs.replaceHeld(answer.nonces)
    const isGiven = nonces.of(peer.xonly).theirs.isUsable(1)
    context.onNonces(peer, isGiven)
    if (answer === undefined || !isGiven) return false
    askedForAll.delete(peer.xonly)
    return true
  } catch {
    return false
  }
}

const askToJoin = (context: V2Context, peer: PeerEntry, nonces: Nonce[]) =>
  askMembers(context, [peer], {
    message: { type: 'OnboardRequest', data: { version: 1, nonces } },
    about: [ABOUT_GROUP],
    answerType: 'OnboardResponse',
    check: (answer) => checkOnboardResponse(context, answer),
  })

/** Why the group that a peer sent is not ours, or null. */
function checkOnboardResponse(
  { share, group: own }: V2Context,
  { group }: OnboardResponse,
): string | null {
  const joined = joinGroup(group, share.seckey, own.group_pk)
  return joined.ok ? null : joined.error
}
