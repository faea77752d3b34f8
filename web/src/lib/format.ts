import { locale } from '../texts/language.ts'

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A count as the page's language writes it: `1,234`. */
export const wholeNumber = (count: number): string => whole.format(count)

/** To a tenth: `1,234.5`. */
export const toTenths = (value: number): string => tenths.format(value)

const KIB = 1_024
const MIB = 1_024 * KIB

/** A size in the largest fitting unit: `84 KiB`, `1.2 MiB`. */
export function byteSize(bytes: number): string {
  return bytes < MIB ? `${wholeNumber(Math.ceil(bytes / KIB))} KiB` : `${toTenths(bytes / MIB)} MiB`
}
