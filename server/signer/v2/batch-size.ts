import { NIP44_PLAINTEXT_MAX } from '#crypto/nip44.ts'
import { V2_HASHES_MAX } from '#protocol/limits.ts'
import { signers, speakers } from './candidates.ts'
import type { V2Context } from './context.ts'

/** How often to ping for nonces. Milliseconds. */
const PING_INTERVAL = 1_000

/** Bytes of a session in its message: the base, per hash, and per hash and member. */
const BYTES = { session: 1_500, hash: 70, nonce: 255 }

/** Bytes of a message that are left for hashes and events. */
export const BATCH_BYTES_MAX = NIP44_PLAINTEXT_MAX - BYTES.session

/** Bytes of a hash in a message. */
export const bytesPerHash = ({ threshold }: { threshold: number }): number =>
  BYTES.hash + BYTES.nonce * threshold

/** How long to wait for nonces. */
interface NonceWait {
  /** When waiting began, by performance.now(). */
  beganAt: number
  /** Milliseconds, from then or from the last session that brought signatures. */
  timeout: number
}

interface BatchSize {
  most: number
  /** No more nonces are waited for, whether or not there are enough. */
  isLast: boolean
}

/**
 * How many of `wanted` hashes go into one session: as many as fit into a message and as we hold
 * nonces for. If we hold too few, it waits for the nonces in the answers to running sessions; without
 * such sessions, or if they take long, it pings.
 */
export async function nextBatchSize(
  context: V2Context,
  wanted: number,
  { beganAt, timeout }: NonceWait,
): Promise<BatchSize> {
  const { nonces, group, sessions, peers } = context
  const need = group.threshold - 1
  const most = Math.min(wanted, V2_HASHES_MAX, Math.floor(BATCH_BYTES_MAX / bytesPerHash(group)))
  if (need === 0) return { most, isLast: true }
  const pings = { areRunning: false, answered: null as number | null }
  let pingedAt = sessions.areRunning ? performance.now() : Number.NEGATIVE_INFINITY
  for (;;) {
    const able = signers(context, 1)
    if (able.length >= need) {
      const held = able.map((peer) => nonces.of(peer.xonly).theirs.held).toSorted((a, b) => b - a)
      return { most: Math.max(1, Math.min(most, held[need - 1] ?? 1)), isLast: false }
    }
    const now = performance.now()
    const end = Math.max(beganAt, sessions.signedAt) + timeout
    const isOver = now >= end
    if (isOver && !sessions.areRunning) return { most: 1, isLast: true }
    if (!pings.areRunning && now >= pingedAt + PING_INTERVAL) {
      pingedAt = now
      pings.areRunning = true
      void pingAll(context).then((answered) => {
        Object.assign(pings, { areRunning: false, answered })
        peers.changes.notify()
      })
    }
    const next = (pings.areRunning ? now : pingedAt) + PING_INTERVAL
    await peers.changes.next((isOver ? next : Math.min(next, end)) - now)
    const { answered } = pings
    if (answered === null) continue
    pings.answered = null
    const isHopeless = answered < need && !sessions.areRunning
    if (isHopeless && signers(context, 1).length < need) return { most: 1, isLast: true }
  }
}

/** Pings all peers that may be asked. @returns how many have answered */
async function pingAll(context: V2Context): Promise<number> {
  const pings = await Promise.all(speakers(context, 'sign').map((peer) => context.ping(peer)))
  return pings.filter(({ success }) => success).length
}
