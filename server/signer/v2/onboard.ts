import { protocolTexts } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import type { OnboardResponse } from '#protocol/v2/messages.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { askMembers } from './ask-members.ts'
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
