import { NostrRemoteSignerClient } from 'snstr'
import { serve } from './harness.mjs'

const client = new NostrRemoteSignerClient({ timeout: 30_000 })

serve({
  pairByBunker: async (uri) => {
    await client.connect(uri)
  },
  getPublicKey: () => client.getUserPublicKey(),
  sign: (event) => client.signEvent(event),
  nip04Encrypt: (pubkey, text) => client.nip04Encrypt(pubkey, text),
  nip04Decrypt: (pubkey, text) => client.nip04Decrypt(pubkey, text),
  nip44Encrypt: (pubkey, text) => client.nip44Encrypt(pubkey, text),
  nip44Decrypt: (pubkey, text) => client.nip44Decrypt(pubkey, text),
  getRelays: () => client.getRelays(),
  ping: async () => void (await client.ping()),
  logout: () => client.disconnect(),
})
