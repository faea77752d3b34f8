/** A keyset as long as the process runs. */
export interface KeysetLife {
  readonly id: number
  /** Ends its signer for good, and what else it has under way. */
  stop(): Promise<void>
}

export interface Keysets<K extends KeysetLife> {
  /** The one that calls mean which name none. */
  readonly first: K
  /** In the order in which they were made. */
  readonly all: readonly K[]
  /** Undefined when there is none of this id. */
  get(id: number): K | undefined
  /** Brings each to its end, whatever becomes of another; rejects with what went wrong first. */
  stop(): Promise<void>
}

/**
 * The keysets of this process: what lives of one knows nothing of another.
 *
 * @param ids in the order in which they were made; there is at least one
 * @param make begins the life of one
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
