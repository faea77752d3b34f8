// A remote-signing client (NIP-46) in a process of its own, which asks as fast as it is told to.
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import type { NostrEvent } from '#contract/nostr.ts'
import { sharedX } from '#crypto/cipher.ts'
import { nip44 } from '#crypto/nip44.ts'
import { signEvent } from '#nostr/event.ts'
import { keyPair } from '#nostr/keys.ts'
import { readBunkerLink } from '../support/app-client.ts'
import { serveCalls } from './remote.ts'

/** What is asked: each time the same, or a note, or a message of another counterparty. */
export type AppTask = 'ping' | 'get_public_key' | 'sign' | 'decrypt' | 'decrypt the same'

export interface AppLoad {
  task: AppTask
  count: number
  atATime: number
}

/** Milliseconds. `failed`: how many were answered with an error. */
export interface AppResult {
  latencies: number[]
  took: number
  failed: number
}

export type AppCalls = Awaited<ReturnType<typeof startClient>>

const KIND = 24_133
const seconds = () => Math.floor(Date.now() / 1000)

async function startClient({ uri, group }: { uri: string; group: string }) {
  const { signer, relays, secret } = readBunkerLink(uri)
  const { hexPrivateKey: seckey, hexPublicKey: pubkey } = keyPair(randomBytes(32).toString('hex'))
  const key = nip44.conversationKey(sharedX(seckey, signer).toString('hex'))
  const waiting = new Map<string, (answer: { error?: string; result?: string }) => void>()
  const socket = new WebSocket(relays[0] ?? '')
  let asked = 0
  let flooding = Promise.resolve()

  socket.on('message', (data) => {
    const [type, , event] = JSON.parse(String(data)) as [string, string, NostrEvent]
    if (type !== 'EVENT') return
    const answer = JSON.parse(nip44.decrypt(event.content, key) ?? '{}') as {
      id: string
      error?: string
      result?: string
    }
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify(['REQ', 'app', { kinds: [KIND], '#p': [pubkey] }]))

  const ask = (method: string, params: unknown[]): Promise<{ error?: string; result?: string }> => {
    asked += 1
    const id = String(asked)
    const content = nip44.encrypt(JSON.stringify({ id, method, params }), key)
    const template = { kind: KIND, created_at: seconds(), tags: [['p', signer]], content }
    socket.send(JSON.stringify(['EVENT', signEvent(template, seckey, pubkey)]))
    return new Promise((resolve) => waiting.set(id, resolve))
  }

  /** A message to the group from a new key: that key's public one, and the encrypted text. */
  const message = (): [string, string] => {
    const other = keyPair(randomBytes(32).toString('hex'))
    const shared = sharedX(other.hexPrivateKey, group).toString('hex')
    return [other.hexPublicKey, nip44.encrypt('a message', nip44.conversationKey(shared))]
  }
  const same = message()
  const requestOf = (task: AppTask): [string, unknown[]] => {
    switch (task) {
      case 'sign': {
        const content = randomBytes(8).toString('hex')
        return [
          'sign_event',
          [JSON.stringify({ kind: 1, created_at: seconds(), tags: [], content })],
        ]
      }
      case 'decrypt':
        return ['nip44_decrypt', message()]
      case 'decrypt the same':
        return ['nip44_decrypt', same]
      default:
        return [task, []]
    }
  }

  return {
    connect: async () => (await ask('connect', [signer, secret])).result,
    run: async ({ task, count, atATime }: AppLoad): Promise<AppResult> => {
      const requests = Array.from({ length: count }, () => requestOf(task))
      const latencies: number[] = []
      let failed = 0
      let next = 0
      const startedAt = performance.now()
      const worker = async () => {
        for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
          const at = performance.now()
          const { error } = await ask(...request)
          latencies.push(performance.now() - at)
          if (error !== undefined) failed += 1
        }
      }
      await Promise.all(Array.from({ length: atATime }, worker))
      return { latencies, took: performance.now() - startedAt, failed }
    },
    /** Sends requests of strangers to the signer's key, each signed, and waits for no answer. */
    flood: ({
      strangers,
      perSecond,
      duration,
    }: {
      strangers: number
      perSecond: number
      duration: number
    }) => {
      const keys = Array.from({ length: strangers }, () => keyPair(randomBytes(32).toString('hex')))
      const events = keys.flatMap(({ hexPrivateKey, hexPublicKey }) => {
        const shared = nip44.conversationKey(sharedX(hexPrivateKey, signer).toString('hex'))
        return Array.from({ length: Math.ceil((perSecond * duration) / 1_000 / strangers) }, () => {
          const content = nip44.encrypt(
            JSON.stringify({ id: '1', method: 'ping', params: [] }),
            shared,
          )
          const template = { kind: KIND, created_at: seconds(), tags: [['p', signer]], content }
          return JSON.stringify(['EVENT', signEvent(template, hexPrivateKey, hexPublicKey)])
        })
      })
      flooding = new Promise((resolve) => {
        const startedAt = performance.now()
        let sent = 0
        const timer = setInterval(() => {
          const due = ((performance.now() - startedAt) / 1_000) * perSecond
          for (; sent < due && sent < events.length; sent += 1) socket.send(events[sent] ?? '')
          if (sent < events.length) return
          clearInterval(timer)
          resolve()
        }, 10)
      })
    },
    /** Resolves when the last of them is sent. */
    flooded: () => flooding,
    stop: () => socket.terminate(),
  }
}

serveCalls(async (options: { uri: string; group: string }) => ({
  ready: null,
  calls: await startClient(options),
}))
