import { dataMount, imageId } from '../constants'
import { i18n } from '../i18n'
import { sdk } from '../sdk'
import { mounts } from '../utils'

/** Floe does not know its own address here: only the part after the address is passed on. */
const FRAGMENT = /#token=\S+/

export const signInLink = sdk.Action.withoutInput(
  'sign-in-link',
  async () => ({
    name: i18n('Sign-in Link'),
    description: i18n('Makes a link that signs in once, within ten minutes'),
    warning: null,
    allowedStatuses: 'only-running',
    group: null,
    visibility: 'enabled',
  }),
  async ({ effects }) => {
    const { stdout } = await sdk.SubContainer.withTemp(
      effects,
      { imageId },
      mounts(),
      'sign-in-link',
      (container) => container.execFail(['floe', 'sign-in-link'], { env: { DATA_DIR: dataMount } }),
    )
    const fragment = FRAGMENT.exec(String(stdout))?.[0]
    if (fragment === undefined) throw new Error('Floe made no link')
    return {
      version: '1',
      title: i18n('Sign-in Link'),
      message: i18n('Put this behind the address of your console. It works once, for ten minutes.'),
      result: { type: 'single', value: `/${fragment}`, copyable: true, masked: true, qr: false },
    }
  },
)
