import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'chacha20-poly1305'
const NONCE_BYTES = 12
const TAG = { authTagLength: 16 }

/** What peers have made together with us. */
export interface Exchanged {
  /** The shared point, compressed, 33 bytes, hex. */
  secret: string
  /** Every part was proved right, so that the secret is. */
  isProven: boolean
}

interface Sealed {
  /** Nonce and ciphertext. */
  bytes: Buffer
  tag: Buffer
  isProven: boolean
}

/**
 * A bounded number of secrets by name, those in use the longest, encrypted under a key of this memory: texts
 * can't be wiped, but that key can, and with it is gone at once whatever was kept.
 */
export class KeptSecrets {
  readonly #most: number
  readonly #kept = new Map<string, Sealed>()
  readonly #key = randomBytes(32)

  constructor(most: number) {
    this.#most = most
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
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
  }

  /** What was kept can be read by nobody from then on. */
  clear(): void {
    randomBytes(this.#key.length).copy(this.#key)
    this.#kept.clear()
  }

  #put(name: string, sealed: Sealed): void {
    this.#kept.delete(name)
    this.#kept.set(name, sealed)
  }
}
