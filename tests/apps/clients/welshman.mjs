import { Nip46Broker, Nip46Signer } from '@welshman/signer'
import { makeSecret } from '@welshman/util'
import { serve } from './harness.mjs'

let broker
let signer
let waiting

function use(params) {
  broker = new Nip46Broker(params)
  signer = new Nip46Signer(broker)
}

serve({
  pairByBunker: async (uri) => {
    const { relays, signerPubkey, connectSecret } = Nip46Broker.parseBunkerUrl(uri)
    use({ relays, signerPubkey, connectSecret, clientSecret: makeSecret() })
    const answer = await broker.connect(connectSecret)
    if (answer !== 'ack') throw new Error(`connected with ${answer}`)
  },
  invite: async (relays) => {
    use({ relays, clientSecret: makeSecret() })
    const uri = await broker.makeNostrconnectUrl({ name: 'welshman' })
    waiting = broker.waitForNostrconnect(uri, new AbortController().signal)
    return uri
  },
  invited: async () => {
    await waiting
  },
  getPublicKey: () => signer.getPubkey(),
  sign: (event) => signer.sign(event),
  nip04Encrypt: (pubkey, text) => signer.nip04.encrypt(pubkey, text),
  nip04Decrypt: (pubkey, text) => signer.nip04.decrypt(pubkey, text),
  nip44Encrypt: (pubkey, text) => signer.nip44.encrypt(pubkey, text),
  nip44Decrypt: (pubkey, text) => signer.nip44.decrypt(pubkey, text),
  ping: async () => void (await broker.ping()),
  save: async () => broker.params,
  restore: async (session) => use(session),
  request: (method, params) => broker.send(method, params),
})
