import { randomFillSync } from 'node:crypto'

/** As many as the numbers of slots, of 16 bits, tell apart with room to spare. */
const LIMIT_MAX = 32_768
const CHAINS = 65_536
/** Of 32 bits, of an id: 128 bits that nobody can choose are as good as 256 here. */
const WORDS = 4
/** No slot; in the order of slots, where it begins and ends. */
const NONE = 0

/** The id that is looked at: one at a time, and nothing is made for it. */
const bytes = Buffer.alloc(32)
const words = new Uint32Array(bytes.buffer, bytes.byteOffset, WORDS)

/**
 * The ids of the events that count as seen, bounded: the least recently met is forgotten first.
 * Whoever verifies an event adds its id; adding it earlier would let a relay suppress an event by
 * sending a forged copy first. What is no id, 64 characters of hex, counts as never seen.
 *
 * A hash table in fixed arrays, whose slots are numbered from 1: a Set of so many strings takes four
 * times the memory, grows for as long as it fills, and holds the event loop when it is built anew.
 */
export class SeenIds {
  readonly #limit: number
  readonly #keys: Uint32Array
  /** By hash the first slot of a chain, and by slot the next. */
  readonly #chains = new Uint16Array(CHAINS)
  readonly #next: Uint16Array
  /** By slot its neighbours in the order in which they were met last. */
  readonly #newer: Uint16Array
  readonly #older: Uint16Array
  /** Unknown to whoever would have ids share a chain. */
  readonly #seed = randomFillSync(new Uint32Array(WORDS))
  #size = 0

  /** @param limit at most 32,768 */
  constructor(limit = LIMIT_MAX) {
    if (limit > LIMIT_MAX) throw new RangeError(`more than ${LIMIT_MAX} ids`)
    this.#limit = limit
    this.#keys = new Uint32Array((limit + 1) * WORDS)
    this.#next = new Uint16Array(limit + 1)
    this.#newer = new Uint16Array(limit + 1)
    this.#older = new Uint16Array(limit + 1)
  }

  get size(): number {
    return this.#size
  }

  /** True when the id was added before; being asked for keeps it from being forgotten. */
  has(id: string): boolean {
    return readId(id) && this.#meet()
  }

  add(id: string): void {
    if (!readId(id) || this.#meet()) return
    const slot = this.#size < this.#limit ? this.#size + 1 : this.#forgetOldest()
    const hash = this.#hash(words, 0)
    this.#keys.set(words, slot * WORDS)
    this.#next[slot] = at(this.#chains, hash)
    this.#chains[hash] = slot
    this.#append(slot)
    this.#size = Math.max(this.#size, slot)
  }

  /** Whether the id that was read is there; then it is the latest that was met. */
  #meet(): boolean {
    let slot = at(this.#chains, this.#hash(words, 0))
    while (slot !== NONE && !this.#isIn(slot)) slot = at(this.#next, slot)
    if (slot === NONE) return false
    this.#takeOut(slot)
    this.#append(slot)
    return true
  }

  #isIn(slot: number): boolean {
    for (let word = 0; word < WORDS; word += 1) {
      if (this.#keys[slot * WORDS + word] !== words[word]) return false
    }
    return true
  }

  /** The slot that is free then. */
  #forgetOldest(): number {
    const slot = at(this.#newer, NONE)
    this.#takeOut(slot)
    const hash = this.#hash(this.#keys, slot * WORDS)
    const next = at(this.#next, slot)
    let before = at(this.#chains, hash)
    if (before === slot) {
      this.#chains[hash] = next
      return slot
    }
    while (at(this.#next, before) !== slot) before = at(this.#next, before)
    this.#next[before] = next
    return slot
  }

  #takeOut(slot: number): void {
    const [older, newer] = [at(this.#older, slot), at(this.#newer, slot)]
    this.#newer[older] = newer
    this.#older[newer] = older
  }

  #append(slot: number): void {
    const newest = at(this.#older, NONE)
    this.#newer[newest] = slot
    this.#older[slot] = newest
    this.#newer[slot] = NONE
    this.#older[NONE] = slot
  }

  #hash(keys: Uint32Array, from: number): number {
    let sum = 0
    for (let word = 0; word < WORDS; word += 1) {
      sum = (sum + Math.imul(at(keys, from + word), at(this.#seed, word) | 1)) | 0
    }
    return sum >>> 16
  }
}

/** Reads an id into `words`; false when it is none. */
const readId = (id: string): boolean => id.length === 64 && bytes.write(id, 'hex') === 32

const at = (numbers: Uint16Array | Uint32Array, index: number): number => numbers[index] ?? 0
