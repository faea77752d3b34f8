/**
 * The keysets of this process, independent of each other.
 *
 * @param ids at least one
 * @param make starts a keyset
 */
export function createKeysets<K extends { readonly id: number; stop(): Promise<void> }>(
  ids: readonly number[],
  make: (id: number) => K,
) {
  const all: readonly K[] = ids.map(make)
  const [first] = all
  if (first === undefined) throw new RangeError('there is at least one keyset')
  return {
    /** The default of API calls. */
    first,
    /** In the order of their creation. */
    all,
    get: (id: number): K | undefined => all.find((keyset) => keyset.id === id),
    /** Stops all, even if one fails; rejects with the first error. */
    stop: async (): Promise<void> => {
      const ends = await Promise.allSettled(all.map((keyset) => keyset.stop()))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}
