import type { T } from '@start9labs/start-sdk'
import { username } from '../constants'
import { i18n } from '../i18n'

/**
 * Username and password as an action shows them: copyable, with the password hidden until asked for.
 */
export const credentials = (
  title: string,
  password: string,
): T.ActionResult & { version: '1' } => ({
  version: '1',
  title,
  message: i18n('A login that you set in the console stands beside this one.'),
  result: {
    type: 'group',
    value: [
      {
        type: 'single',
        name: i18n('Username'),
        description: null,
        value: username,
        copyable: true,
        masked: false,
        qr: false,
      },
      {
        type: 'single',
        name: i18n('Password'),
        description: null,
        value: password,
        copyable: true,
        masked: true,
        qr: false,
      },
    ],
  },
})
