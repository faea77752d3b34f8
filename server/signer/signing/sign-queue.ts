import { protocolTexts, request } from '#contract/messages.ts'
import type { Permit } from '#policy/engine.ts'
import { MAX_HASHES } from '#protocol/limits.ts'
import type { Signature } from '#protocol/packages.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import type { Failure } from '../failure.ts'
import { SIGN_QUEUE_INTERVAL, SIGN_QUEUE_MAX } from '../limits.ts'
import { STOPPED_BY_OWNER, unlessStopped } from './stopping.ts'

/** With whom it was made: x-only keys. */
export type MadeSignature = Signature & { peers?: readonly string[] }
export type SignOutcome = { ok: true; signature: MadeSignature } | Failure
/** A failed batch may still have some of its signatures. */
export type BatchOutcome =
  | { ok: true; signatures: MadeSignature[] }
  | (Failure & { signatures?: MadeSignature[] })

interface Waiting {
  permit: Permit<'sign'>
  vector: SighashVector
  /** The event that the sighash is the id of, serialised (NIP-01); null for a hash alone. */
  event: string | null
  resolvers: ((outcome: SignOutcome) => void)[]
}

const STOPPED: Failure = { ok: false, reason: request.stopped, code: 'stopped' }

export interface SignQueueOptions {
  /**
   * Signs up to 100 vectors, in one session unless peers can't take them all at once; rejecting means
   * failure.
   *
   * @param permit of one of them: the others' have the same signal
   * @param events the event of each, in their order; none for bare hashes
   * @param onSigned told of signatures as they are made, while others are still waited for
   */
  signBatch(
    permit: Permit<'sign'>,
    vectors: SighashVector[],
    events?: readonly string[] | null,
    onSigned?: (signatures: readonly MadeSignature[]) => void,
  ): Promise<BatchOutcome>
  now: () => number
  /** The error text for a signature that the batch does not hold. */
  missing: string
}

/**
 * Requests for signatures on their way into sessions. A single one leaves at once; those that come
 * while one is in progress leave together, when it is back or 100 ms after it left, whichever is
 * earlier. The same hash requested twice is signed once.
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
   * @param event what the sighash is the id of, when it is an event's
   */
  push(
    permit: Permit<'sign'>,
    vector: SighashVector,
    event: string | null = null,
  ): Promise<SignOutcome> {
    if (this.#stopped) return Promise.resolve(STOPPED)
    if (permit.signal.aborted) return Promise.resolve(STOPPED_BY_OWNER)
    this.#withdraw()
    const key = keyOf(vector)
    const same = this.#waiting.get(key) ?? this.#underWay.get(key)
    if (same?.permit.signal.aborted === false)
      return new Promise((resolve) => same.resolvers.push(resolve))
    if (this.#waiting.size >= SIGN_QUEUE_MAX) {
      const reason = request.queueFull(SIGN_QUEUE_MAX)
      return Promise.resolve({ ok: false, reason, code: 'busy' })
    }
    return new Promise((resolve) => {
      this.#waiting.set(key, { permit, vector, event, resolvers: [resolve] })
      this.#schedule()
    })
  }

  /** Rejects what waits; current sessions go on. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    for (const { resolvers } of this.#waiting.values()) {
      for (const resolve of resolvers) resolve(STOPPED)
    }
    this.#waiting.clear()
  }

  /** The owner has stopped what waits; what was asked for since then came later. */
  #withdraw(): void {
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
    this.#withdraw()
    const batch = this.#takeBatch()
    const [first] = batch
    if (first === undefined) return
    const { permit } = first
    this.#sessions += 1
    this.#leftAt = this.#options.now()
    const vectors = batch.map(({ vector }) => vector)
    const events = batch.flatMap(({ event }) => event ?? [])
    const shown = events.length === 0 ? null : events
    const onSigned = (signatures: readonly MadeSignature[]) => deliverSome(batch, signatures)
    const signed = unlessStopped(permit.signal, () =>
      this.#options.signBatch(permit, vectors, shown, onSigned).catch(failed),
    )
    void signed.then((outcome) => {
      this.#sessions -= 1
      for (const waiting of batch) {
        const key = keyOf(waiting.vector)
        if (this.#underWay.get(key) === waiting) this.#underWay.delete(key)
      }
      deliver(batch, outcome, this.#options.missing)
      if (this.#waiting.size > 0) this.#schedule()
    })
    if (this.#waiting.size > 0) this.#schedule()
  }

  /**
   * A session looks hashes up without their tweaks, so the same hash with other tweaks goes into
   * the next one. Hashes with tweaks, which the 2026 generation lacks, must not keep others from
   * it; and a session either names the events of all of its hashes, or of none. All of it is stopped at
   * once, or none.
   */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const hashes = new Set<string>()
    let sort: string | undefined
    let signal: AbortSignal | undefined
    for (const [key, waiting] of this.#waiting) {
      const sighash = waiting.vector[0].toLowerCase()
      sort ??= sortOf(waiting)
      signal ??= waiting.permit.signal
      if (hashes.has(sighash) || sortOf(waiting) !== sort) continue
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

const failureOf = ({ reason, code }: Failure): Failure => ({ ok: false, reason, code })

const failed = (): BatchOutcome => ({ ok: false, reason: protocolTexts.nodeError })

const sortOf = ({ vector, event }: Waiting): string => {
  if (vector.length > 1) return 'tweaked'
  return event === null ? 'alone' : 'event'
}

const keyOf = (vector: SighashVector): string => vector.join(':').toLowerCase()

function deliver(batch: Waiting[], outcome: BatchOutcome, missing: string): void {
  for (const { vector, resolvers } of batch) {
    for (const resolve of resolvers) resolve(pick(vector, outcome, missing))
  }
}

/** The rest is still waited for. */
function deliverSome(batch: readonly Waiting[], signatures: readonly MadeSignature[]): void {
  for (const { vector, resolvers } of batch) {
    const signature = signatureOf(vector, signatures)
    if (signature === undefined) continue
    for (const resolve of resolvers) resolve({ ok: true, signature })
  }
}

function pick(vector: SighashVector, outcome: BatchOutcome, missing: string): SignOutcome {
  const signature = signatureOf(vector, outcome.signatures)
  if (signature) return { ok: true, signature }
  return outcome.ok ? { ok: false, reason: missing } : failureOf(outcome)
}

const signatureOf = (
  [sighash]: SighashVector,
  signatures: readonly MadeSignature[] = [],
): MadeSignature | undefined => signatures.find((one) => one.sighash === sighash)
