import { showCredentials } from '../actions/showCredentials'
import { storeJson } from '../fileModels/store.json'
import { i18n } from '../i18n'
import { sdk } from '../sdk'
import { createSecret } from '../utils'

/**
 * Makes the login before the first start; a critical task keeps Floe stopped until it has been seen.
 */
export const firstSetUp = sdk.setupOnInit(async (effects, kind) => {
  if (kind !== 'install') return
  await storeJson.write(effects, { password: createSecret(), metricsToken: createSecret() })
  await sdk.action.createOwnTask(effects, showCredentials, 'critical', {
    reason: i18n('Keep the password of your console before Floe starts'),
  })
})
