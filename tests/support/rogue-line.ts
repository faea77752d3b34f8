import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { NostrEvent } from '#contract/nostr.ts'

export interface RogueLineOptions {
  relay: string
  kind: number
  /** X-only key that events are addressed to. */
  recipient: string
  /** X-only keys of those whose events it listens to. */
  authors: ReadonlySet<string>
  hear(event: NostrEvent): void
}

/** A rogue's line to a relay: a plain socket, a subscription, and no checks. */
export class RogueLine {
  readonly #socket: WebSocket

  private constructor(socket: WebSocket, { authors, hear }: RogueLineOptions) {
    this.#socket = socket
    socket.on('message', (data) => {
      const [type, , event] = JSON.parse(data.toString()) as [string, string, NostrEvent]
      if (type === 'EVENT' && authors.has(event.pubkey)) hear(event)
    })
  }

  /** Resolves when the relay has confirmed the subscription. */
  static async open(options: RogueLineOptions): Promise<RogueLine> {
    const { relay, kind, recipient } = options
    const socket = new WebSocket(relay)
    await once(socket, 'open')
    const line = new RogueLine(socket, options)
    const confirmed = once(socket, 'message')
    socket.send(JSON.stringify(['REQ', 'rogue', { kinds: [kind], '#p': [recipient] }]))
    await confirmed
    return line
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  publish(event: NostrEvent): void {
    this.#socket.send(JSON.stringify(['EVENT', event]))
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.#socket, 'close')
    this.#socket.terminate()
    await closed
  }
}
