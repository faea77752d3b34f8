import { appsStates } from './states/apps.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('every state of the console', () => {
  appsStates()
})
