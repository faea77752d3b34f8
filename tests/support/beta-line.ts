import { V2_EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { signEvent } from '#nostr/event.ts'
import { parseJson } from '#protocol/fields.ts'
import { conversationKey, decryptContent, encryptContent } from '#protocol/v2/envelope.ts'
import { isObject, tooLarge } from './beta-messages.ts'
import { RogueLine } from './rogue-peer.ts'

/** Seconds that a message may be ahead of the clock, and behind. */
const AHEAD_MAX = 30
const AGE_MAX = 300

export interface Payload {
  type: string
  data: object
}

/** A message whose envelope has passed all checks. */
export interface Arrived {
  from: string
  id: string
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  data: any
}

export interface BetaLineOptions {
  seckey: string
  xonly: string
  peers: readonly string[]
  relay: string
  hear(message: Arrived): void
  /** Called with each message that is dropped without an answer because of its size. */
  drop(message: Arrived, why: string): void
}

/** Sends and receives Igloo beta's messages, in the same way as builds before it. */
export class BetaLine {
  readonly #options: BetaLineOptions
  readonly #keys = new Map<string, Uint8Array>()
  readonly #events = new Set<string>()
  /** Author and id of each message: a second one is a replay, whether request or answer. */
  readonly #seen = new Set<string>()
  #line: RogueLine | undefined

  /** Resolves when the relay has confirmed that it is listening. */
  static async open(options: BetaLineOptions): Promise<BetaLine> {
    const line = new BetaLine(options)
    line.#line = await RogueLine.open({
      relay: options.relay,
      kind: V2_EVENT_KIND,
      recipient: options.xonly,
      authors: new Set(options.peers),
      hear: (event) => line.#hear(event),
    })
    return line
  }

  private constructor(options: BetaLineOptions) {
    this.#options = options
  }

  send(to: string, id: string, payload: Payload): void {
    const now = Math.floor(Date.now() / 1000)
    const envelope = { request_id: id, sent_at: now, payload }
    const content = encryptContent(JSON.stringify(envelope), this.#key(to))
    if (!content.ok) throw new Error(content.error)
    const { seckey, xonly } = this.#options
    const template = { kind: V2_EVENT_KIND, created_at: now, tags: [['p', to]] }
    const event = signEvent({ ...template, content: content.value }, seckey, xonly)
    if (this.#line?.isOpen) this.#line.publish(event)
  }

  async close(): Promise<void> {
    await this.#line?.close()
  }

  #hear(event: NostrEvent): void {
    const recipients = event.tags.filter(([name]) => name === 'p')
    if (recipients.length !== 1 || recipients[0]?.[1] !== this.#options.xonly) return
    if (this.#events.has(event.id)) return
    this.#events.add(event.id)
    const opened = decryptContent(event.content, this.#key(event.pubkey))
    const message = opened.ok ? messageOf(event.pubkey, opened.value) : undefined
    if (message === undefined) return
    const fault = tooLarge(message.id, message.data)
    if (fault !== undefined) {
      this.#options.drop(message, fault)
      return
    }
    const seen = `${message.from} ${message.id}`
    if (this.#seen.has(seen)) return
    this.#seen.add(seen)
    this.#options.hear(message)
  }

  #key(peer: string): Uint8Array {
    const key = this.#keys.get(peer) ?? conversationKey(this.#options.seckey, peer)
    this.#keys.set(peer, key)
    return key
  }
}

/** The message in a plaintext; undefined if it is dropped without an answer. */
function messageOf(from: string, plaintext: string): Arrived | undefined {
  const envelope = parseJson(plaintext)
  if (!isObject(envelope)) return undefined
  const { request_id: id, sent_at: sentAt, payload } = envelope
  if (typeof id !== 'string' || id === '') return undefined
  const age = Date.now() / 1000 - Number(sentAt)
  if (!(age >= -AHEAD_MAX && age <= AGE_MAX)) return undefined
  if (!isObject(payload) || typeof payload['type'] !== 'string') return undefined
  return { from, id, type: payload['type'], data: payload['data'] }
}
