import type { Guard } from './guards.ts'

/**
 * The rows of one keyset that are as Floe wrote them, and the ids, without the keyset, of those that are
 * lost. Throws what `sift` does.
 *
 * @param rows all rows of the table, of whichever keyset: any that are missing count as lost
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
