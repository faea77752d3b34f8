import { storeJson } from '../fileModels/store.json'
import { i18n } from '../i18n'
import { sdk } from '../sdk'
import { createSecret } from '../utils'
import { credentials } from './credentials'

/** main.ts reads the password as a constant of its run, so that writing it restarts Floe. */
export const resetPassword = sdk.Action.withoutInput(
  'reset-password',
  async () => ({
    name: i18n('Reset Password'),
    description: i18n('Gives the login that StartOS made a new password'),
    warning: i18n('Floe restarts with the new password. Sessions that the old one opened end.'),
    allowedStatuses: 'any',
    group: null,
    visibility: 'enabled',
  }),
  async ({ effects }) => {
    const password = createSecret()
    await storeJson.merge(effects, { password })
    return credentials(i18n('Reset Password'), password)
  },
)
