import { accessStates } from './states/access.ts'
import { appsStates } from './states/apps.ts'
import { devicesStates } from './states/devices.ts'
import { keysetStates } from './states/keyset.ts'
import { signerStates } from './states/signer.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('every state of the console', () => {
  signerStates()
  accessStates()
  keysetStates()
  devicesStates()
  appsStates()
})
