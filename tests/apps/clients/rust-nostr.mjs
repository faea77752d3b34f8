import sdk from '@rust-nostr/nostr-sdk'
import { serve } from './harness.mjs'

const { Duration, Keys, NostrConnect, NostrConnectURI, NostrSigner, PublicKey, UnsignedEvent } = sdk
sdk.loadWasmSync()

let keys = Keys.generate()
let signer
let bunkerUri
let waiting

/**
 * In every process it pairs with its first request, with the secret in the link. The signer gets a copy of
 * the connection, which is made after pairing and so is paired too.
 */
async function use(uri) {
  const connect = new NostrConnect(NostrConnectURI.parse(uri), keys, Duration.fromSecs(30))
  bunkerUri = (await connect.bunkerUri()).asString()
  signer = NostrSigner.nip46(connect)
}

const key = (hex) => PublicKey.parse(hex)

serve({
  pairByBunker: use,
  // As in the links that it writes: the name in a JSON object, and no secret.
  invite: async (relays) => {
    const query = new URLSearchParams({ metadata: JSON.stringify({ name: 'rust-nostr' }) })
    for (const relay of relays) query.append('relay', relay)
    const uri = `nostrconnect://${keys.publicKey.toHex()}?${query}`
    waiting = use(uri)
    return uri
  },
  invited: () => waiting,
  getPublicKey: async () => (await signer.publicKey()).toHex(),
  sign: async (event) => {
    const pubkey = (await signer.publicKey()).toHex()
    const unsigned = UnsignedEvent.fromJson(JSON.stringify({ ...event, pubkey }))
    return JSON.parse((await signer.signEvent(unsigned)).asJson())
  },
  nip04Encrypt: (pubkey, text) => signer.nip04Encrypt(key(pubkey), text),
  nip04Decrypt: (pubkey, text) => signer.nip04Decrypt(key(pubkey), text),
  nip44Encrypt: (pubkey, text) => signer.nip44Encrypt(key(pubkey), text),
  nip44Decrypt: (pubkey, text) => signer.nip44Decrypt(key(pubkey), text),
  save: async () => ({ uri: bunkerUri, secretKey: keys.secretKey.toHex() }),
  restore: async ({ uri, secretKey }) => {
    keys = Keys.parse(secretKey)
    await use(uri)
  },
})
