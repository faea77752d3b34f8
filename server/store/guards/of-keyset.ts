import type { Guard } from './guards.ts'

/**
 * Of the rows of a table those of one keyset that are as Floe has written them, and of its rows that are
 * lost the ids without the keyset. Throws what `sift` does.
 *
 * @param rows all of the table, of whichever keyset: what is missing among them is lost
 */
export function siftKeyset<T extends { keyset: number }>(
  guard: Guard,
  rows: readonly T[],
  keyset: number,
): { own: T[]; lost: string[][] } {
  const { own, lost } = guard.sift(rows)
  return {
    own: own.filter((row) => row.keyset === keyset),
    lost: lost
      .map((id) => id.split(' '))
      .filter(([of]) => of === String(keyset))
      .map(([, ...rest]) => rest),
  }
}
