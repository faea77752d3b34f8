import type { Context } from '../context.ts'
import type { EnvAnswer } from '../contract/env.ts'
import { type EnvKey, envKeys } from '../contract/env-keys.ts'
import { http, ownerEvent } from '../contract/messages.ts'
import { parseRelaysSetting } from '../contract/relay-url.ts'
import type { Handlers } from '../http/mount.ts'
import { checkEnvUpdate } from '../keysets/env-update.ts'
import { actorOf } from './actor.ts'

/** The four credentials: read, save, delete. */
export function envHandlers(context: Context): Pick<Handlers, 'env' | 'saveEnv' | 'deleteEnv'> {
  const { store, reader, keysets } = context
  const {
    kept,
    events,
    supervisor,
    policies: peerPolicies,
    applySettings,
    settings,
  } = keysets.first

  /** Consoles that show them read them again when told of a change. */
  const tell = (changed: readonly EnvKey[], words: (keys: readonly EnvKey[]) => string) => {
    if (changed.length > 0) events.add('system', words(changed), { settings: changed })
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
      const actor = actorOf(call)
      const update = checkEnvUpdate(body, supervisor.credentials, reader)
      if (!update.ok) {
        kept.audit.record({ actor, action: 'env.save', outcome: 'refused' })
        return request.json({ error: update.error }, 400)
      }
      const { changes, policies, rejectedKeys, warnings, credentials } = update.value
      // A peer that the policies deny something must not be answered in between.
      peerPolicies.denyWith({ policies, actor }, () => kept.settings.saveEnv(changes))
      const keys = envKeys.filter((key) => changes[key] !== undefined)
      kept.audit.record({ actor, action: 'env.save', outcome: 'ok', detail: { keys } })
      tell(keys, ownerEvent.settingsSaved)
      applySettings(credentials)
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
      const rejectedKeys = keys.filter((key) => !envKeys.some((name) => name === key))
      let deletedKeys: EnvKey[] = []
      let records = 0
      store.together(() => {
        deletedKeys = kept.settings.deleteEnv(known)
        if (shareRecords) records = kept.shares.deleteAll()
      })
      kept.audit.record({
        actor: actorOf(call),
        action: 'env.delete',
        outcome: 'ok',
        detail: { keys: deletedKeys, ...(shareRecords && { shareRecords: records }) },
      })
      tell(deletedKeys, ownerEvent.settingsDeleted)
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
