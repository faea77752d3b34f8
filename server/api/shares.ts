import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import type { Handlers } from '#http/router.ts'
import {
  type CredentialPair,
  checkShareRecord,
  listShareRecords,
  outlineOfPair,
} from '#keysets/share-records.ts'
import { actorOf } from './actor.ts'

/**
 * Saved share records, and what is saved without its secrets. The pair that the signer runs on has
 * no time of its own in the store, so it is listed as of the server's start, when it was found.
 */
export function shareHandlers(
  context: Context,
): Pick<Handlers, 'credentials' | 'shares' | 'saveShare' | 'deleteShare'> {
  const { config, reader } = context
  const { kept, settings } = context.keysets.first
  const startedAt = new Date().toISOString()

  const current = (): CredentialPair | undefined => {
    const { SHARE_CRED, GROUP_CRED, GROUP_NAME } = settings()
    if (!SHARE_CRED.value || !GROUP_CRED.value) return undefined
    return {
      shareCredential: SHARE_CRED.value,
      groupCredential: GROUP_CRED.value,
      name: GROUP_NAME.value,
    }
  }

  const records = () => listShareRecords(kept.shares.list(), current(), startedAt)

  return {
    credentials: ({ request }) => {
      const pair = current()
      return request.json({
        configured: pair !== undefined,
        name: settings().GROUP_NAME.value,
        relays: parseRelaysSetting(settings().RELAYS.value),
        relayHosts: [...config.relayHosts],
        keyset: pair === undefined ? null : outlineOfPair(pair, reader),
        records: records().map(({ id, name, savedAt, source, ...saved }) => ({
          ...{ id, name, savedAt, source },
          keyset: outlineOfPair(saved, reader),
        })),
      })
    },

    shares: ({ request }) => request.json(records()),

    saveShare: (call) => {
      const record = checkShareRecord(call.body, kept.shares.list(), reader)
      if (record.ok) kept.shares.save(record.value)
      kept.audit.record({
        actor: actorOf(call),
        action: 'share.save',
        outcome: record.ok ? 'ok' : 'refused',
      })
      return record.ok
        ? call.request.json({ success: true, message: http.shareSaved })
        : call.request.json({ error: record.error }, 400)
    },

    deleteShare: (call) => {
      const id = call.param('id')
      const isDeleted = kept.shares.delete(id)
      if (!isDeleted) return call.request.json({ error: http.noSavedShare }, 404)
      kept.audit.record({
        actor: actorOf(call),
        action: 'share.delete',
        outcome: 'ok',
        detail: { id },
      })
      return call.request.json({ success: true })
    },
  }
}
