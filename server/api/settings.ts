import { http } from '#contract/codes.ts'
import * as env from '#contract/env.ts'
import { envKeys } from '#contract/keysets.ts'
import { messageOf, ofField, sentencesOf } from '#contract/message.ts'
import { httpDone as done, ownerEvent } from '#contract/messages.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import * as settings from '#contract/settings.ts'
import { route } from './route.ts'
import { RELAY } from './samples.ts'

/** What the signer runs on, and how it treats peers. A change is on the disk before it takes effect. */
export const settingsRoutes = {
  env: route({
    method: 'get',
    path: '/api/env',
    scope: 'admin',
    confirm: 'always',
    summary: 'Get the credentials, the share among them',
    answers: { 200: env.envAnswer },
    handle: ({ request }, { keyset }) => {
      const { SHARE_CRED, GROUP_CRED, GROUP_NAME, RELAYS } = keyset.settings()
      const relays = RELAYS.value
      return request.json({
        SHARE_CRED: SHARE_CRED.value,
        GROUP_CRED: GROUP_CRED.value,
        GROUP_NAME: GROUP_NAME.value,
        RELAYS: relays === undefined ? undefined : JSON.stringify(parseRelaysSetting(relays)),
      })
    },
  }),

  saveEnv: route({
    method: 'post',
    path: '/api/env',
    scope: 'admin',
    adminSecret: true,
    confirm: ({ SHARE_CRED, GROUP_CRED, RELAYS }) =>
      [SHARE_CRED, GROUP_CRED, RELAYS].some((value) => value !== undefined),
    example: { body: { GROUP_NAME: 'Family', RELAYS: JSON.stringify([RELAY]) } },
    summary: 'Save credentials',
    description:
      "A change is checked as a whole before any of it is saved. Only relays that can't be " +
      'used are left out: see `warnings`.',
    body: env.envUpdate,
    answers: { 200: env.envUpdateAnswer, 400: errorAnswer },
    handle: ({ actor, body, request }, { envChanges }) => {
      const saved = envChanges.save(body, { actor })
      if (!saved.ok) return request.json(messageOf(saved), 400)
      const { rejectedKeys, warnings } = saved.value
      return request.json({
        success: true,
        message: done.envUpdated,
        ...(rejectedKeys.length > 0 && { rejectedKeys }),
        ...(warnings.length > 0 && { warnings: sentencesOf(warnings) }),
      })
    },
  }),

  deleteEnv: route({
    method: 'post',
    path: '/api/env/delete',
    scope: 'admin',
    adminSecret: true,
    example: { body: { keys: ['GROUP_NAME'] } },
    summary: 'Delete credentials, and on request all saved share records',
    description: 'Deleted credentials stay deleted, even if the environment has them.',
    body: env.envDelete,
    invalidBody: http.keysArrayRequired,
    answers: { 200: env.envDeleteAnswer, 400: errorAnswer },
    handle: ({ actor, body, request }, { envChanges }) => {
      const { keys, shareRecords = false } = body
      if (typeof shareRecords !== 'boolean') {
        return request.json(ofField('shareRecords', http.mustBeBoolean), 400)
      }
      const known = envKeys.filter((key) => keys.includes(key))
      const removed = envChanges.remove(known, { actor, shareRecords })
      if (!removed.ok) return request.json(ofField('keys', removed), 400)
      const { deletedKeys, deletedShareRecords } = removed.value
      const rejectedKeys = keys.filter((key) => !envKeys.some((name) => name === key))
      return request.json({
        success: true,
        message: done.envDeleted,
        deletedKeys,
        ...(shareRecords && { deletedShareRecords }),
        ...(rejectedKeys.length > 0 && { rejectedKeys }),
      })
    },
  }),

  settings: route({
    method: 'get',
    path: '/api/settings',
    scope: 'admin',
    summary: 'Get how 1.x is answered, and whether onboarding waits for the owner',
    answers: { 200: settings.settings },
    handle: ({ request }, { keyset }) => request.json(keyset.protocol.inForce()),
  }),

  saveSettings: route({
    method: 'put',
    path: '/api/settings',
    scope: 'admin',
    confirm: 'always',
    example: {
      body: { approveOnboarding: true },
      answer: { firstGeneration: 'answer', approveOnboarding: true },
    },
    summary: 'Set how 1.x is answered, and whether onboarding waits for the owner',
    description: 'Fields that are left out stay as they are. A change is in force at once.',
    body: settings.settingsUpdate,
    answers: { 200: settings.settings, 400: errorAnswer },
    handle: ({ actor, body, request }, { keyset }) => {
      const { kept, events, supervisor, protocol, policy } = keyset
      const before = protocol.inForce()
      protocol.save(body)
      const after = protocol.inForce()
      supervisor.setV1Mode(after.firstGeneration)
      policy.review()
      for (const message of describeChange(before, after)) events.add('info', message, after)
      kept.audit.record({ actor, action: 'settings.save', outcome: 'ok', detail: after })
      return request.json(after)
    },
  }),
}

function describeChange(before: settings.Settings, after: settings.Settings): string[] {
  const { firstGeneration, approveOnboarding } = after
  return [
    ...(firstGeneration === before.firstGeneration
      ? []
      : [ownerEvent.firstGeneration[firstGeneration]]),
    ...(approveOnboarding === before.approveOnboarding
      ? []
      : [ownerEvent.approveOnboarding(approveOnboarding)]),
  ]
}
