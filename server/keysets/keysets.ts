/** A keyset that this process runs. */
export interface KeysetLife {
  readonly id: number
  /** Stops its signer and everything else of it, for good. */
  stop(): Promise<void>
}

export interface Keysets<K extends KeysetLife> {
  /** The default of API calls. */
  readonly first: K
  /** In the order of their creation. */
  readonly all: readonly K[]
  get(id: number): K | undefined
  /** Stops all, even if one fails; rejects with the first error. */
  stop(): Promise<void>
}

/**
 * The keysets of this process, independent of each other.
 *
 * @param ids at least one
 * @param make starts a keyset
 */
export function createKeysets<K extends KeysetLife>(
  ids: readonly number[],
  make: (id: number) => K,
): Keysets<K> {
  const all = ids.map(make)
  const [first] = all
  if (first === undefined) throw new RangeError('there is at least one keyset')
  return {
    first,
    all,
    get: (id) => all.find((keyset) => keyset.id === id),
    stop: async () => {
      const ends = await Promise.allSettled(all.map((keyset) => keyset.stop()))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}
