import { http } from '#contract/codes.ts'
import * as credentials from '#contract/credentials.ts'
import { messageOf } from '#contract/message.ts'
import * as packages from '#contract/packages.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { checkCredential, recover } from '#keysets/credentials.ts'
import { dealKeyset, makeV1Keyset, makeV2Keyset } from '#keysets/new-keyset.ts'
import { route } from './route.ts'
import { DEVICE, GROUP, OTHER_SHARE, RELAY, SHARE } from './samples.ts'

/**
 * Credentials: checking, making and dealing them, and recovering the key from them. Secrets are in answers
 * and nowhere else. The audit has only counts, and no name, because people paste what they should not.
 */
export const keysetRoutes = {
  recover: route({
    method: 'post',
    path: '/api/recover',
    scope: 'admin',
    limit: 'recover',
    confirm: 'always',
    example: {
      body: { groupCredential: GROUP, shareCredentials: [SHARE, OTHER_SHARE] },
      answer: {
        success: true,
        nsec: 'nsec1...',
        npub: 'npub1...',
        details: { sharesUsed: 2, thresholdRequired: 2 },
      },
    },
    summary: 'Recover the secret key from enough shares',
    description: 'Nothing is saved.',
    body: credentials.recoverRequest,
    invalidBody: http.recoverInvalid,
    badRequest: (why) => ({ success: false, ...why }),
    answers: { 200: credentials.recoverAnswer, 400: credentials.recoverRefusal },
    handle: ({ actor, body, request }, { keyset, reader }) => {
      const recovery = recover(body, reader)
      keyset.kept.audit.record({
        actor,
        action: 'recover',
        outcome: recovery.success ? 'ok' : 'refused',
        detail: {
          given: body.shareCredentials.length,
          valid: recovery.success ? recovery.details.sharesUsed : (recovery.details?.provided ?? 0),
          invalid: recovery.details?.invalidShares?.length ?? 0,
        },
      })
      return request.json(recovery, recovery.success ? 200 : 400)
    },
  }),

  validate: route({
    method: 'post',
    path: '/api/recover/validate',
    scope: 'admin',
    example: {
      body: { type: 'relay', credential: RELAY },
      answer: { success: true, validation: { isValid: true }, valid: true },
    },
    summary: 'Check a credential: is it valid, and if not, what is wrong with it',
    body: credentials.validateRequest,
    answers: { 200: credentials.validateAnswer, 400: errorAnswer },
    handle: ({ body: { type, credential }, request }, { config, reader }) =>
      request.json(checkCredential(type, credential, reader, config.relayHosts)),
  }),

  keyset: route({
    method: 'post',
    path: '/api/keyset',
    scope: 'admin',
    confirm: 'always',
    example: {
      body: { name: 'Family', threshold: 3, totalMembers: 5 },
      answer: { generation: '2026', npub: 'npub1...', pubkey: DEVICE, index: 1 },
    },
    summary: 'Make a keyset from a given secret key, or from a fresh one',
    description:
      'For the 2026 protocol (the default), this signer runs on the first share and keeps the ' +
      'others until they are handed out (`/api/spares`). For 1.x, all shares are in the ' +
      'answer, and nothing is saved.',
    body: credentials.keysetRequest,
    answers: { 200: credentials.keysetAnswer, 400: errorAnswer },
    handle: ({ actor, body, request }, { config: { relayHosts }, keyset, store }) => {
      const { threshold, totalMembers, secretKey, generation } = body
      const made =
        generation === '1.x'
          ? makeV1Keyset(body)
          : makeV2Keyset(body, { ...keyset, transaction: store.transaction, relayHosts })
      keyset.kept.audit.record({
        actor,
        action: 'keyset',
        outcome: made.ok ? 'ok' : 'refused',
        detail: {
          ...{ threshold, totalMembers, generation },
          key: secretKey === undefined ? 'new' : 'given',
        },
      })
      return made.ok ? request.json(made.value) : request.json(messageOf(made), 400)
    },
  }),

  dealKeyset: route({
    method: 'post',
    path: '/api/keyset/deal',
    scope: 'admin',
    limit: 'recover',
    confirm: 'always',
    example: {
      body: {
        groupCredential: GROUP,
        shareCredentials: [SHARE, OTHER_SHARE],
        name: 'Family',
        threshold: 3,
        totalMembers: 5,
        relays: [RELAY],
      },
    },
    summary: 'Deal fresh shares of a key from enough of its old ones',
    description:
      'The fresh shares are for the 2026 protocol: one for this device, and a bfonboard ' +
      'package with a password for each of the others. Nothing is saved.',
    body: packages.dealRequest,
    answers: { 200: packages.dealAnswer, 400: errorAnswer },
    handle: async ({ actor, body, request }, { config, keyset, packageKeys, reader }) => {
      const { relayHosts } = config
      const { threshold, totalMembers, shareCredentials } = body
      const dealt = await dealKeyset(body, { deriveKey: packageKeys, reader, relayHosts })
      keyset.kept.audit.record({
        actor,
        action: 'keyset.deal',
        outcome: dealt.ok ? 'ok' : 'refused',
        detail: { threshold, totalMembers, given: shareCredentials.length },
      })
      return dealt.ok ? request.json(dealt.value) : request.json(messageOf(dealt), 400)
    },
  }),
}
