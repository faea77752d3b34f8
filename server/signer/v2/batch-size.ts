import { NIP44_PLAINTEXT_MAX } from '#crypto/nip44.ts'
import type { Changes } from '#lib/changes.ts'
import { V2_HASHES_MAX } from '#protocol/limits.ts'
import { signers, speakers } from './candidates.ts'
import type { V2Context } from './context.ts'

/** How often to ping for nonces. Milliseconds. */
const PING_AGAIN = 1_000

/** A session's size in its message: the base, per hash, and per hash and member. */
const BYTES = { session: 1_500, hash: 70, nonce: 255 }

/** The room in a message for hashes and events. Bytes. */
export const ROOM = NIP44_PLAINTEXT_MAX - BYTES.session

/** The size of a hash in a message. */
export const bytesPerHash = ({ threshold }: V2Context['group']): number =>
  BYTES.hash + BYTES.nonce * threshold

/**
 * The sessions that we have asked for. A request that waits for nonces waits for what their answers
 * bring.
 */
export class Sessions {
  readonly #changes: Changes
  #signedAt = Number.NEGATIVE_INFINITY
  #underWay = 0

  /** @param changes told when one ends */
  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** When one last brought signatures, by performance.now(). */
  get signedAt(): number {
    return this.#signedAt
  }

  get areUnderWay(): boolean {
    return this.#underWay > 0
  }

  /** @param session is given what to call once it only waits for persons, and may bring no nonces for long */
  async run<T extends { ok: boolean } | 'short'>(
    session: (rest: () => void) => Promise<T>,
  ): Promise<T> {
    let counts = true
    const rest = () => {
      if (!counts) return
      counts = false
      this.#underWay -= 1
      this.#changes.tell()
    }
    this.#underWay += 1
    try {
      const outcome = await session(rest)
      if (outcome !== 'short' && outcome.ok) this.#signedAt = performance.now()
      return outcome
    } finally {
      rest()
    }
  }
}

/** How long something has waited for nonces. */
export interface Patience {
  /** By performance.now(). */
  beganAt: number
  /** Since then, or since a session brought signatures. Milliseconds. */
  timeout: number
}

/** `isLast`: no more are waited for, whether or not there are nonces for them. */
export interface Room {
  most: number
  isLast: boolean
}

/**
 * How many of this many hashes go into one session: by its size, and by the nonces held. If these
 * are too few, it waits for what the answers to other sessions bring; if there are no such
 * sessions, or they take long, it pings.
 */
export async function roomFor(
  context: V2Context,
  wanted: number,
  { beganAt, timeout }: Patience,
): Promise<Room> {
  const { nonces, group, sessions, peers } = context
  const need = group.threshold - 1
  const most = Math.min(wanted, V2_HASHES_MAX, Math.floor(ROOM / bytesPerHash(group)))
  if (need === 0) return { most, isLast: true }
  const pings = { areUnderWay: false, answered: null as number | null }
  let pingedAt = sessions.areUnderWay ? performance.now() : Number.NEGATIVE_INFINITY
  for (;;) {
    const able = signers(context, 1)
    if (able.length >= need) {
      const held = able.map((peer) => nonces.held(peer.xonly)).toSorted((a, b) => b - a)
      return { most: Math.max(1, Math.min(most, held[need - 1] ?? 1)), isLast: false }
    }
    const now = performance.now()
    const end = Math.max(beganAt, sessions.signedAt) + timeout
    const isOver = now >= end
    if (isOver && !sessions.areUnderWay) return { most: 1, isLast: true }
    if (!pings.areUnderWay && now >= pingedAt + PING_AGAIN) {
      pingedAt = now
      pings.areUnderWay = true
      void pingAll(context).then((answered) => {
        Object.assign(pings, { areUnderWay: false, answered })
        peers.changes.tell()
      })
    }
    const again = (pings.areUnderWay ? now : pingedAt) + PING_AGAIN
    await peers.changes.next((isOver ? again : Math.min(again, end)) - now)
    const { answered } = pings
    if (answered === null) continue
    pings.answered = null
    const isHopeless = answered < need && !sessions.areUnderWay
    if (isHopeless && signers(context, 1).length < need) return { most: 1, isLast: true }
  }
}

/** Pings everyone who may be asked; returns how many have answered. */
async function pingAll(context: V2Context): Promise<number> {
  const pings = await Promise.all(speakers(context, 'sign').map((peer) => context.ping(peer)))
  return pings.filter(({ success }) => success).length
}
