import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { spares as texts } from '#contract/reserved-share-messages.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import type { StoredReservedShare } from './ports.ts'

/**
 * How long a device that was shown its share or joins is not asked: another one that runs on the same share would
 * sign at once in its place, before anybody can tell that they are two. Milliseconds.
 */
const NOT_BEFORE = 1_000
/** How long after a failure it is asked again: twice as long after each. Milliseconds. */
const AGAIN_AFTER = 10_000
const AGAIN_AFTER_MAX = 30 * 60_000
/**
 * The same where the person at the device is asked, or has declined: that person has five minutes for an answer,
 * and is not to be asked again and again.
 */
const ASKED_AGAIN_AFTER = 5 * 60_000
const WITH_PERSON: ReadonlySet<string> = new Set(['PEER_DECLINED', 'PEER_UNANSWERED'])

/** A share that was handed out, and has not proved yet that its device signs. */
export type Waiting = StoredReservedShare & {
  handedOut: NonNullable<StoredReservedShare['handedOut']>
}

export interface ProvingOptions {
  /** Those that wait; may throw. */
  waiting(): Waiting[]
  /** The other members; null while no signer runs. */
  peers(): readonly PeerEntry[] | null
  /** How many shares sign together. */
  threshold(): number
  /** Has the device with a share sign with us. Never rejects. */
  sign(reservedShare: Waiting): Promise<{ ok: true } | { ok: false; error: string; code?: string }>
  /** It has signed; may throw. */
  onProved(reservedShare: Waiting): void
  /** Milliseconds. */
  now(): number
}

/**
 * Asks each device that was given a share for one signature, as soon as it is there: that it can sign is
 * known only then.
 */
export class Proving {
  readonly #options: ProvingOptions
  /** By the member: why it has not come about, and when it is asked again. */
  readonly #failures = new Map<string, { problem?: string; again: number; pause: number }>()
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> | null = null
  #isDue = false
  #stopped = false

  constructor(options: ProvingOptions) {
    this.#options = options
  }

  /** Why a device has not signed yet; undefined when it was not asked. @param id its member */
  problemOf(id: string): string | undefined {
    return this.#failures.get(id)?.problem
  }

  /** A device is asked soon, if it is there, whatever came of it before. */
  anew(id: string): void {
    this.#failures.set(id, { again: this.#options.now() + NOT_BEFORE, pause: 0 })
    this.look()
  }

  /** To be called when devices may be there, or no longer. */
  look(): void {
    if (this.#stopped) return
    this.#isDue = true
    this.#underWay ??= this.#lookWhileDue().finally(() => {
      this.#underWay = null
    })
  }

  /** Ends; what is under way is waited for. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#underWay
  }

  async #lookWhileDue(): Promise<void> {
    while (this.#isDue) {
      // Whoever calls has more to say of the same message.
      await null
      this.#isDue = false
      await this.#lookOnce()
    }
  }

  async #lookOnce(): Promise<void> {
    clearTimeout(this.#timer)
    const waiting = this.#waiting()
    for (const reservedShare of waiting ?? []) {
      if (this.#stopped) return
      if (isThere(this.#peerOf(reservedShare.id))) await this.#ask(reservedShare)
    }
    const now = this.#options.now()
    const due = waiting?.map(({ id }) => this.#failures.get(id)?.again ?? 0) ?? [now + AGAIN_AFTER]
    const again = Math.min(...due.filter((at) => at > now))
    if (this.#stopped || again === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.look(), again - now).unref()
  }

  /** Null: the store can't be read just now. */
  #waiting(): Waiting[] | null {
    try {
      return this.#options.waiting()
    } catch {
      return null
    }
  }

  async #ask(reservedShare: Waiting): Promise<void> {
    const { threshold, sign, onProved, now } = this.#options
    const { id } = reservedShare
    // Whose signature it would be could not be told.
    const areTwo = () => this.#peerOf(id)?.areTwoDevices === true
    const twoDevices = { problem: texts.twoDevices, again: 0, pause: 0 }
    if (areTwo()) {
      this.#failures.set(id, twoDevices)
      return
    }
    const there = (this.#options.peers() ?? []).filter(isThere).length
    const missing = threshold() - 1 - there
    if (missing > 0) {
      this.#failures.set(id, { problem: texts.needsOthers(missing), again: 0, pause: 0 })
      return
    }
    const before = this.#failures.get(id)
    if (before !== undefined && now() < before.again) return
    const signed = await sign(reservedShare)
    // Found out meanwhile.
    if (areTwo()) {
      this.#failures.set(id, twoDevices)
      return
    }
    const isWithPerson = !signed.ok && WITH_PERSON.has(signed.code ?? '')
    const least = isWithPerson ? ASKED_AGAIN_AFTER : AGAIN_AFTER
    const pause = Math.min(AGAIN_AFTER_MAX, Math.max(least, 2 * (before?.pause ?? 0)))
    const again = now() + pause
    try {
      if (signed.ok) onProved(reservedShare)
    } catch {
      this.#failures.set(id, { problem: texts.notKept, again, pause })
      return
    }
    if (signed.ok) this.#failures.delete(id)
    else this.#failures.set(id, { problem: signed.error, again, pause })
  }

  #peerOf(id: string): PeerEntry | undefined {
    return this.#options.peers()?.find(({ xonly }) => xonly === id)
  }
}

/** Whether a device runs on its share: one that only asks to join answers no ping. */
export function isThere(peer: PeerEntry | undefined): boolean {
  const pingVersion = peer?.dialects.get('2026')?.pingVersion ?? null
  return peer?.status === 'online' && pingVersion !== null
}

/**
 * What a device signs to show that it can: SHA-256( "floe/proof/v1" | 0 | group_pk 32 | member 32 |
 * milliseconds, decimal ), hex. A signature of it is of no use to anybody: what is signed elsewhere (an
 * event of nostr, which begins with "[", a tagged hash of Bitcoin's) never has such a preimage.
 *
 * @param at when its share was handed out: the same proof is asked for until it is there
 */
export const proofHash = (groupPk: string, member: string, at: number): string =>
  bytesToHex(
    sha256(
      concatBytes(
        utf8ToBytes('floe/proof/v1\0'),
        hexToBytes(groupPk),
        hexToBytes(member),
        utf8ToBytes(String(at)),
      ),
    ),
  )
