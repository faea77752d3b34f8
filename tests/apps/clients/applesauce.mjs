import { NostrConnectAccount } from 'applesauce-accounts/accounts'
import { RelayPool } from 'applesauce-relay'
import { NostrConnectSigner } from 'applesauce-signers'
import { serve } from './harness.mjs'

NostrConnectSigner.pool = new RelayPool()
let signer
let waiting

serve({
  pairByBunker: async (uri) => {
    signer = await NostrConnectSigner.fromBunkerURI(uri)
  },
  invite: async (relays) => {
    signer = new NostrConnectSigner({ relays })
    waiting = signer.waitForSigner()
    return signer.getNostrConnectURI({ name: 'applesauce' })
  },
  invited: async () => {
    await waiting
  },
  getPublicKey: () => signer.getPublicKey(),
  sign: (event) => signer.signEvent(event),
  nip04Encrypt: (pubkey, text) => signer.nip04Encrypt(pubkey, text),
  nip04Decrypt: (pubkey, text) => signer.nip04Decrypt(pubkey, text),
  nip44Encrypt: (pubkey, text) => signer.nip44Encrypt(pubkey, text),
  nip44Decrypt: (pubkey, text) => signer.nip44Decrypt(pubkey, text),
  ping: async () => void (await signer.ping()),
  logout: () => signer.logout(),
  save: async () => new NostrConnectAccount(await signer.getPublicKey(), signer).toJSON(),
  // Its first request sends `connect` again, with the secret that it has used already.
  restore: async (session) => {
    signer = NostrConnectAccount.fromJSON(session).signer
  },
  request: (method, params) => signer.makeRequest(method, params),
})
