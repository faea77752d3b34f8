import { randomUUID } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import * as nip04 from 'nostr-tools/nip04'
import { v2 as nip44 } from 'nostr-tools/nip44'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { WebSocket } from 'ws'
import type { NostrEvent } from '#contract/nostr.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

const KIND = 24_133

/** An answer as it came (NIP-46). */
export interface AppAnswer {
  id: string | number
  result?: string
  error?: string
  cipher: 'nip44' | 'nip04'
  event: NostrEvent
  /** When it came, Unix milliseconds. */
  at: number
}

/** A NIP-46 client of our own, on nostr-tools: it sends whatever a test wants. */
export interface AppClient {
  pubkey: string
  /** Every answer that it received, in order. */
  answers: AppAnswer[]
  /** Resolves with the first answer under this id. */
  answered(id: string | number, timeout?: number): Promise<AppAnswer>
  /** Asks, and waits for the answer. */
  ask(method: string, params?: unknown, options?: AskOptions): Promise<AppAnswer>
  /** Sends a request and does not wait. @returns its event */
  send(request: object, options?: AskOptions): Promise<NostrEvent>
  /**
   * Sends many requests at once. All are encrypted before, and others get a turn between any two: otherwise signers
   * in this process would take their peers for gone meanwhile.
   */
  sendAll(requests: Iterable<object>): Promise<void>
  /** Sends an event as it is. */
  publish(event: NostrEvent): void
  /** The event that carries a text to the signer, encrypted. */
  eventOf(text: string, options?: AskOptions): NostrEvent
  connect(): Promise<AppAnswer>
  close(): void
}

export interface AskOptions {
  id?: string | number
  cipher?: 'nip44' | 'nip04'
  /** Seconds. */
  createdAt?: number
  timeout?: number
}

/** The parts of a bunker link. */
export function readBunkerLink(uri: string): { signer: string; relays: string[]; secret: string } {
  const url = new URL(uri)
  return {
    signer: url.host,
    relays: url.searchParams.getAll('relay'),
    secret: url.searchParams.get('secret') ?? '',
  }
}

export interface AppClientOptions {
  /** The signer's link. */
  uri: string
  /** The link's first relay by default. */
  relay?: string
  seckey?: Uint8Array
  /** Whether it authenticates to the relay (NIP-42). */
  authenticates?: boolean
}

/** A client on a relay that writes to a signer's key, and stops when the test ends. */
export async function startAppClient(
  scope: Scope,
  { uri, relay, seckey = generateSecretKey(), authenticates = false }: AppClientOptions,
): Promise<AppClient> {
  const { signer, relays, secret } = readBunkerLink(uri)
  const pubkey = getPublicKey(seckey)
  const key = nip44.utils.getConversationKey(seckey, signer)
  const answers: AppAnswer[] = []
  const seen = new Set<string>()
  const url = relay ?? relays[0] ?? ''
  const socket = new WebSocket(url)
  scope.onTestFinished(() => socket.terminate())
  const filter = {
    ...{ kinds: [KIND], authors: [signer], '#p': [pubkey] },
    since: Math.floor(Date.now() / 1000) - 1,
  }
  const listen = () => socket.send(JSON.stringify(['REQ', 'app', filter]))
  const identify = (challenge: string) => {
    const tags = [
      ['relay', url],
      ['challenge', challenge],
    ]
    const created_at = Math.floor(Date.now() / 1000)
    const event = finalizeEvent({ kind: 22_242, created_at, tags, content: '' }, seckey)
    socket.send(JSON.stringify(['AUTH', event]))
    listen()
  }
  const hear = (event: NostrEvent) => {
    if (seen.has(event.id)) return
    seen.add(event.id)
    const cipher = event.content.includes('?iv=') ? 'nip04' : 'nip44'
    const text =
      cipher === 'nip04'
        ? nip04.decrypt(seckey, signer, event.content)
        : nip44.decrypt(event.content, key)
    answers.push({ ...JSON.parse(text), cipher, event, at: Date.now() })
  }
  let isHeard = false
  socket.on('message', (data) => {
    const [type, value, event] = JSON.parse(String(data)) as [string, string, NostrEvent]
    if (type === 'EOSE') isHeard = true
    if (type === 'AUTH' && authenticates) identify(value)
    if (type === 'EVENT') hear(event)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  if (!authenticates) listen()
  await until(() => isHeard)

  const eventOf = (text: string, { cipher = 'nip44', createdAt }: AskOptions = {}): NostrEvent => {
    const content =
      cipher === 'nip04' ? nip04.encrypt(seckey, signer, text) : nip44.encrypt(text, key)
    const created_at = createdAt ?? Math.floor(Date.now() / 1000)
    return finalizeEvent({ kind: KIND, created_at, tags: [['p', signer]], content }, seckey)
  }
  const publish = (event: NostrEvent) => socket.send(JSON.stringify(['EVENT', event]))
  const send = async (request: object, options: AskOptions = {}) => {
    const event = eventOf(JSON.stringify(request), options)
    publish(event)
    return event
  }
  const sendAll = async (requests: Iterable<object>) => {
    const events = []
    for (const request of requests) {
      events.push(eventOf(JSON.stringify(request)))
      await others()
    }
    for (const event of events) publish(event)
  }
  const answered = async (id: string | number, timeout = 120_000): Promise<AppAnswer> => {
    const find = () => answers.find((answer) => answer.id === id)
    await until(() => find() !== undefined, { timeout, what: `an answer to ${id}` })
    return find() as AppAnswer
  }
  const ask = async (method: string, params: unknown = [], options: AskOptions = {}) => {
    const id = options.id ?? randomUUID()
    await send({ id, method, params }, options)
    return answered(id, options.timeout)
  }
  return {
    ...{ pubkey, answers, answered, ask, send, sendAll, publish, eventOf },
    connect: () => ask('connect', [signer, secret]),
    close: () => socket.terminate(),
  }
}
