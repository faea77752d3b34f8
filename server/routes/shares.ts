import type { Context } from '../context.ts'
import { http } from '../contract/messages.ts'
import type { Handlers } from '../http/mount.ts'
import { actorOf } from './actor.ts'
import { checkShareRecord, listShareRecords, type NamedPair } from './share-records.ts'

/**
 * Saved share records. The pair that the signer runs on has no time of its own in the store: it
 * is listed as of the server's start, when it was found.
 */
export function shareHandlers(context: Context): Pick<Handlers, 'shares' | 'saveShare'> {
  const { store } = context
  const startedAt = new Date().toISOString()

  const current = (): NamedPair | undefined => {
    const { SHARE_CRED, GROUP_CRED, GROUP_NAME } = context.settings()
    if (!SHARE_CRED.value || !GROUP_CRED.value) return undefined
    return {
      shareCredential: SHARE_CRED.value,
      groupCredential: GROUP_CRED.value,
      name: GROUP_NAME.value,
    }
  }

  return {
    shares: ({ request }) =>
      request.json(listShareRecords(store.shares.list(), current(), startedAt)),

    saveShare: (call) => {
      const record = checkShareRecord(call.body, store.shares.list())
      if (record.ok) store.shares.save(record.value)
      store.audit.record({
        actor: actorOf(call),
        action: 'share.save',
        outcome: record.ok ? 'ok' : 'refused',
      })
      return record.ok
        ? call.request.json({ success: true, message: http.shareSaved })
        : call.request.json({ error: record.error }, 400)
    },
  }
}
