// node nostr-tools-older.mjs 2.10.4|2.7.2: only bunker links, which the constructor takes.
import process from 'node:process'
import { serve } from './harness.mjs'

const name = `nostr-tools-${process.argv[2]}`
const { BunkerSigner, parseBunkerInput } = await import(`${name}/nip46`)
const { generateSecretKey } = await import(`${name}/pure`)

let secretKey = generateSecretKey()
let signer

serve({
  pairByBunker: async (uri) => {
    signer = new BunkerSigner(secretKey, await parseBunkerInput(uri))
    await signer.connect()
  },
  getPublicKey: () => signer.getPublicKey(),
  sign: (event) => signer.signEvent(event),
  nip04Encrypt: (pubkey, text) => signer.nip04Encrypt(pubkey, text),
  nip04Decrypt: (pubkey, text) => signer.nip04Decrypt(pubkey, text),
  nip44Encrypt: (pubkey, text) => signer.nip44Encrypt(pubkey, text),
  nip44Decrypt: (pubkey, text) => signer.nip44Decrypt(pubkey, text),
  ping: () => signer.ping(),
  save: async () => ({ secretKey: Buffer.from(secretKey).toString('hex'), pointer: signer.bp }),
  restore: async (session) => {
    secretKey = Uint8Array.from(Buffer.from(session.secretKey, 'hex'))
    signer = new BunkerSigner(secretKey, session.pointer)
  },
  request: (method, params) => signer.sendRequest(method, params),
})
