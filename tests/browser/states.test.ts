import { signerStates } from './states/signer.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('every state of the console', () => {
  signerStates()
})
