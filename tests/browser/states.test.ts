import { devicesStates } from './states/devices.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('every state of the console', () => {
  devicesStates()
})
