import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Operation } from '#contract/rules.ts'
import type { Permit } from '#policy/engine.ts'
import type { Failure } from '../failure.ts'
import { ECDH_CACHE_MAX } from '../limits.ts'

/** The operations that need an ECDH secret of the group. */
export type EcdhOperation = Exclude<Operation, 'sign' | 'onboard'>

/** The shared point, compressed, 33 bytes, hex: a secret. */
export type EcdhOutcome = { ok: true; secret: string } | Failure

/** A secret that peers have computed with us. */
export interface Exchanged {
  /** The shared point, compressed, 33 bytes, hex. */
  secret: string
  /** Every part was proved right, so the secret is right. */
  isProven: boolean
}

export type ExchangeOutcome = { ok: true; value: Exchanged } | Failure

export interface ExchangeOptions {
  /**
   * Whether the secret must be proven right. Where a MAC would reveal a wrong one, 1.x saves a round trip
   * without the proof.
   */
  proven: boolean
}

/** Runs a key exchange with peers. Never rejects. */
type Exchange = (
  permit: Permit<EcdhOperation>,
  publicKey: string,
  options: ExchangeOptions,
) => Promise<ExchangeOutcome>

interface Running {
  signal: AbortSignal
  outcome: Promise<EcdhOutcome>
}

/**
 * ECDH secrets of the group's key. Calls for the same key share one exchange. A bounded number of results
 * is kept until the owner stops everything, or until `forget`.
 */
export class SharedSecrets {
  readonly #exchange: Exchange
  readonly #kept = new SealedCache(ECDH_CACHE_MAX)
  /** Exchanges under way, by public key. */
  readonly #running = { proven: new Map<string, Running>(), any: new Map<string, Running>() }
  /** How often `forget` was called. */
  #forgotten = 0
  /** The signals that already empty the cache when they abort. */
  readonly #watched = new WeakSet<AbortSignal>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /**
   * The point that the group's secret key shares with a public key. Never rejects.
   *
   * @param publicKey 32 or 33 bytes, hex
   */
  async get(
    permit: Permit<EcdhOperation>,
    publicKey: string,
    options: ExchangeOptions,
  ): Promise<EcdhOutcome> {
    const key = publicKey.toLowerCase()
    const kept = this.#kept.get(key)
    if (kept !== undefined && (kept.isProven || !options.proven)) {
      return { ok: true, secret: kept.secret }
    }
    const { proven, any } = this.#running
    const same = proven.get(key) ?? (options.proven ? undefined : any.get(key))
    if (same !== undefined && !same.signal.aborted) return same.outcome
    const running = options.proven ? proven : any
    const outcome = this.#make(permit, key, options).finally(() => {
      if (running.get(key)?.outcome === outcome) running.delete(key)
    })
    running.set(key, { signal: permit.signal, outcome })
    return outcome
  }

  /** Drops all results, those of exchanges under way included. */
  forget(): void {
    this.#forgotten += 1
    this.#kept.clear()
  }

  async #make(
    permit: Permit<EcdhOperation>,
    key: string,
    options: ExchangeOptions,
  ): Promise<EcdhOutcome> {
    const forgotten = this.#forgotten
    const outcome = await this.#exchange(permit, key, options)
    if (!outcome.ok) return outcome
    const { signal } = permit
    // A proven secret that came in the meantime is not replaced by an unproven one.
    const isWorse = this.#kept.get(key)?.isProven === true && !outcome.value.isProven
    if (!signal.aborted && forgotten === this.#forgotten && !isWorse) {
      this.#forgetOnAbort(signal)
      this.#kept.set(key, outcome.value)
    }
    return { ok: true, secret: outcome.value.secret }
  }

  #forgetOnAbort(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return
    this.#watched.add(signal)
    signal.addEventListener('abort', () => this.forget(), { once: true })
  }
}

const CIPHER = 'chacha20-poly1305'
const NONCE_BYTES = 12
const TAG = { authTagLength: 16 }

interface Sealed {
  /** Nonce and ciphertext. */
  bytes: Buffer
  tag: Buffer
  isProven: boolean
}

/**
 * A least-recently-used cache of secrets, encrypted under a key in memory: JavaScript strings can't be
 * wiped, but that key can, and then nothing in the cache can be read.
 */
class SealedCache {
  readonly #max: number
  readonly #kept = new Map<string, Sealed>()
  readonly #key = randomBytes(32)

  constructor(max: number) {
    this.#max = max
  }

  get(name: string): Exchanged | undefined {
    const sealed = this.#kept.get(name)
    if (sealed === undefined) return undefined
    this.#put(name, sealed)
    const { bytes, tag, isProven } = sealed
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), TAG)
    decipher.setAuthTag(tag)
    const secret = decipher.update(bytes.subarray(NONCE_BYTES), undefined, 'utf8')
    decipher.final()
    return { secret, isProven }
  }

  set(name: string, { secret, isProven }: Exchanged): void {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce, TAG)
    const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final()])
    this.#put(name, { bytes, tag: cipher.getAuthTag(), isProven })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#max && oldest !== undefined) this.#kept.delete(oldest)
  }

  clear(): void {
    randomBytes(this.#key.length).copy(this.#key)
    this.#kept.clear()
  }

  #put(name: string, sealed: Sealed): void {
    this.#kept.delete(name)
    this.#kept.set(name, sealed)
  }
}
