import { BunkerURI, NConnectSigner, NRelay1, NSecSigner } from '@nostrify/nostrify'
import { generateSecretKey } from 'nostr-tools/pure'
import { serve } from './harness.mjs'

let session
let signer

function use(kept) {
  session = kept
  const { pubkey, relays, secretKey } = kept
  signer = new NConnectSigner({
    relay: new NRelay1(relays[0]),
    pubkey,
    signer: new NSecSigner(Uint8Array.from(Buffer.from(secretKey, 'hex'))),
    timeout: 60_000,
  })
}

serve({
  pairByBunker: async (uri) => {
    const { pubkey, relays, secret } = new BunkerURI(uri)
    use({ pubkey, relays, secretKey: Buffer.from(generateSecretKey()).toString('hex') })
    await signer.connect(secret)
  },
  getPublicKey: () => signer.getPublicKey(),
  sign: (event) => signer.signEvent(event),
  nip04Encrypt: (pubkey, text) => signer.nip04.encrypt(pubkey, text),
  nip04Decrypt: (pubkey, text) => signer.nip04.decrypt(pubkey, text),
  nip44Encrypt: (pubkey, text) => signer.nip44.encrypt(pubkey, text),
  nip44Decrypt: (pubkey, text) => signer.nip44.decrypt(pubkey, text),
  getRelays: () => signer.getRelays(),
  ping: async () => void (await signer.ping()),
  save: async () => session,
  restore: async (kept) => use(kept),
})
