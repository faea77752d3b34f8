import { toTenths, wholeNumber } from './numbers.ts'

const KIB = 1_024
const MIB = 1_024 * KIB

/** A size in the largest fitting unit: `84 KiB`, `1.2 MiB`. */
export function byteSize(bytes: number): string {
  return bytes < MIB ? `${wholeNumber(Math.ceil(bytes / KIB))} KiB` : `${toTenths(bytes / MIB)} MiB`
}
