import { http, joining as texts } from '#contract/codes.ts'
import { envUpdateAnswer } from '#contract/env.ts'
import { messageOf } from '#contract/message.ts'
import { httpDone as done } from '#contract/messages.ts'
import { successAnswer } from '#contract/operations.ts'
import * as packages from '#contract/packages.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { parseXOnly } from '#nostr/x-only.ts'
import { route } from './route.ts'
import { DEVICE, PASSWORD, RELAY } from './samples.ts'

/** This device's own joining of a group, and the requests of others to join ours. */
export const joiningRoutes = {
  join: route({
    method: 'post',
    path: '/api/joining',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    example: { body: { package: 'bfonboard1...', password: PASSWORD, relays: [RELAY] } },
    summary: 'Start joining a group with a bfonboard package',
    description:
      "Of the package's relays, only those in `relays` are connected to. `GET /api/joining` shows the progress.",
    body: packages.joinRequest,
    answers: { 200: packages.onboardingState, 400: errorAnswer },
    handle: ({ actor, body, request }, { keyset: { joining, kept } }) => {
      const hasBegun = joining.begin(body)
      const outcome = hasBegun ? 'ok' : 'refused'
      kept.audit.record({ actor, action: 'onboarding.start', outcome })
      return hasBegun ? request.json(joining.state) : request.json(texts.underWay, 400)
    },
  }),

  joining: route({
    method: 'get',
    path: '/api/joining',
    scope: 'admin',
    summary: 'Get how far joining a group has come',
    description:
      'Once the credentials have arrived, the answer says which key they are for. No answer ' +
      'contains them.',
    answers: { 200: packages.onboardingState },
    handle: ({ request }, { keyset }) => request.json(keyset.joining.state),
  }),

  keepJoined: route({
    method: 'post',
    path: '/api/joining/save',
    scope: 'admin',
    confirm: 'always',
    example: { body: { name: 'Family' } },
    summary: 'Save the credentials that have arrived, and run the signer on them',
    body: packages.keepJoinedRequest,
    answers: { 200: envUpdateAnswer, 400: errorAnswer, 404: errorAnswer },
    handle: ({ actor, body, request }, { envChanges, keyset }) => {
      const { received } = keyset.joining
      if (received === null) return request.json(texts.nothing, 404)
      const { shareCredential, groupCredential, relays } = received
      const name = body.name ?? received.name
      const saved = envChanges.save(
        {
          ...{ SHARE_CRED: shareCredential, GROUP_CRED: groupCredential },
          ...(name !== '' && { GROUP_NAME: name }),
          RELAYS: JSON.stringify(relays),
        },
        { actor },
      )
      if (!saved.ok) return request.json(messageOf(saved), 400)
      const { warnings } = saved.value
      return request.json({
        success: true,
        message: done.envUpdated,
        ...(warnings.length > 0 && { warnings }),
      })
    },
  }),

  giveUpJoining: route({
    method: 'delete',
    path: '/api/joining',
    scope: 'admin',
    summary: 'Give up joining a group',
    description:
      'Everything that was made for it is deleted. After a failure, this only clears the ' +
      'state.',
    answers: { 200: successAnswer },
    handle: async ({ actor, request }, { keyset: { joining, kept } }) => {
      if (await joining.giveUp()) {
        kept.audit.record({ actor, action: 'onboarding.give-up', outcome: 'ok' })
      }
      return request.json({ success: true })
    },
  }),

  joinRequests: route({
    method: 'get',
    path: '/api/joining/requests',
    scope: 'admin',
    summary: 'List the members that have asked this device for the group',
    description: 'Since its signer started, without those that have signed since.',
    answers: { 200: packages.onboardingRequests },
    handle: ({ request }, { onboardingRequests }) =>
      request.json({ requests: onboardingRequests.list() }),
  }),

  decideJoinRequest: route({
    method: 'post',
    path: '/api/joining/requests/:pubkey',
    params: { pubkey: 'The public key of the member: 32 or 33 bytes, hex' },
    scope: 'admin',
    confirm: ({ approve }) => approve,
    example: { params: { pubkey: DEVICE }, body: { approve: true } },
    summary: 'Approve or refuse a member that has asked for the group',
    description: 'The decision holds for ten minutes.',
    body: packages.onboardingDecision,
    answers: { 200: packages.onboardingRequests, 400: errorAnswer, 404: errorAnswer },
    handle: ({ actor, body, param, request }, { onboardingRequests }) => {
      const xonly = parseXOnly(param('pubkey'))
      if (xonly === undefined) return request.json(http.invalidPubkey, 400)
      const decided = onboardingRequests.decide(xonly, { approve: body.approve, actor })
      if (!decided.ok) return request.json(messageOf(decided), 400)
      return decided.value
        ? request.json({ requests: onboardingRequests.list() })
        : request.json(http.notAsked, 404)
    },
  }),
}
