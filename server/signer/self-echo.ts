import { ECHO_SEND_TIMEOUT } from '#contract/limits.ts'
import { protocolTexts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { ErrorFamily } from '#lib/errors.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'

/** `reason`: what relays said when they refused it; absent when none said anything. */
export type EchoOutcome =
  | { ok: true; latency: number }
  | { ok: false; code: ErrorFamily; error: string; reason?: string }

export interface SendEchoOptions {
  /** Send through this relay only, and count only its bringing the message back. */
  relay?: string
  /** Milliseconds. */
  timeout?: number
}

/** A message to ourselves, ready to be sent. */
export interface SealedEcho {
  /** The message's id, not the event's. */
  id: string
  event: NostrEvent
}

export interface SelfEchoOptions {
  /** May throw. */
  seal(): SealedEcho
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
}

interface Waiting {
  relay: string | undefined
  /** The message id, which an answer of another holder of the share carries. */
  id: string
  settle(outcome: EchoOutcome): void
}

/** Messages to ourselves: proof that a relay hears and is heard. */
export class SelfEcho {
  readonly #options: SelfEchoOptions
  readonly #waiting = new Map<string, Waiting>()
  #stopped = false

  constructor(options: SelfEchoOptions) {
    this.#options = options
  }

  /** Sends a message, through all relays or one, and waits for it to come back. Never rejects. */
  async send({ relay, timeout = ECHO_SEND_TIMEOUT }: SendEchoOptions = {}): Promise<EchoOutcome> {
    if (this.#stopped) return echoFailed(protocolTexts.echoConnectionClosed)
    const startedAt = performance.now()
    let sealed: SealedEcho
    try {
      sealed = this.#options.seal()
    } catch {
      return echoFailed(protocolTexts.nodeError)
    }
    const { id, event } = sealed
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
        () => settle(echoFailed(protocolTexts.echoResponseTimeout(timeout / 1000))),
        timeout,
      )
      this.#waiting.set(event.id, { relay, id, settle })
      void this.#options.publish(event, { relay }).then((result) => {
        if (result.ok) return
        const refusals = result.failures.filter(({ answered }) => answered)
        const reason = refusals.map((refusal) => refusal.reason).join(', ')
        settle(echoFailed(protocolTexts.echoRejected, reason === '' ? undefined : reason))
      })
    })
  }

  /** An event of ours came back. */
  returned(eventId: string, relay: string): void {
    const waiting = this.#waiting.get(eventId)
    if (!waiting || (waiting.relay !== undefined && waiting.relay !== relay)) return
    waiting.settle({ ok: true, latency: 0 })
  }

  /** Another holder of our share has answered a message, by its id. */
  answered(id: string): void {
    for (const waiting of [...this.#waiting.values()]) {
      if (waiting.id === id && waiting.relay === undefined) waiting.settle({ ok: true, latency: 0 })
    }
  }

  stop(): void {
    this.#stopped = true
    const closed = echoFailed(protocolTexts.echoConnectionClosed)
    for (const waiting of [...this.#waiting.values()]) waiting.settle(closed)
  }
}

export const echoFailed = (error: string, reason?: string): EchoOutcome => ({
  ok: false,
  code: 'ECHO_ERROR',
  error,
  ...(reason === undefined ? {} : { reason }),
})
