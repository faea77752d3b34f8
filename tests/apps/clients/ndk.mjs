import NDK, { NDKEvent, NDKNip46Signer, NDKUser } from '@nostr-dev-kit/ndk'
import { serve } from './harness.mjs'

const ndk = new NDK()
let signer
let waiting

const user = (pubkey) => new NDKUser({ pubkey })

serve({
  pairByBunker: async (uri) => {
    signer = NDKNip46Signer.bunker(ndk, uri)
    await signer.blockUntilReady()
  },
  // It puts only one relay into the link.
  invite: async ([relay]) => {
    signer = NDKNip46Signer.nostrconnect(ndk, relay, undefined, { name: 'NDK' })
    waiting = signer.blockUntilReady()
    return signer.nostrConnectUri
  },
  invited: async () => {
    await waiting
  },
  getPublicKey: () => signer.getPublicKey(),
  sign: async (template) => {
    const event = new NDKEvent(ndk, template)
    await event.sign(signer)
    return event.rawEvent()
  },
  nip04Encrypt: (pubkey, text) => signer.encrypt(user(pubkey), text, 'nip04'),
  nip04Decrypt: (pubkey, text) => signer.decrypt(user(pubkey), text, 'nip04'),
  nip44Encrypt: (pubkey, text) => signer.encrypt(user(pubkey), text, 'nip44'),
  nip44Decrypt: (pubkey, text) => signer.decrypt(user(pubkey), text, 'nip44'),
  save: async () => signer.toPayload(),
  // A restored signer listens to nothing until it connects again, with the secret that it has used already.
  restore: async (session) => {
    signer = await NDKNip46Signer.fromPayload(session, ndk)
    await signer.blockUntilReady()
  },
  request: (method, params) =>
    new Promise((resolve, reject) => {
      const settle = ({ result, error }) => (error ? reject(error) : resolve(result))
      signer.rpc.sendRequest(signer.bunkerPubkey, method, params, 24133, settle)
    }),
})
