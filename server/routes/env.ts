import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { type EnvAnswer, envDelete, envKeys, envUpdate } from '../contract/env.ts'
import { http } from '../contract/messages.ts'
import { parseRelaysSetting } from '../contract/relay-url.ts'
import { readBody } from '../http/body.ts'
import { checkEnvUpdate } from './env-update.ts'

/** The four environment settings: read, save, delete. */
export function envRoutes(context: Context): Hono {
  const { store, supervisor } = context
  const routes = new Hono()

  routes.get('/', (request) => {
    const { SHARE_CRED, GROUP_CRED, GROUP_NAME, RELAYS } = context.settings()
    const answer: EnvAnswer = {}
    if (SHARE_CRED.value !== undefined) answer.SHARE_CRED = SHARE_CRED.value
    if (GROUP_CRED.value !== undefined) answer.GROUP_CRED = GROUP_CRED.value
    if (GROUP_NAME.value !== undefined) answer.GROUP_NAME = GROUP_NAME.value
    if (RELAYS.value !== undefined) answer.RELAYS = JSON.stringify(parseRelaysSetting(RELAYS.value))
    return request.json(answer)
  })

  routes.post('/', async (request) => {
    const body = await readBody(request, envUpdate)
    const update = checkEnvUpdate(body, context.settings())
    if (!update.ok) {
      store.audit.record({ actor: 'console', action: 'env.save', outcome: 'refused' })
      return request.json({ error: update.error }, 400)
    }
    const { changes, rejectedKeys } = update.value
    store.settings.saveEnv(changes)
    store.audit.record({
      actor: 'console',
      action: 'env.save',
      outcome: 'ok',
      detail: { keys: Object.keys(changes) },
    })
    void supervisor.apply()
    return request.json({
      success: true,
      message: http.envUpdated,
      ...(rejectedKeys.length === 0 ? {} : { rejectedKeys }),
    })
  })

  routes.post('/delete', async (request) => {
    const { keys } = await readBody(request, envDelete, http.keysArrayRequired)
    const known = envKeys.filter((key) => keys.includes(key))
    const rejectedKeys = keys.filter((key) => !envKeys.some((name) => name === key))
    const deletedKeys = store.settings.deleteEnv(known)
    store.audit.record({
      actor: 'console',
      action: 'env.delete',
      outcome: 'ok',
      detail: { keys: deletedKeys },
    })
    void supervisor.apply()
    return request.json({
      success: true,
      message: http.envDeleted,
      deletedKeys,
      ...(rejectedKeys.length === 0 ? {} : { rejectedKeys }),
    })
  })

  return routes
}
