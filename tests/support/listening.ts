import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { until } from './until.ts'

/**
 * Waits until somebody listens on a relay for what apps and signers (NIP-46) send to a public key, x-only, hex. A
 * relay keeps none of that for those who come later.
 */
export function untilListening(relay: RelayFixture, pubkey: string): Promise<void> {
  // Has no signature, so that whoever gets it leaves it.
  const event = {
    ...{ id: '0'.repeat(64), pubkey: '0'.repeat(64), sig: '0'.repeat(128) },
    ...{ kind: 24_133, created_at: Math.floor(Date.now() / 1_000), content: '' },
    tags: [['p', pubkey]],
  }
  return until(() => relay.inject(event) > 0, { what: `somebody to listen for ${pubkey}` })
}
