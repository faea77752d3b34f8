import type { StatusAnswer } from '#contract/status.ts'
import { SIGNATURES_TIMED } from '../limits.ts'
import type { SignatureRecord } from '../protocol-log.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

export interface SignatureTallyOptions {
  /** Earlier counts, by hour (Unix milliseconds / 3,600,000), oldest first. */
  signatureHours: readonly { hour: number; signatures: number; lastAt: number }[]
  /** How many of them took about so many milliseconds. */
  answers?: readonly { took: number; answers: number }[]
}

/**
 * Signatures for the status: when the last was made, the median time, and how many in the last week. Counted
 * by the hour.
 */
export function createSignatureTally(
  { signatureHours, answers = [] }: SignatureTallyOptions,
  clock: () => number = Date.now,
) {
  const hours = signatureHours.map(({ hour, signatures }) => ({ hour, signatures }))
  const newest = signatureHours.at(-1)
  let thisWeek = hours.reduce((sum, { signatures }) => sum + signatures, 0)
  let lastAt = newest === undefined ? null : isoDate(newest.lastAt)
  let took = sampleOf(answers)
  let medianMs = took.length === 0 ? null : medianOf(took)

  const currentHour = (now: number) => {
    const hour = Math.floor(now / HOUR)
    const last = hours.at(-1)
    // If the clock was set back, counting goes on in the last hour.
    if (last !== undefined && last.hour >= hour) return last
    const next = { hour, signatures: 0 }
    hours.push(next)
    return next
  }

  return {
    add: ({
      outcome,
      hashes,
      took: ms,
    }: Pick<SignatureRecord, 'outcome' | 'hashes' | 'took'>): void => {
      if (outcome !== 'ok') return
      const now = clock()
      currentHour(now).signatures += hashes.length
      thisWeek += hashes.length
      lastAt = isoDate(now)
      took = [...took.slice(1 - SIGNATURES_TIMED), ms]
      medianMs = medianOf(took)
    },

    /** @param now Unix milliseconds */
    view: (now: number): StatusAnswer['signatures'] => {
      let oldest = hours[0]
      while (oldest !== undefined && (oldest.hour + 1) * HOUR + WEEK <= now) {
        thisWeek -= oldest.signatures
        hours.shift()
        oldest = hours[0]
      }
      return { lastAt, medianMs, thisWeek }
    },
  }
}

/** Up to `SIGNATURES_TIMED` times that represent all counted ones. */
function sampleOf(counts: NonNullable<SignatureTallyOptions['answers']>): number[] {
  const sorted = counts.toSorted((a, b) => a.took - b.took)
  const all = sorted.reduce((sum, { answers }) => sum + answers, 0)
  const kept = Math.min(all, SIGNATURES_TIMED)
  let passed = 0
  return sorted.flatMap(({ took, answers }) => {
    // As many of the times up to this one as their part of all.
    const before = Math.round((passed * kept) / all)
    passed += answers
    return Array<number>(Math.round((passed * kept) / all) - before).fill(took)
  })
}

const isoDate = (ms: number): string => new Date(ms).toISOString()

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
