import type { Context } from '#app/context.ts'
import type { EnvAnswer } from '#contract/env.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { http, ownerEvent } from '#contract/messages.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'
import { envChangesOf } from './env-changes-of.ts'

/** The four credentials: read, save, delete. */
export function envHandlers(context: Context): Pick<Handlers, 'env' | 'saveEnv' | 'deleteEnv'> {
  const { store, keysets } = context
  const { kept, events, applySettings, settings } = keysets.first
  const changes = envChangesOf(context)

  /** Consoles that show them read them again when told of a change. */
  const tell = (deleted: readonly EnvKey[]) => {
    if (deleted.length === 0) return
    events.add('system', ownerEvent.settingsDeleted(deleted), { settings: deleted })
  }

  return {
    env: ({ request }) => {
      const { SHARE_CRED, GROUP_CRED, GROUP_NAME, RELAYS } = settings()
      const answer: EnvAnswer = {}
      if (SHARE_CRED.value !== undefined) answer.SHARE_CRED = SHARE_CRED.value
      if (GROUP_CRED.value !== undefined) answer.GROUP_CRED = GROUP_CRED.value
      if (GROUP_NAME.value !== undefined) answer.GROUP_NAME = GROUP_NAME.value
      if (RELAYS.value !== undefined) {
        answer.RELAYS = JSON.stringify(parseRelaysSetting(RELAYS.value))
      }
      return request.json(answer)
    },

    saveEnv: (call) => {
      const { request, body } = call
      const saved = changes.save(body, { actor: actorOf(call) })
      if (!saved.ok) return request.json({ error: saved.error }, 400)
      const { rejectedKeys, warnings } = saved.value
      return request.json({
        success: true,
        message: http.envUpdated,
        ...(rejectedKeys.length === 0 ? {} : { rejectedKeys }),
        ...(warnings.length === 0 ? {} : { warnings }),
      })
    },

    deleteEnv: (call) => {
      const { keys, shareRecords = false } = call.body
      if (typeof shareRecords !== 'boolean') {
        return call.request.json({ error: `shareRecords: ${http.mustBeBoolean}` }, 400)
      }
      const known = envKeys.filter((key) => keys.includes(key))
      const refusal = changes.refusalToRemove(known)
      if (refusal !== null) return call.request.json({ error: `keys: ${refusal}` }, 400)
      const rejectedKeys = keys.filter((key) => !envKeys.some((name) => name === key))
      let deletedKeys: EnvKey[] = []
      let records = 0
      store.transaction(() => {
        deletedKeys = kept.settings.deleteEnv(known)
        if (shareRecords) records = kept.shares.deleteAll()
      })
      kept.audit.record({
        actor: actorOf(call),
        action: 'env.delete',
        outcome: 'ok',
        detail: { keys: deletedKeys, ...(shareRecords && { shareRecords: records }) },
      })
      tell(deletedKeys)
      applySettings()
      return call.request.json({
        success: true,
        message: http.envDeleted,
        deletedKeys,
        ...(shareRecords && { deletedShareRecords: records }),
        ...(rejectedKeys.length === 0 ? {} : { rejectedKeys }),
      })
    },
  }
}
