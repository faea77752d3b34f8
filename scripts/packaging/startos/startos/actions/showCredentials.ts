import { storeJson } from '../fileModels/store.json'
import { i18n } from '../i18n'
import { sdk } from '../sdk'
import { credentials } from './credentials'

export const showCredentials = sdk.Action.withoutInput(
  'show-credentials',
  async () => ({
    name: i18n('Show Credentials'),
    description: i18n('Shows the login that StartOS made for the console'),
    warning: null,
    allowedStatuses: 'any',
    group: null,
    visibility: 'enabled',
  }),
  async () => {
    const store = await storeJson.read().once()
    if (store === null) throw new Error('There is no login yet')
    return credentials(i18n('Show Credentials'), store.password)
  },
)
