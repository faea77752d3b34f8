import { reservedShares as texts } from '#contract/codes.ts'
import { type Failure, type Message, messageOf, withFixedCode } from '#contract/message.ts'
import type { SignFailureCode } from '#contract/signing.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import type { StoredReservedShare } from '#store/reserved-shares.ts'

/**
 * How long to wait before a device that was invited or joins is asked. If two devices run on the same share,
 * the other one would sign at once, before it is known that there are two. Milliseconds.
 */
const FIRST_DELAY = 1_000
/** The delay after a failure; it doubles with each. Milliseconds. */
const RETRY_DELAY = 10_000
const RETRY_DELAY_MAX = 30 * 60_000
/** The delay if a person at the device was asked or declined: people have five minutes for an answer. */
const PERSON_RETRY_DELAY = 5 * 60_000
const PERSON_CODES: ReadonlySet<string> = new Set(['PEER_DECLINED', 'PEER_UNANSWERED'])

/** A share whose device was invited and has not proven yet that it signs. */
export type UnprovenShare = StoredReservedShare & {
  handedOut: NonNullable<StoredReservedShare['handedOut']>
}

/** Whether a device has signed. Without a code, it was not asked. */
export type Signed = { ok: true } | { ok: false; why: Failure; code?: SignFailureCode }

export interface DeviceProofsOptions {
  /** May throw. */
  unproven(): UnprovenShare[]
  /** The other members; null while no signer runs. */
  peers(): readonly PeerEntry[] | null
  /** How many shares a signature needs. */
  threshold(): number
  /** Makes a signature with the device of a share. Never rejects. */
  sign(share: UnprovenShare): Promise<Signed>
  /** The device has signed. May throw. @param took milliseconds */
  onProven(share: UnprovenShare, took: number): void
  /** Milliseconds. */
  now(): number
}

/** Asks each invited device for one signature as soon as it is online: only that proves that it can sign. */
export class DeviceProofs {
  readonly #options: DeviceProofsOptions
  /** By x-only key: why there is no proof, and when to ask again. */
  readonly #failures = new Map<string, { problem?: Message; retryAt: number; delay: number }>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #isDue = false
  #isStopped = false

  constructor(options: DeviceProofsOptions) {
    this.#options = options
  }

  /** Why a device has not signed yet; undefined: it was not asked. @param id its x-only key */
  problemOf(id: string): Message | undefined {
    return this.#failures.get(id)?.problem
  }

  /** Forgets earlier failures: the device is asked soon. */
  restart(id: string): void {
    this.#failures.set(id, { retryAt: this.#options.now() + FIRST_DELAY, delay: 0 })
    this.check()
  }

  /** Call when devices may have come online or gone offline. */
  check(): void {
    if (this.#isStopped) return
    this.#isDue = true
    this.#running ??= this.#checkWhileDue().finally(() => {
      this.#running = null
    })
  }

  /** Waits for a signature that is being made. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #checkWhileDue(): Promise<void> {
    while (this.#isDue) {
      // The caller may still be processing the message that made it call `check`.
      await null
      this.#isDue = false
      await this.#checkOnce()
    }
  }

  async #checkOnce(): Promise<void> {
    clearTimeout(this.#timer)
    const unproven = this.#unproven()
    for (const share of unproven ?? []) {
      if (this.#isStopped) return
      if (isRunning(this.#peerOf(share.id))) await this.#ask(share)
    }
    const now = this.#options.now()
    const due = unproven?.map(({ id }) => this.#failures.get(id)?.retryAt ?? 0) ?? [
      now + RETRY_DELAY,
    ]
    const next = Math.min(...due.filter((at) => at > now))
    if (this.#isStopped || next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.check(), next - now).unref()
  }

  /** Null: the store can't be read now. */
  #unproven(): UnprovenShare[] | null {
    try {
      return this.#options.unproven()
    } catch {
      return null
    }
  }

  async #ask(share: UnprovenShare): Promise<void> {
    const { threshold, sign, onProven, now } = this.#options
    const { id } = share
    const fail = (problem: Message, delay = 0) =>
      this.#failures.set(id, { problem, retryAt: delay === 0 ? 0 : now() + delay, delay })
    // With two devices nobody knows which one signs.
    const areTwo = () => this.#peerOf(id)?.areTwoDevices === true
    if (areTwo()) return void fail(texts.twoDevices)
    const running = (this.#options.peers() ?? []).filter(isRunning).length
    const missing = threshold() - 1 - running
    if (missing > 0) return void fail(texts.needsOthers(missing))
    const before = this.#failures.get(id)
    if (before !== undefined && now() < before.retryAt) return
    const startedAt = now()
    const signed = await sign(share)
    const took = Math.round(now() - startedAt)
    // The second device may have been detected while this one signed.
    if (areTwo()) return void fail(texts.twoDevices)
    const isPerson = !signed.ok && PERSON_CODES.has(signed.code ?? '')
    const least = isPerson ? PERSON_RETRY_DELAY : RETRY_DELAY
    const delay = Math.min(RETRY_DELAY_MAX, Math.max(least, 2 * (before?.delay ?? 0)))
    if (!signed.ok) {
      const { code, why } = signed
      return void fail(code === undefined ? messageOf(why) : withFixedCode(code, why), delay)
    }
    try {
      onProven(share, took)
      this.#failures.delete(id)
    } catch {
      fail(texts.notKept, delay)
    }
  }

  #peerOf(id: string): PeerEntry | undefined {
    return this.#options.peers()?.find(({ xonly }) => xonly === id)
  }
}

/** Whether a device runs on its share: one that only asks to join answers no ping. */
export function isRunning(peer: PeerEntry | undefined): boolean {
  const pingVersion = peer?.protocols.get('2026')?.pingVersion ?? null
  return peer?.status === 'online' && pingVersion !== null
}
