import type { Context } from '../context.ts'
import { http, ownerEvent } from '../contract/messages.ts'
import type { Handlers } from '../http/mount.ts'
import { parseXOnly } from '../nostr/x-only.ts'
import { actorOf } from './actor.ts'

/** The members that have asked this device for the group, and what the owner says to each. */
export function onboardingRequestHandlers({
  supervisor,
  store,
  events,
}: Context): Pick<Handlers, 'onboardingRequests' | 'decideOnboarding'> {
  const list = () => ({ requests: supervisor.node?.onboarding.list ?? [] })

  return {
    onboardingRequests: ({ request }) => request.json(list()),

    decideOnboarding: (call) => {
      const { request, body } = call
      const xonly = parseXOnly(call.param('pubkey'))
      if (xonly === undefined) return request.json({ error: http.invalidPubkey }, 400)
      if (supervisor.node?.onboarding.decide(xonly, body.approve) !== true) {
        return request.json({ error: http.notAsked }, 404)
      }
      const answer = list()
      const asked = answer.requests.find(({ pubkey }) => parseXOnly(pubkey) === xonly)
      const { pubkey = xonly, index = 0 } = asked ?? {}
      const words = ownerEvent.onboardingDecided(pubkey.slice(0, 8), body.approve)
      const onboarding = body.approve ? 'approved' : 'refused'
      events.add('info', words, { peer: pubkey, index, generation: '2026', onboarding })
      store.audit.record({
        actor: actorOf(call),
        action: body.approve ? 'onboarding.approve' : 'onboarding.refuse',
        outcome: 'ok',
        detail: { peer: pubkey, index },
      })
      return request.json(answer)
    },
  }
}
