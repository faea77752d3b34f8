// Plays go-nostr's client, which nak and others use: it gets no event that is dated before it subscribed, and
// waits for an answer as long as it runs.
import { generateSecretKey, verifyEvent } from 'nostr-tools/pure'
import { readBunker, serve } from './harness.mjs'
import { Wire } from './wire.mjs'

let session
let wire
let serial = 0
const prefix = `gn-${Math.floor(Math.random() * 65_536)}`
const waiting = new Map()

async function use(kept) {
  session = kept
  const since = Math.floor(Date.now() / 1000)
  wire = new Wire({
    secretKey: Uint8Array.from(Buffer.from(kept.secretKey, 'hex')),
    remote: kept.remote,
    relays: kept.relays,
    filter: () => ({ since, limit: 0 }),
    hear: ({ id, result, error }) => {
      if (result === 'auth_url') return
      const { resolve, reject } = waiting.get(id) ?? {}
      waiting.delete(id)
      if (error) reject?.(new Error(`response error: ${error}`))
      else resolve?.(result)
    },
  })
  await wire.open()
}

function request(method, params) {
  serial += 1
  const id = `${prefix}-${serial}`
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    wire.send({ id, method, params })
  })
}

serve({
  pairByBunker: async (uri) => {
    const { pubkey, relays, secret } = readBunker(uri)
    const secretKey = Buffer.from(generateSecretKey()).toString('hex')
    await use({ secretKey, remote: pubkey, relays })
    await request('connect', [pubkey, secret])
  },
  getPublicKey: () => request('get_public_key', []),
  sign: async (event) => {
    const signed = JSON.parse(await request('sign_event', [JSON.stringify(event)]))
    if (!verifyEvent(signed)) throw new Error('response from bunker has invalid signature')
    return signed
  },
  nip04Encrypt: (pubkey, text) => request('nip04_encrypt', [pubkey, text]),
  nip04Decrypt: (pubkey, text) => request('nip04_decrypt', [pubkey, text]),
  nip44Encrypt: (pubkey, text) => request('nip44_encrypt', [pubkey, text]),
  nip44Decrypt: (pubkey, text) => request('nip44_decrypt', [pubkey, text]),
  ping: async () => void (await request('ping', [])),
  save: async () => session,
  restore: use,
  request,
})
