import { protocolTexts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { type BucketRate, TokenBuckets } from '#lib/token-bucket.ts'
import { type Envelope, newMessageId } from '#protocol/v1/envelope.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import { ECHO_WAIT_TIMEOUT } from '../limits.ts'
import type { PeerEntry } from '../peers/peers.ts'
import {
  type EchoOutcome,
  echoFailed,
  type SealedEcho,
  SelfEcho,
  type SendEchoOptions,
} from '../self-echo.ts'
import type { Messenger } from './messenger.ts'

export interface EchoOptions {
  messenger: Messenger
  /** Our own x-only key. */
  self: string
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
}

/** @param self our own x-only key */
export function sealEcho(messenger: Messenger, self: string): SealedEcho {
  const id = newMessageId()
  return { id, event: messenger.seal(self, { tag: '/echo/req', id, data: 'echo' }) }
}

/**
 * Messages to ourselves, as in 1.x, where they also tell whoever handed out a share that it has
 * arrived.
 */
export class Echoes {
  readonly #options: EchoOptions
  readonly #echo: SelfEcho
  readonly #awaited = new Set<(outcome: EchoOutcome) => void>()
  #stopped = false

  constructor(options: EchoOptions) {
    const { messenger, self, publish } = options
    this.#options = options
    this.#echo = new SelfEcho({ seal: () => sealEcho(messenger, self), publish })
  }

  /** Someone waits for the share to be adopted elsewhere, so its use there is no surprise. */
  get isAwaited(): boolean {
    return this.#awaited.size > 0
  }

  /** Sends a message to ourselves and waits for it to come back. Never rejects. */
  send(options?: SendEchoOptions): Promise<EchoOutcome> {
    return this.#echo.send(options)
  }

  /**
   * Waits until another holder of this share announces itself. Never rejects.
   *
   * @param timeout milliseconds
   */
  wait(timeout = ECHO_WAIT_TIMEOUT): Promise<EchoOutcome> {
    if (this.#stopped) return Promise.resolve(echoFailed(protocolTexts.echoConnectionClosed))
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const settle = (outcome: EchoOutcome) => {
        clearTimeout(timer)
        this.#awaited.delete(settle)
        resolve(
          outcome.ok ? { ok: true, latency: Math.round(performance.now() - startedAt) } : outcome,
        )
      }
      const timer = setTimeout(
        () => settle(echoFailed(protocolTexts.echoNotReceived(timeout / 1000))),
        timeout,
      )
      this.#awaited.add(settle)
    })
  }

  /** An event of ours came back. */
  returned(eventId: string, relay: string): void {
    this.#echo.returned(eventId, relay)
  }

  /** A message of another holder of our share, verified. */
  async receive({ tag, id, data }: Envelope): Promise<void> {
    const { messenger, self } = this.#options
    if (tag === '/echo/req') {
      for (const settle of [...this.#awaited]) settle({ ok: true, latency: 0 })
      await messenger.send(self, { tag: '/echo/res', id, data })
    }
    if (tag === '/echo/res') this.#echo.answered(id)
  }

  stop(): void {
    this.#stopped = true
    this.#echo.stop()
    const closed = echoFailed(protocolTexts.echoConnectionClosed)
    for (const settle of [...this.#awaited]) settle(closed)
  }
}

/**
 * How much answers to echoes may add up to, in bytes: at once, the largest one that a message can
 * bring; then a small one each second. For one peer, and for all peers together.
 */
const OF_ONE: BucketRate = { capacity: 131_072, perSecond: 512 }
const OF_ALL: BucketRate = { capacity: 262_144, perSecond: 2_048 }
/** An event takes about this much around almost no content. */
const LEAST = 512

/**
 * Echoes are answered whoever asks, even a peer that may do nothing else. Without a limit, a peer
 * could make us publish as much as it likes under our key, until relays reject us.
 */
export function createEchoBudget(now: () => number) {
  const each = new TokenBuckets(OF_ONE, now)
  const all = new TokenBuckets(OF_ALL, now)
  return {
    /** Whether an answer of this many bytes may still go to a peer; if so, it counts. */
    take: (peer: PeerEntry, bytes: number): boolean => {
      const cost = Math.max(bytes, LEAST)
      return each.take(peer.xonly, '', cost) && all.take('all', '', cost)
    },
  }
}

export type EchoBudget = ReturnType<typeof createEchoBudget>
