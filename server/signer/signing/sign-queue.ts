import { request } from '#contract/codes.ts'
import { protocolTexts } from '#contract/messages.ts'
import type { Permit } from '#policy/engine.ts'
import { MAX_HASHES } from '#protocol/limits.ts'
import type { Signature } from '#protocol/packages.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import { type Failure, STOPPED, STOPPED_BY_OWNER, unlessStopped } from '../failure.ts'
import { SIGN_QUEUE_INTERVAL, SIGN_QUEUE_MAX } from '../limits.ts'

/** `peers`: the cosigners, x-only. */
export type MadeSignature = Signature & { peers?: readonly string[] }
export type SignOutcome = { ok: true; signature: MadeSignature } | Failure
/** A failed batch may still have some of its signatures. */
export type BatchOutcome =
  | { ok: true; signatures: MadeSignature[] }
  | (Failure & { signatures?: MadeSignature[] })

interface Waiting {
  permit: Permit<'sign'>
  vector: SighashVector
  /** The serialised event (NIP-01) whose id the sighash is; null for a bare hash. */
  event: string | null
  resolvers: ((outcome: SignOutcome) => void)[]
}

export interface BatchOptions {
  /** The event whose id each hash is, serialised (NIP-01), in order; null for bare hashes. */
  events?: readonly string[] | null
  /** Called with signatures as they are made, while others are still missing. */
  onSigned?: ((signatures: readonly MadeSignature[]) => void) | undefined
}

export interface SignQueueOptions {
  /**
   * Signs up to 100 vectors. May reject.
   *
   * @param permit of the first request; the permits of the others have the same signal
   */
  signBatch(
    permit: Permit<'sign'>,
    vectors: SighashVector[],
    options?: BatchOptions,
  ): Promise<BatchOutcome>
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Gathers requests for signatures into batches. A single request is sent at once. Requests that come
 * during a session are sent as one batch when it ends, or 100 ms after it began. The same hash requested
 * twice is signed once.
 */
export class SignQueue {
  readonly #options: SignQueueOptions
  readonly #waiting = new Map<string, Waiting>()
  readonly #underWay = new Map<string, Waiting>()
  #sessions = 0
  #leftAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: SignQueueOptions) {
    this.#options = options
  }

  /**
   * Never rejects. Sighash and tweaks are 32 bytes each, hex.
   *
   * @param event whose id the sighash is, serialised
   */
  push(
    permit: Permit<'sign'>,
    vector: SighashVector,
    event: string | null = null,
  ): Promise<SignOutcome> {
    if (this.#stopped) return Promise.resolve(STOPPED)
    if (permit.signal.aborted) return Promise.resolve(STOPPED_BY_OWNER)
    this.#dropStopped()
    const key = keyOf(vector)
    const same = this.#waiting.get(key) ?? this.#underWay.get(key)
    if (same?.permit.signal.aborted === false)
      return new Promise((resolve) => same.resolvers.push(resolve))
    if (this.#waiting.size >= SIGN_QUEUE_MAX) {
      const why = request.queueFull(SIGN_QUEUE_MAX)
      return Promise.resolve({ ok: false, why, code: 'busy' })
    }
    return new Promise((resolve) => {
      this.#waiting.set(key, { permit, vector, event, resolvers: [resolve] })
      this.#schedule()
    })
  }

  /** Fails the waiting requests; current sessions go on. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    for (const { resolvers } of this.#waiting.values()) {
      for (const resolve of resolvers) resolve(STOPPED)
    }
    this.#waiting.clear()
  }

  /** Fails the requests that the owner has stopped. They are the oldest ones. */
  #dropStopped(): void {
    for (const [key, { permit, resolvers }] of this.#waiting) {
      if (!permit.signal.aborted) break
      this.#waiting.delete(key)
      for (const resolve of resolvers) resolve(STOPPED_BY_OWNER)
    }
  }

  #schedule(): void {
    if (this.#sessions === 0) {
      this.#flush()
      return
    }
    if (this.#timer !== undefined) return
    const delay = Math.max(0, this.#leftAt + SIGN_QUEUE_INTERVAL - this.#options.now())
    this.#timer = setTimeout(() => this.#flush(), delay)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#dropStopped()
    const batch = this.#takeBatch()
    const [first] = batch
    if (first === undefined) return
    const { permit } = first
    this.#sessions += 1
    this.#leftAt = this.#options.now()
    const vectors = batch.map(({ vector }) => vector)
    const events = batch.flatMap(({ event }) => event ?? [])
    const options: BatchOptions = {
      events: events.length === 0 ? null : events,
      onSigned: (signatures) => deliverMade(batch, signatures),
    }
    const signed = unlessStopped(permit.signal, () =>
      this.#options.signBatch(permit, vectors, options).catch(failed),
    )
    void signed.then((outcome) => {
      this.#sessions -= 1
      for (const waiting of batch) {
        const key = keyOf(waiting.vector)
        if (this.#underWay.get(key) === waiting) this.#underWay.delete(key)
      }
      deliverAll(batch, outcome)
      if (this.#waiting.size > 0) this.#schedule()
    })
    if (this.#waiting.size > 0) this.#schedule()
  }

  /**
   * One batch has each hash once, because sessions look hashes up without their tweaks. It holds only
   * requests of one kind: with tweaks (which 2026 can't sign), with events, or bare hashes. And only
   * requests with the same stop signal.
   */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const hashes = new Set<string>()
    let kind: string | undefined
    let signal: AbortSignal | undefined
    for (const [key, waiting] of this.#waiting) {
      const sighash = waiting.vector[0].toLowerCase()
      kind ??= kindOf(waiting)
      signal ??= waiting.permit.signal
      if (hashes.has(sighash) || kindOf(waiting) !== kind) continue
      if (waiting.permit.signal !== signal) continue
      hashes.add(sighash)
      batch.push(waiting)
      this.#waiting.delete(key)
      this.#underWay.set(key, waiting)
      if (batch.length === MAX_HASHES) break
    }
    return batch
  }
}

const failed = (): BatchOutcome => ({ ok: false, why: { error: protocolTexts.nodeError } })

const kindOf = ({ vector, event }: Waiting): string => {
  if (vector.length > 1) return 'tweaked'
  return event === null ? 'alone' : 'event'
}

const keyOf = (vector: SighashVector): string => vector.join(':').toLowerCase()

function deliverAll(batch: readonly Waiting[], outcome: BatchOutcome): void {
  deliverMade(batch, outcome.signatures ?? [])
  const failure: Failure = outcome.ok
    ? { ok: false, why: { error: protocolTexts.signatureMissing } }
    : { ok: false, why: outcome.why, code: outcome.code }
  // Requests that have their signature already ignore this.
  for (const { resolvers } of batch) for (const resolve of resolvers) resolve(failure)
}

function deliverMade(batch: readonly Waiting[], signatures: readonly MadeSignature[]): void {
  for (const { vector, resolvers } of batch) {
    const signature = signatures.find(({ sighash }) => sighash === vector[0])
    if (signature === undefined) continue
    for (const resolve of resolvers) resolve({ ok: true, signature })
  }
}
