// node nostr-tools.mjs 2.25.2|2.17.0
import process from 'node:process'
import { serve } from './harness.mjs'

const version = process.argv[2]
const name = version === '2.25.2' ? 'nostr-tools' : `nostr-tools-${version}`
const { BunkerSigner, createNostrConnectURI, parseBunkerInput } = await import(`${name}/nip46`)
const { generateSecretKey, getPublicKey } = await import(`${name}/pure`)

let secretKey = generateSecretKey()
let signer
let waiting

const client = {
  pairByBunker: async (uri) => {
    const pointer = await parseBunkerInput(uri)
    signer = BunkerSigner.fromBunker(secretKey, pointer)
    await signer.connect()
  },
  invite: async (relays) => {
    const clientPubkey = getPublicKey(secretKey)
    const uri = createNostrConnectURI({ clientPubkey, relays, secret: 'the-secret-1', name })
    waiting = BunkerSigner.fromURI(secretKey, uri)
    return uri
  },
  invited: async () => {
    signer = await waiting
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
    signer = BunkerSigner.fromBunker(secretKey, session.pointer)
  },
  request: (method, params) => signer.sendRequest(method, params),
}
if (BunkerSigner.prototype.logout !== undefined) client.logout = () => signer.logout()

serve(client)
