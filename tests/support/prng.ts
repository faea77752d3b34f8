/**
 * A seeded generator for tests: the same seed gives the same cases on every machine, so that a
 * failure can be run again. mulberry32; never for keys that matter.
 */
export interface Prng {
  /** A whole number from 0 up to, not including, `below` (at most 2^32). */
  integer(below: number): number
  /** `size` bytes. */
  bytes(size: number): Uint8Array
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T
  /** The items shuffled; the argument is left as it is. */
  shuffle<T>(items: readonly T[]): T[]
}

export function seededPrng(seed: number): Prng {
  let state = seed >>> 0

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  const integer = (below: number): number => Math.floor((next() / 2 ** 32) * below)

  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  return {
    integer,
    pick,
    bytes: (size) => Uint8Array.from({ length: size }, () => next() >>> 24),
    shuffle: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  }
}
