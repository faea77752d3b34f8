import { randomBytes } from 'node:crypto'
import * as nip04 from 'nostr-tools/nip04'
import * as nip44 from 'nostr-tools/nip44'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { WebSocket } from 'ws'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { freePort } from '../../support/free-port.ts'
import { type Scope, startRelayFor } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import type { Cipher } from '../client-process.ts'
import type { RemoteSigner } from './remote-signer.ts'

const KIND = 24_133
const REDIAL_MS = 200
const READ_BACK_S = 120

interface Connection {
  secretKey: Uint8Array
  secret: string
  /** Unknown until the first `connect` with the secret. */
  client?: string
  isSignedOut: boolean
}

interface Request {
  id: string
  method?: string
  params: string[]
}

const now = () => Math.floor(Date.now() / 1000)

/**
 * The control of the experiment: a signer that follows NIP-46 to the letter, with the user's key itself and
 * nothing of Floe in it. What fails with both signers is the client's fault.
 */
export async function startControlSigner(scope: Scope): Promise<RemoteSigner> {
  // Tests stop and start it: meanwhile nobody else may get its port.
  const relay = await startRelayFor(scope, { port: await freePort() })
  const signer = new ControlSigner(relay.url)
  scope.onTestFinished(() => signer.stop())
  await signer.heard()
  return {
    relay,
    pubkey: signer.pubkey,
    invite: async () => {
      const { connection, pubkey } = await signer.open()
      const query = new URLSearchParams({ relay: relay.url, secret: connection.secret })
      return {
        uri: `bunker://${pubkey}?${query}`,
        isSignedOut: async () => connection.isSignedOut,
      }
    },
    accept: (uri) => signer.accept(new URL(uri)),
    restart: async () => {
      signer.drop()
      await signer.heard()
    },
  }
}

class ControlSigner {
  readonly #userKey = generateSecretKey()
  readonly pubkey = getPublicKey(this.#userKey)
  readonly #url: string
  /** By the public key that answers. */
  readonly #connections = new Map<string, Connection>()
  readonly #seen = new Set<string>()
  #socket: WebSocket
  #subscriptions = 0
  #heard = 0
  #isStopped = false

  constructor(url: string) {
    this.#url = url
    this.#socket = this.#dial()
  }

  /** Opens a connection with a key of its own, and subscribes to events for that key. */
  async open(client?: string): Promise<{ connection: Connection; pubkey: string }> {
    const secretKey = generateSecretKey()
    const secret = randomBytes(16).toString('hex')
    const connection = { secretKey, secret, isSignedOut: false, ...(client && { client }) }
    const pubkey = getPublicKey(secretKey)
    this.#connections.set(pubkey, connection)
    this.#subscribe()
    await this.heard()
    return { connection, pubkey }
  }

  async accept({ hostname, searchParams }: URL): Promise<void> {
    const { connection } = await this.open(hostname)
    const id = randomBytes(8).toString('hex')
    const result = searchParams.get('secret') ?? 'ack'
    this.#send(connection, hostname, { id, result }, 'nip44')
  }

  heard(): Promise<void> {
    return until(
      () => this.#socket.readyState === WebSocket.OPEN && this.#heard === this.#subscriptions,
    )
  }

  drop(): void {
    this.#socket.terminate()
  }

  stop(): void {
    this.#isStopped = true
    this.#socket.terminate()
  }

  #dial(): WebSocket {
    const socket = new WebSocket(this.#url)
    socket.on('open', () => this.#subscribe())
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!this.#isStopped) setTimeout(() => (this.#socket = this.#dial()), REDIAL_MS)
    })
    socket.on('message', (data) => {
      const [type, subscription, event] = JSON.parse(String(data)) as [string, string, NostrEvent]
      if (type === 'EOSE') this.#heard = Number(subscription)
      if (type === 'EVENT') this.#receive(event)
    })
    return socket
  }

  /** Subscribes for all keys. Earlier subscriptions may go on, so events can come twice; each is read once. */
  #subscribe(): void {
    this.#subscriptions += 1
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const filter = {
      kinds: [KIND],
      '#p': [...this.#connections.keys()],
      since: now() - READ_BACK_S,
    }
    this.#socket.send(JSON.stringify(['REQ', `${this.#subscriptions}`, filter]))
  }

  async #receive(event: NostrEvent): Promise<void> {
    if (this.#seen.has(event.id) || !verifyEvent(event)) return
    this.#seen.add(event.id)
    const [, signer = ''] = event.tags.find(([name]) => name === 'p') ?? []
    const connection = this.#connections.get(signer)
    if (connection === undefined) return
    const { secretKey } = connection
    const cipher: Cipher = event.content.includes('?iv=') ? 'nip04' : 'nip44'
    const text = decrypt(cipher, secretKey, event.pubkey, event.content)
    const { id, method, params } = JSON.parse(text) as Request
    if (method === undefined) return
    if (method === 'connect' && params[1] === connection.secret) connection.client ??= event.pubkey
    if (connection.client !== event.pubkey || connection.isSignedOut) return
    const answer = (message: object) =>
      this.#send(connection, event.pubkey, { id, ...message }, cipher)
    try {
      answer({ result: this.#carryOut(method, params) })
      connection.isSignedOut = method === 'logout' || method === 'disconnect'
    } catch (error) {
      answer({ result: 'error', error: (error as Error).message })
    }
  }

  #carryOut(method: string, [first = '', second = '']: string[]): string {
    const plain: Record<string, string> = {
      connect: 'ack',
      logout: 'ack',
      disconnect: 'ack',
      ping: 'pong',
      get_public_key: this.pubkey,
      get_relays: '{}',
      switch_relays: 'null',
    }
    if (plain[method] !== undefined) return plain[method]
    if (method === 'sign_event') return this.#sign(JSON.parse(first))
    const [, cipher, direction] = /^(nip04|nip44)_(encrypt|decrypt)$/.exec(method) ?? []
    if (cipher === undefined) throw new Error(`${method} is not supported`)
    const convert = direction === 'encrypt' ? encrypt : decrypt
    return convert(cipher as Cipher, this.#userKey, first, second)
  }

  #sign({ kind, content, tags, created_at, pubkey }: EventTemplate & { pubkey?: string }): string {
    if (pubkey !== undefined && pubkey !== this.pubkey) throw new Error('another author')
    return JSON.stringify(finalizeEvent({ kind, content, tags, created_at }, this.#userKey))
  }

  #send({ secretKey }: Connection, client: string, message: object, cipher: Cipher): void {
    const content = encrypt(cipher, secretKey, client, JSON.stringify(message))
    const tags = [['p', client]]
    const event = finalizeEvent({ kind: KIND, created_at: now(), tags, content }, secretKey)
    this.#socket.send(JSON.stringify(['EVENT', event]))
  }
}

function encrypt(cipher: Cipher, secretKey: Uint8Array, pubkey: string, text: string): string {
  return cipher === 'nip04'
    ? nip04.encrypt(secretKey, pubkey, text)
    : nip44.encrypt(text, nip44.getConversationKey(secretKey, pubkey))
}

function decrypt(cipher: Cipher, secretKey: Uint8Array, pubkey: string, text: string): string {
  return cipher === 'nip04'
    ? nip04.decrypt(secretKey, pubkey, text)
    : nip44.decrypt(text, nip44.getConversationKey(secretKey, pubkey))
}
