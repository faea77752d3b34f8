import { igloo as texts } from '#contract/codes.ts'
import * as igloo from '#contract/igloo.ts'
import type { EnvKey } from '#contract/keysets.ts'
import { messageOf } from '#contract/message.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import { iglooDone as done } from '#contract/texts/igloo.ts'
import { type Api, iso, route } from '../route.ts'
import { RELAY } from '../samples.ts'

/** igloo-server's calls (v1.1.0) about its user. There is only one, whose credentials and relays are the keyset's. */
export const iglooUserRoutes = {
  userProfile: route({
    method: 'get',
    path: '/api/user/profile',
    scope: 'read',
    summary: 'Get the one user',
    answers: { 200: igloo.userProfile },
    handle: ({ request }, api) => request.json(iglooUserOf(api)),
  }),

  userCredentials: route({
    method: 'get',
    path: '/api/user/credentials',
    scope: 'admin',
    confirm: 'always',
    summary: 'Get the credentials, the share among them',
    answers: { 200: igloo.userCredentials },
    handle: ({ request }, { keyset }) => {
      const { SHARE_CRED, GROUP_CRED, GROUP_NAME, RELAYS } = keyset.settings()
      return request.json({
        group_cred: GROUP_CRED.value ?? null,
        share_cred: SHARE_CRED.value ?? null,
        relays: RELAYS.value === undefined ? null : parseRelaysSetting(RELAYS.value),
        group_name: GROUP_NAME.value ?? null,
      })
    },
  }),

  saveUserCredentials: saveCredentials('post'),
  replaceUserCredentials: saveCredentials('put'),

  deleteUserCredentials: route({
    method: 'delete',
    path: '/api/user/credentials',
    scope: 'admin',
    summary: 'Delete the credentials, their name and the relays',
    answers: { 200: successAnswer, 400: errorAnswer },
    handle: ({ actor, request }, { envChanges }) => {
      const removed = envChanges.remove(['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME', 'RELAYS'], {
        actor,
      })
      if (!removed.ok) return request.json(messageOf(removed), 400)
      return request.json({ success: true, message: done.credentialsDeleted })
    },
  }),

  userRelays: route({
    method: 'get',
    path: '/api/user/relays',
    scope: 'read',
    summary: 'List the relays that are set',
    answers: { 200: igloo.userRelays },
    handle: ({ request }, { keyset }) =>
      request.json({ relays: parseRelaysSetting(keyset.settings().RELAYS.value) }),
  }),

  saveUserRelays: saveRelays('post'),
  replaceUserRelays: saveRelays('put'),
}

function saveCredentials(method: 'post' | 'put') {
  return route({
    method,
    path: '/api/user/credentials',
    scope: 'admin',
    confirm: 'always',
    example: { body: { group_name: 'Family' } },
    summary: 'Save the credentials, their name and the relays',
    description: 'Fields that are left out stay as they are; null deletes.',
    body: igloo.userCredentialsUpdate,
    answers: { 200: successAnswer, 400: errorAnswer },
    handle: ({ actor, body, request }, { envChanges }) => {
      const { given, removed } = asEnv(body)
      const saved = envChanges.save(given, { actor, removed })
      return saved.ok
        ? request.json({ success: true, message: done.credentialsSaved })
        : request.json(messageOf(saved), 400)
    },
  })
}

function saveRelays(method: 'post' | 'put') {
  return route({
    method,
    path: '/api/user/relays',
    scope: 'admin',
    confirm: 'always',
    example: { body: { relays: [RELAY] } },
    summary: 'Save the relays',
    description: 'Null deletes them.',
    body: igloo.userRelaysUpdate,
    answers: { 200: successAnswer, 400: errorAnswer },
    handle: ({ actor, body: { relays }, request }, { envChanges }) => {
      if (relays === undefined) return request.json(texts.relaysMissing, 400)
      if (!isListOrNull(relays)) return request.json(texts.relaysForm, 400)
      const { given, removed } = asEnv({ relays })
      const saved = envChanges.save(given, { actor, removed })
      return saved.ok
        ? request.json({ success: true, message: done.relaysSaved })
        : request.json(messageOf(saved), 400)
    },
  })
}

/** The only user. Everybody who signs in is this user. */
export function iglooUserOf({ store, config, keyset }: Api): igloo.UserProfile {
  const owner = store.owner.get()
  return {
    id: igloo.IGLOO_USER,
    username: owner?.username ?? config.auth.basic?.username ?? 'owner',
    createdAt: owner && owner.changedAt > 0 ? iso(owner.changedAt) : null,
    hasCredentials: keyset.supervisor.hasCredentials,
  }
}

const isListOrNull = (relays: unknown): relays is string[] | null =>
  relays === null || (Array.isArray(relays) && relays.every((relay) => typeof relay === 'string'))

/** A change in the form of /api/env, and what it deletes. */
function asEnv(update: igloo.UserCredentialsUpdate): {
  given: Partial<Record<EnvKey, string>>
  removed: EnvKey[]
} {
  const { group_cred, share_cred, group_name, relays } = update
  const values = {
    GROUP_CRED: group_cred,
    SHARE_CRED: share_cred,
    GROUP_NAME: group_name,
    RELAYS: relays && JSON.stringify(relays),
  }
  const entries = Object.entries(values) as [EnvKey, string | null | undefined][]
  return {
    given: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
    removed: entries.flatMap(([key, value]) => (value === null ? [key] : [])),
  }
}
