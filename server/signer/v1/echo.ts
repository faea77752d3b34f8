import { ECHO_SEND_TIMEOUT, ECHO_WAIT_TIMEOUT } from '../../contract/limits.ts'
import { node } from '../../contract/messages.ts'
import type { NostrEvent } from '../../contract/nostr.ts'
import type { ErrorFamily } from '../../frostr/errors.ts'
import { type Envelope, newMessageId } from '../../frostr/v1/envelope.ts'
import type { PublishResult } from '../../relay/pool.ts'
import type { Messenger } from './messenger.ts'

/** `reason`: what relays said when they refused it; absent when none said anything. */
export type EchoOutcome =
  | { ok: true; latency: number }
  | { ok: false; code: ErrorFamily; error: string; reason?: string }

interface Waiting {
  relay: string | undefined
  /** The message id, which an answer of another holder of the share carries. */
  id: string
  settle(outcome: EchoOutcome): void
}

export interface EchoOptions {
  messenger: Messenger
  /** Our own x-only key. */
  self: string
  publish(event: NostrEvent, relay?: string): Promise<PublishResult>
}

/**
 * Messages to ourselves: proof that a relay hears and is heard, and the sign by which whoever
 * handed out a share learns that it has arrived.
 */
export class Echoes {
  readonly #options: EchoOptions
  readonly #waiting = new Map<string, Waiting>()
  readonly #awaited = new Set<(outcome: EchoOutcome) => void>()
  #stopped = false

  constructor(options: EchoOptions) {
    this.#options = options
  }

  /** Someone waits for the share to be taken up elsewhere, so its use there is no surprise. */
  get isAwaited(): boolean {
    return this.#awaited.size > 0
  }

  /**
   * Sends a message to ourselves, through all relays or one, and waits for it to come back. Never
   * rejects.
   *
   * @param timeout milliseconds
   */
  async send({
    relay,
    timeout = ECHO_SEND_TIMEOUT,
  }: {
    relay?: string
    timeout?: number
  } = {}): Promise<EchoOutcome> {
    if (this.#stopped) return failed(node.echoConnectionClosed)
    const { messenger, self, publish } = this.#options
    const id = newMessageId()
    const startedAt = performance.now()
    let event: NostrEvent
    try {
      event = messenger.seal(self, { tag: '/echo/req', id, data: 'echo' })
    } catch {
      return failed(node.nodeError)
    }
    return new Promise((resolve) => {
      const settle = (outcome: EchoOutcome) => {
        clearTimeout(timer)
        this.#waiting.delete(event.id)
        resolve(
          outcome.ok
            ? { ok: true, latency: Math.max(1, Math.round(performance.now() - startedAt)) }
            : outcome,
        )
      }
      const timer = setTimeout(
        () => settle(failed(node.echoResponseTimeout(timeout / 1000))),
        timeout,
      )
      this.#waiting.set(event.id, { relay, id, settle })
      void publish(event, relay).then((result) => {
        if (result.ok) return
        const refusals = result.failures.filter(({ answered }) => answered)
        const reason = refusals.map((refusal) => refusal.reason).join(', ')
        settle(failed(node.echoRejected, reason === '' ? undefined : reason))
      })
    })
  }

  /**
   * Waits until another holder of this share announces itself. Never rejects.
   *
   * @param timeout milliseconds
   */
  wait(timeout = ECHO_WAIT_TIMEOUT): Promise<EchoOutcome> {
    if (this.#stopped) return Promise.resolve(failed(node.echoConnectionClosed))
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const settle = (outcome: EchoOutcome) => {
        clearTimeout(timer)
        this.#awaited.delete(settle)
        resolve(
          outcome.ok ? { ok: true, latency: Math.round(performance.now() - startedAt) } : outcome,
        )
      }
      const timer = setTimeout(() => settle(failed(node.echoNotReceived(timeout / 1000))), timeout)
      this.#awaited.add(settle)
    })
  }

  /** An event of ours has come back. */
  returned(eventId: string, relay: string): void {
    const waiting = this.#waiting.get(eventId)
    if (!waiting || (waiting.relay !== undefined && waiting.relay !== relay)) return
    waiting.settle({ ok: true, latency: 0 })
  }

  /** A message of another holder of our share, verified. */
  async receive({ tag, id, data }: Envelope): Promise<void> {
    const { messenger, self } = this.#options
    if (tag === '/echo/req') {
      for (const settle of [...this.#awaited]) settle({ ok: true, latency: 0 })
      await messenger.send(self, { tag: '/echo/res', id, data })
    }
    if (tag === '/echo/res') {
      for (const waiting of [...this.#waiting.values()]) {
        if (waiting.id === id && waiting.relay === undefined) {
          waiting.settle({ ok: true, latency: 0 })
        }
      }
    }
  }

  stop(): void {
    this.#stopped = true
    const closed = failed(node.echoConnectionClosed)
    for (const waiting of [...this.#waiting.values()]) waiting.settle(closed)
    for (const settle of [...this.#awaited]) settle(closed)
  }
}

const failed = (error: string, reason?: string): EchoOutcome => ({
  ok: false,
  code: 'ECHO_ERROR',
  error,
  ...(reason === undefined ? {} : { reason }),
})
