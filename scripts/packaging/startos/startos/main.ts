import { dataMount, environment, imageId, port, user, username } from './constants'
import { storeJson } from './fileModels/store.json'
import { checkPeers, checkRelays, checkServer } from './health'
import { i18n } from './i18n'
import { sdk } from './sdk'
import { mounts } from './utils'

/** A stop drains for 10 s at most; a slow disk may take as long again. */
const SIGTERM_TIMEOUT = 30_000

export const main = sdk.setupMain(async ({ effects }) => {
  // A constant of this run: when an action writes a new one, StartOS runs main again.
  const store = await storeJson.read().const(effects)
  if (store === null) throw new Error('Floe was not set up: store.json is missing')
  const { password, metricsToken } = store
  const container = sdk.SubContainer.of(effects, { imageId }, mounts(), 'server')

  return (
    sdk.Daemons.of(effects)
      // StartOS makes and restores the volume as root, and Floe does not run as root.
      .addOneshot('owner', {
        subcontainer: container,
        exec: { command: ['chown', '-R', user, dataMount], user: 'root' },
        requires: [],
      })
      .addDaemon('server', {
        subcontainer: container,
        exec: {
          command: ['floe', 'serve'],
          sigtermTimeout: SIGTERM_TIMEOUT,
          env: {
            ...environment,
            DATA_DIR: dataMount,
            HOST_NAME: '0.0.0.0',
            HOST_PORT: String(port),
            // The name of the action, as in actions/signInLink.ts.
            SIGN_IN_ACTION: 'Sign-in Link',
            BASIC_AUTH_USER: username,
            BASIC_AUTH_PASS: password,
            METRICS_TOKEN: metricsToken,
          },
        },
        ready: { display: i18n('Server'), fn: checkServer },
        requires: ['owner'],
      })
      .addHealthCheck('relays', {
        ready: { display: i18n('Relays'), fn: () => checkRelays(metricsToken) },
        requires: ['server'],
      })
      .addHealthCheck('peers', {
        ready: { display: i18n('Peers'), fn: () => checkPeers(metricsToken) },
        requires: ['server'],
      })
  )
})
