import { GEN2_HASHES_MAX } from '../../frostr/limits.ts'
import { NIP44_PLAINTEXT_MAX } from '../../nostr/limits.ts'
import { signers, speakers } from './candidates.ts'
import type { Gen2Context } from './context.ts'

/** How often it is looked whether nonces have come, and pinged for them. Milliseconds. */
const LOOK = 20
const PING_AGAIN = 1_000

/** What a session takes in its message: beside all else, for each hash, and of that for each member. */
const BYTES = { session: 1_500, hash: 70, nonce: 255 }

/** What there is in a message for hashes and events. Bytes. */
export const ROOM = NIP44_PLAINTEXT_MAX - BYTES.session

/** What a hash takes in a message. */
export const bytesPerHash = ({ threshold }: Gen2Context['group']): number =>
  BYTES.hash + BYTES.nonce * threshold

/** The sessions that we have asked for. Who waits for nonces waits for what comes with their answers. */
export class Sessions {
  /** When one has last brought signatures, as performance.now() has it. */
  signedAt = Number.NEGATIVE_INFINITY
  #underWay = 0

  get areUnderWay(): boolean {
    return this.#underWay > 0
  }

  async run<T>(session: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await session()
    } finally {
      this.#underWay -= 1
    }
  }
}

/** How long something waits for nonces. */
export interface Patience {
  /** As performance.now() has it. */
  beganAt: number
  /** Since then, or since a session has brought signatures. Milliseconds. */
  timeout: number
}

/** `isLast`: no more are waited for, whether or not there are nonces for them. */
export interface Room {
  most: number
  isLast: boolean
}

/**
 * How many of so many hashes go into one session: by its size, and by the nonces that are held. Where
 * these are too few it waits for what comes with the answers to other sessions; where there are none
 * of those, or they take long, it pings.
 */
export async function roomFor(
  context: Gen2Context,
  wanted: number,
  { beganAt, timeout }: Patience,
): Promise<Room> {
  const { nonces, group, sessions } = context
  const need = group.threshold - 1
  const most = Math.min(wanted, GEN2_HASHES_MAX, Math.floor(ROOM / bytesPerHash(group)))
  if (need === 0) return { most, isLast: true }
  let pings: Promise<number> | null = null
  let pingedAt = sessions.areUnderWay ? performance.now() : Number.NEGATIVE_INFINITY
  for (;;) {
    const able = signers(context, 1)
    if (able.length >= need) {
      const held = able.map((peer) => nonces.held(peer.xonly)).toSorted((a, b) => b - a)
      return { most: Math.max(1, Math.min(most, held[need - 1] ?? 1)), isLast: false }
    }
    const now = performance.now()
    const isOver = now >= Math.max(beganAt, sessions.signedAt) + timeout
    if (isOver && !sessions.areUnderWay) return { most: 1, isLast: true }
    if (pings === null && now >= pingedAt + PING_AGAIN) {
      pingedAt = now
      pings = pingAll(context)
    }
    const answered = await Promise.race([pings ?? pause(LOOK), pause(LOOK)])
    if (answered === null) continue
    pings = null
    const isHopeless = answered < need && !sessions.areUnderWay
    if (isHopeless && signers(context, 1).length < need) return { most: 1, isLast: true }
  }
}

/** Pings whoever may be asked; how many have answered. */
async function pingAll(context: Gen2Context): Promise<number> {
  const pings = await Promise.all(speakers(context, 'sign').map((peer) => context.ping(peer)))
  return pings.filter(({ success }) => success).length
}

const pause = (ms: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), ms))
