import { http } from '#contract/codes.ts'
import * as credentials from '#contract/credentials.ts'
import { messageOf } from '#contract/message.ts'
import { httpDone as done } from '#contract/messages.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import {
  type CredentialPair,
  checkShareRecord,
  listShareRecords,
  outlineOfPair,
} from '#keysets/share-records.ts'
import { type Api, route } from './route.ts'
import { GROUP, ID, SHARE } from './samples.ts'

/** Saved share records, and what is saved without its secrets. */
export const shareRoutes = {
  credentials: route({
    method: 'get',
    path: '/api/credentials',
    scope: 'admin',
    summary: 'Get what is saved, without secrets: keyset, relays, share records',
    answers: { 200: credentials.credentialsAnswer },
    handle: ({ request }, api) => {
      const { config, keyset, reader } = api
      const pair = currentPair(api)
      return request.json({
        configured: pair !== undefined,
        name: keyset.settings().GROUP_NAME.value,
        relays: parseRelaysSetting(keyset.settings().RELAYS.value),
        relayHosts: [...config.relayHosts],
        keyset: pair === undefined ? null : outlineOfPair(pair, reader),
        records: recordsOf(api).map(({ id, name, savedAt, source, ...saved }) => ({
          ...{ id, name, savedAt, source },
          keyset: outlineOfPair(saved, reader),
        })),
      })
    },
  }),

  shares: route({
    method: 'get',
    path: '/api/shares',
    scope: 'admin',
    confirm: 'always',
    summary: 'List the share records, with their shares, the newest first',
    description: 'The credentials that the signer runs on are in the list too.',
    answers: { 200: credentials.shareRecords },
    handle: ({ request }, api) => request.json(recordsOf(api)),
  }),

  saveShare: route({
    method: 'post',
    path: '/api/shares',
    scope: 'admin',
    example: {
      body: { shareCredential: SHARE, groupCredential: GROUP, name: 'Family share 1' },
      answer: { success: true },
    },
    summary: 'Save a share record',
    description:
      'It replaces a record of the same credentials. Ten records are kept: the oldest is ' +
      'deleted for an eleventh.',
    body: credentials.shareRequest,
    answers: { 200: successAnswer, 400: errorAnswer },
    handle: ({ actor, body, request }, { keyset: { kept }, reader }) => {
      const record = checkShareRecord(body, kept.shares.list(), reader)
      if (record.ok) kept.shares.save(record.value)
      const outcome = record.ok ? 'ok' : 'refused'
      kept.audit.record({ actor, action: 'share.save', outcome })
      return record.ok
        ? request.json({ success: true, message: done.shareSaved })
        : request.json(messageOf(record), 400)
    },
  }),

  deleteShare: route({
    method: 'delete',
    path: '/api/shares/:id',
    params: { id: 'The id of the record, from `GET /api/shares`' },
    scope: 'admin',
    example: { params: { id: ID } },
    summary: 'Delete a saved share record, for good',
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: ({ actor, param, request }, { keyset: { kept } }) => {
      const id = param('id')
      const isDeleted = kept.shares.delete(id)
      if (!isDeleted) return request.json(http.noSavedShare, 404)
      kept.audit.record({ actor, action: 'share.delete', outcome: 'ok', detail: { id } })
      return request.json({ success: true })
    },
  }),
}

/** The pair that the signer runs on. */
function currentPair({ keyset }: Api): CredentialPair | undefined {
  const { SHARE_CRED, GROUP_CRED, GROUP_NAME } = keyset.settings()
  if (!SHARE_CRED.value || !GROUP_CRED.value) return undefined
  return {
    shareCredential: SHARE_CRED.value,
    groupCredential: GROUP_CRED.value,
    name: GROUP_NAME.value,
  }
}

/** The current pair has no time in the store, so it is listed with the server's start. */
const recordsOf = (api: Api) =>
  listShareRecords(api.keyset.kept.shares.list(), currentPair(api), api.startedAt)
