import type { Context } from '#app/context.ts'
import { http, ownerEvent } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

/** A picture is nobody's page, whatever is in it. */
const PICTURE_POLICY = "default-src 'none'; sandbox"

/** The profile that the identity has on nostr. */
export function profileHandlers({
  keysets: {
    first: { profile, kept, events },
  },
}: Context): Pick<Handlers, 'profile' | 'profilePicture' | 'saveProfile'> {
  return {
    profile: ({ request }) => request.json(profile.view()),

    profilePicture: ({ request }) => {
      const picture = profile.picture()
      if (picture === null) return request.json({ error: http.notFound }, 404)
      return request.body(new Uint8Array(picture.bytes), 200, {
        'Content-Type': picture.type,
        'Content-Disposition': 'inline',
        'Content-Security-Policy': PICTURE_POLICY,
        'Cache-Control': 'private, no-cache',
      })
    },

    saveProfile: (call) => {
      const { enabled } = call.body
      profile.enable(enabled)
      events.add('info', ownerEvent.profile(enabled))
      kept.audit.record({
        actor: actorOf(call),
        action: 'profile.set',
        outcome: 'ok',
        detail: { enabled },
      })
      return call.request.json(profile.view())
    },
  }
}
