import { protocolTexts } from '#contract/messages.ts'
import { type BucketRate, TokenBuckets } from '#lib/token-bucket.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { within } from '../failure.ts'
import { ECHO_WAIT_TIMEOUT } from '../limits.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { type EchoOutcome, echoFailed, type SealedEcho } from '../self-echo.ts'
import type { Messenger } from './messenger.ts'

/** A message to ourselves. @param self our own x-only key */
export function sealEcho(messenger: Messenger, self: string): SealedEcho {
  const id = newMessageId()
  return { id, event: messenger.seal(self, { tag: '/echo/req', id, data: 'echo' }) }
}

/** Waits for another device with our share: its first echo shows that the share has arrived there. */
export class Handover {
  readonly #awaited = new Set<PromiseWithResolvers<EchoOutcome>>()
  #stopped = false

  /** Whether somebody waits for another device to use our share, which is then expected. */
  get isAwaited(): boolean {
    return this.#awaited.size > 0
  }

  /**
   * Waits until another device with this share announces itself. Never rejects.
   *
   * @param timeout milliseconds
   */
  async wait(timeout = ECHO_WAIT_TIMEOUT): Promise<EchoOutcome> {
    if (this.#stopped) return echoFailed(protocolTexts.echoConnectionClosed)
    const startedAt = performance.now()
    const waiting = Promise.withResolvers<EchoOutcome>()
    this.#awaited.add(waiting)
    const outcome = await within(waiting.promise, timeout)
    this.#awaited.delete(waiting)
    if (outcome === null) return echoFailed(protocolTexts.echoNotReceived(timeout / 1000))
    return outcome.ok ? { ok: true, latency: Math.round(performance.now() - startedAt) } : outcome
  }

  /** Another device with our share has announced itself. */
  announced(): void {
    this.#settle({ ok: true, latency: 0 })
  }

  stop(): void {
    this.#stopped = true
    this.#settle(echoFailed(protocolTexts.echoConnectionClosed))
  }

  #settle(outcome: EchoOutcome): void {
    for (const { resolve } of this.#awaited) resolve(outcome)
    this.#awaited.clear()
  }
}

/**
 * Limits of the answers to echoes, in bytes: at once, the largest one that fits into a message; then a
 * small one each second. For each peer, and for all peers together.
 */
const OF_ONE: BucketRate = { capacity: 131_072, perSecond: 512 }
const OF_ALL: BucketRate = { capacity: 262_144, perSecond: 2_048 }
/** About the size of an event with almost no content. */
const ANSWER_BYTES_MIN = 512

/**
 * Echoes of every peer are answered, even of one that may do nothing else. Without a limit, a peer could
 * make us publish so much that relays reject us.
 */
export function createEchoBudget(now: () => number) {
  const each = new TokenBuckets(OF_ONE, now)
  const all = new TokenBuckets(OF_ALL, now)
  return {
    /** Whether an answer of this many bytes may still go to a peer; if so, it counts. */
    take: (peer: PeerEntry, bytes: number): boolean => {
      const cost = Math.max(bytes, ANSWER_BYTES_MIN)
      return each.take(peer.xonly, '', cost) && all.take('all', '', cost)
    },
  }
}

export type EchoBudget = ReturnType<typeof createEchoBudget>
