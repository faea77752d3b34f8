import { z } from 'zod'
import { http } from '#contract/codes.ts'
import { ownerEvent } from '#contract/messages.ts'
import { profileAnswer, profileUpdate } from '#contract/profile.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { route } from './route.ts'

/** The browser runs nothing, whatever is in the picture. */
const PICTURE_POLICY = "default-src 'none'; sandbox"

/** The profile that the identity has on nostr. */
export const profileRoutes = {
  profile: route({
    method: 'get',
    path: '/api/profile',
    scope: 'read',
    summary: 'Get the name that the identity has on nostr',
    description: 'Missing unless its owner lets Floe look for it.',
    answers: { 200: profileAnswer },
    handle: ({ request }, { keyset }) => request.json(keyset.profile.view()),
  }),

  profilePicture: route({
    method: 'get',
    path: '/api/profile/picture',
    scope: 'read',
    summary: "Get the identity's picture from nostr",
    description: 'A PNG, JPEG, GIF or WebP.',
    type: 'image/*',
    answers: { 200: z.string(), 404: errorAnswer },
    handle: ({ request }, { keyset }) => {
      const picture = keyset.profile.picture()
      if (picture === null) return request.json(http.notFound, 404)
      return request.body(new Uint8Array(picture.bytes), 200, {
        'Content-Type': picture.type,
        'Content-Disposition': 'inline',
        'Content-Security-Policy': PICTURE_POLICY,
        'Cache-Control': 'private, no-cache',
      })
    },
  }),

  saveProfile: route({
    method: 'put',
    path: '/api/profile',
    scope: 'admin',
    example: { body: { enabled: false } },
    summary: "Switch looking for the identity's name and picture on or off",
    description:
      "Looking for them tells the relays the identity's public key, and the server of the " +
      "picture this server's address.",
    body: profileUpdate,
    answers: { 200: profileAnswer, 400: errorAnswer },
    handle: ({ actor, body: { enabled }, request }, { keyset: { profile, kept, events } }) => {
      profile.enable(enabled)
      events.add('info', ownerEvent.profile(enabled))
      kept.audit.record({ actor, action: 'profile.set', outcome: 'ok', detail: { enabled } })
      return request.json(profile.view())
    },
  }),
}
