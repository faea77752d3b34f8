import { v2Refusal } from '#contract/messages.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { nonceUnavailable } from '#protocol/v2/policy.ts'
import {
  NONCE_REFUSAL_INTERVAL,
  NONCE_REFUSALS_AT_ONCE,
  NONCE_REFUSALS_PER_PING,
} from '../limits.ts'
import type { V2Context } from './context.ts'
import { pingPeer } from './ping.ts'
import { type Inbound, reject, reply } from './reply.ts'

/**
 * Limits how often peers are told that a nonce is not available, since they may hold many such
 * nonces, for example after a restore. By x-only key.
 */
export class MissingNonces {
  readonly #buckets: TokenBuckets
  readonly #told = new Map<string, number>()

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    const rate = { capacity: NONCE_REFUSALS_AT_ONCE, perSecond: 1_000 / NONCE_REFUSAL_INTERVAL }
    this.#buckets = new TokenBuckets(rate, now)
  }

  /**
   * Whether a peer may be told once more, which then counts.
   *
   * @returns `isDue` when it is time to ping it too, and how to if we don't know what it speaks
   */
  take(peer: string): { isDue: boolean; guess: 1 | 2 } | null {
    if (!this.#buckets.take(peer)) return null
    const told = this.#told.get(peer) ?? 0
    this.#told.set(peer, told + 1)
    const pings = Math.floor(told / NONCE_REFUSALS_PER_PING)
    return { isDue: told % NONCE_REFUSALS_PER_PING === 0, guess: pings % 2 === 0 ? 2 : 1 }
  }
}

/**
 * Tells a peer at once that one of its nonces is not available. Devices of other makes drop a nonce
 * only by using it, and wait half a minute for an answer each time. The answer is the same whether
 * a code was used, lost, given to another peer or made up, and spends nothing. A ping now and then
 * brings new nonces to replace them.
 */
export async function refuseNonces(
  context: V2Context,
  inbound: Inbound,
  data: Record<string, unknown> = {},
): Promise<void> {
  const { peer } = inbound
  reject(context, inbound, v2Refusal.nonceUnavailable, data)
  const turn = context.missingNonces.take(peer.xonly)
  if (turn === null) return
  await reply(context, inbound, { type: 'Error', data: nonceUnavailable })
  // The ping tells it which others it holds, and brings new ones where there is room.
  const { isDue, guess } = turn
  if (!isDue || !context.mayPing()) return
  // It may have had no room for those that it was sent before.
  context.nonces.unanswered(peer.xonly)
  void pingPeer(context, peer, { idle: true, guess })
}
