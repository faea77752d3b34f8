import { accessStates } from './states/access.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('every state of the console', () => {
  accessStates()
})
