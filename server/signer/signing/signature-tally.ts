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
  let hours = signatureHours.map(({ hour, signatures }) => ({ hour, signatures }))
  let lastAt = signatureHours.at(-1)?.lastAt ?? null
  let took = sampleOf(answers)

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
      lastAt = now
      took = [...took.slice(1 - SIGNATURES_TIMED), ms]
    },

    /** @param now Unix milliseconds */
    view: (now: number): StatusAnswer['signatures'] => {
      hours = hours.filter(({ hour }) => (hour + 1) * HOUR + WEEK > now)
      return {
        lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
        medianMs: medianOf(took),
        thisWeek: hours.reduce((sum, { signatures }) => sum + signatures, 0),
      }
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

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
