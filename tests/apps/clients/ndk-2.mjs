// node ndk-2.mjs 2.10.0|2.8.2
import process from 'node:process'
import { readBunker, serve } from './harness.mjs'

const {
  default: NDK,
  NDKEvent,
  NDKNip46Signer,
  NDKPrivateKeySigner,
  NDKUser,
} = await import(`ndk-${process.argv[2]}`)

let ndk
let signer
let relays

const request = (method, params) =>
  new Promise((resolve, reject) => {
    const settle = ({ result, error }) => (error ? reject(error) : resolve(result))
    signer.rpc.sendRequest(signer.remotePubkey, method, params, 24133, settle)
  })

async function open(token, localSigner) {
  ndk = new NDK({ explicitRelayUrls: relays })
  await ndk.connect()
  signer = new NDKNip46Signer(ndk, token, localSigner)
  await signer.blockUntilReady()
  // It takes the signer's key for the user's. Apps of its time set the user themselves if the keys differ.
  signer.remoteUser = ndk.getUser({ pubkey: await request('get_public_key', []) })
}

serve({
  pairByBunker: (uri) => {
    const { pubkey, secret, ...link } = readBunker(uri)
    relays = link.relays
    return open(`${pubkey}#${secret}`, NDKPrivateKeySigner.generate())
  },
  getPublicKey: async () => (await signer.user()).pubkey,
  sign: async (template) => {
    const event = new NDKEvent(ndk, template)
    await event.sign(signer)
    return event.rawEvent()
  },
  nip04Encrypt: (pubkey, text) => signer.encrypt(new NDKUser({ pubkey }), text),
  nip04Decrypt: (pubkey, text) => signer.decrypt(new NDKUser({ pubkey }), text),
  save: async () => ({
    relays,
    token: `${signer.remotePubkey}#${signer.token}`,
    privateKey: signer.localSigner.privateKey,
  }),
  restore: ({ token, privateKey, ...session }) => {
    relays = session.relays
    return open(token, new NDKPrivateKeySigner(privateKey))
  },
  request,
})
