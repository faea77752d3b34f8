import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { createOnboardingRequests } from '#keysets/onboarding-requests.ts'
import { parseXOnly } from '#nostr/x-only.ts'
import { actorOf } from './actor.ts'

/** The members that have asked this device for the group, and the owner's answer to each. */
export function joinRequestHandlers({
  keysets: {
    first: { kept, events, supervisor, policy },
  },
}: Context): Pick<Handlers, 'joinRequests' | 'decideJoinRequest'> {
  const onboarding = createOnboardingRequests({
    keyset: supervisor,
    policy,
    log: events,
    audit: (decision) => kept.audit.record(decision),
  })

  return {
    joinRequests: ({ request }) => request.json({ requests: onboarding.list() }),

    decideJoinRequest: (call) => {
      const { request, body } = call
      const xonly = parseXOnly(call.param('pubkey'))
      if (xonly === undefined) return request.json({ error: http.invalidPubkey }, 400)
      const decided = onboarding.decide(xonly, { approve: body.approve, actor: actorOf(call) })
      if (!decided.ok) return request.json({ error: decided.error }, 400)
      return decided.value
        ? request.json({ requests: onboarding.list() })
        : request.json({ error: http.notAsked }, 404)
    },
  }
}
