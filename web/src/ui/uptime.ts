import { uptime as texts } from '../texts/texts.ts'

/** With fewer watched stretches there are neither bars nor a figure. */
const SHOWN_MIN = 3

/** Shares of stretches of time, from 0 to 1; null: nobody watched. */
export type Shares = readonly (number | null)[]

/** Whether enough was watched for bars and for a figure beside them. */
export const isShown = (values: Shares): boolean =>
  values.filter((value) => value !== null).length >= SHOWN_MIN

/** The mean of the stretches that were watched; null if none was. */
function meanOf(values: Shares): number | null {
  const watched = values.filter((value) => value !== null)
  if (watched.length === 0) return null
  return watched.reduce((sum, value) => sum + value, 0) / watched.length
}

/**
 * A share in percent as people read it: 100 only where nothing is missing, 0 only where all is.
 *
 * @param share from 0 to 1
 */
export function percentOf(share: number): number {
  if (share === 0 || share === 1) return share * 100
  return Math.min(99, Math.max(1, Math.round(share * 100)))
}

/** The figure beside the bars; a dash where there are none. */
export function describePercent(values: Shares): string {
  const share = isShown(values) ? meanOf(values) : null
  return share === null ? '–' : `${percentOf(share)} %`
}

/** What the bars show, in a sentence that begins with the label. */
export function describeUptime(label: string, values: Shares): string {
  const share = meanOf(values)
  if (share === null) return texts.unwatched(label)
  if (share === 1) return texts.always(label)
  return share === 0 ? texts.never(label) : texts.share(label, percentOf(share))
}
