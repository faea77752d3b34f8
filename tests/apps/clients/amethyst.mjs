// Plays Amethyst's client: if it gets no answer in time, it asks once more, under a new id. Any error but
// null counts, except "already connected" when it connects again.
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateSecretKey, verifyEvent } from 'nostr-tools/pure'
import { readBunker, serve } from './harness.mjs'
import { Wire } from './wire.mjs'

const PATIENCE_MS = 65_000
/** How long it waits before it asks once more: Amethyst's own patience unless a test is in a hurry. */
const FIRST_PATIENCE_MS = Number(process.argv[2] ?? PATIENCE_MS)
const PAUSE_MS = 2_000

let session
let wire
const waiting = new Map()

async function use(kept) {
  session = kept
  wire = new Wire({
    secretKey: Uint8Array.from(Buffer.from(kept.secretKey, 'hex')),
    remote: kept.remote,
    relays: kept.relays,
    filter: () => ({}),
    hear: (message) => {
      if (message.result !== 'auth_url') waiting.get(message.id)?.(message)
    },
  })
  await wire.open()
}

async function attempt(method, params, patience) {
  const id = randomBytes(16).toString('hex')
  const timeOut = new AbortController()
  try {
    return await Promise.race([
      new Promise((resolve) => {
        waiting.set(id, resolve)
        wire.send({ id, method, params })
      }),
      sleep(patience, undefined, { signal: timeOut.signal }),
    ])
  } finally {
    waiting.delete(id)
    timeOut.abort()
  }
}

async function request(method, params) {
  let answer = await attempt(method, params, FIRST_PATIENCE_MS)
  if (answer === undefined) {
    await sleep(PAUSE_MS)
    answer = await attempt(method, params, PATIENCE_MS)
  }
  if (answer === undefined) throw new Error('timed out')
  if ((answer.error ?? null) !== null) throw new Error(answer.error)
  return answer.result
}

serve({
  pairByBunker: async (uri) => {
    const { pubkey, relays, secret } = readBunker(uri)
    const secretKey = Buffer.from(generateSecretKey()).toString('hex')
    await use({ secretKey, remote: pubkey, relays, secret })
    await request('connect', [pubkey, secret])
  },
  getPublicKey: () => request('get_public_key', []),
  sign: async (event) => {
    const signed = JSON.parse(await request('sign_event', [JSON.stringify(event)]))
    if (!verifyEvent(signed)) throw new Error('not properly signed')
    return signed
  },
  nip04Encrypt: (pubkey, text) => request('nip04_encrypt', [pubkey, text]),
  nip04Decrypt: (pubkey, text) => request('nip04_decrypt', [pubkey, text]),
  nip44Encrypt: (pubkey, text) => request('nip44_encrypt', [pubkey, text]),
  nip44Decrypt: (pubkey, text) => request('nip44_decrypt', [pubkey, text]),
  ping: async () => void (await request('ping', [])),
  save: async () => session,
  restore: async (kept) => {
    await use(kept)
    await request('connect', [kept.remote, kept.secret]).catch((error) => {
      if (!/already connected/i.test(error.message)) throw error
    })
  },
  request,
})
