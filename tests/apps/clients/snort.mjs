import { registerHooks } from 'node:module'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { readBunker, serve } from './harness.mjs'

// It is made for bundlers, so its imports lack the file extensions.
registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith('.') && context.parentURL?.includes('/@snort/')
    if (!isOwn || specifier.endsWith('.js')) return next(specifier, context)
    try {
      return next(`${specifier}.js`, context)
    } catch {
      return next(`${specifier}/index.js`, context)
    }
  },
})
const { Nip46Signer, PrivateKeySigner } = await import('@snort/system')

let signer
let session
let waiting

function use(uri, privateKey = Buffer.from(generateSecretKey()).toString('hex')) {
  signer = new Nip46Signer(uri, new PrivateKeySigner(privateKey))
  session = { uri, privateKey }
}

serve({
  pairByBunker: async (uri) => {
    use(uri)
    await signer.init()
  },
  // Snort's page makes the link; the signer reads only one relay of it.
  invite: async ([relay]) => {
    const secretKey = generateSecretKey()
    const query = new URLSearchParams({ relay, secret: 'snort-secret', name: 'Snort' })
    const uri = `nostrconnect://${getPublicKey(secretKey)}?${query}`
    use(uri, Buffer.from(secretKey).toString('hex'))
    const ready = new Promise((resolve) => signer.once('ready', resolve))
    waiting = signer.init()
    await ready
    return uri
  },
  invited: () => waiting,
  getPublicKey: () => signer.getPubKey(),
  sign: async (event) => signer.sign({ ...event, pubkey: await signer.getPubKey() }),
  nip04Encrypt: (pubkey, text) => signer.nip4Encrypt(text, pubkey),
  nip04Decrypt: (pubkey, text) => signer.nip4Decrypt(text, pubkey),
  logout: () => signer.close(),
  save: async () => session,
  // As Snort's page does: the link again, without the secret.
  restore: async ({ uri, privateKey }) => {
    const { pubkey, relays } = readBunker(uri)
    use(`bunker://${pubkey}?${new URLSearchParams({ relay: relays[0] })}`, privateKey)
    await signer.init()
  },
})
