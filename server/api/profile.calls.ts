import { z } from 'zod'
import { errorAnswer } from '#contract/operations.ts'
import { profileAnswer, profileUpdate } from '#contract/profile.ts'
import type { Route } from '#http/route.ts'

/** The identity's profile on nostr. */
export const profileCalls = {
  profile: {
    method: 'get',
    path: '/api/profile',
    scope: 'read',
    limit: 'request',
    summary: 'The name that the identity has on nostr, if its owner wants that looked for',
    answers: { 200: profileAnswer },
  },
  profilePicture: {
    method: 'get',
    path: '/api/profile/picture',
    scope: 'read',
    limit: 'request',
    summary: 'Its picture: PNG, JPEG, GIF or WebP',
    type: 'image/*',
    answers: { 200: z.string(), 404: errorAnswer },
  },
  saveProfile: {
    method: 'put',
    path: '/api/profile',
    scope: 'admin',
    limit: 'request',
    summary:
      'Say whether the profile is looked for: that tells the relays the identity’s public key, and the ' +
      'server of the picture this server’s address',
    body: profileUpdate,
    answers: { 200: profileAnswer, 400: errorAnswer },
  },
} satisfies Record<string, Route>
