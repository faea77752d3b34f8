import { keysetStates } from './states/keyset.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('every state of the console', () => {
  keysetStates()
})
