import type { JobInput, JobKind } from '#protocol/jobs.ts'
import type { SignSession } from '#protocol/v1/messages.ts'
import type { SignSession as V2Session } from '#protocol/v2/messages.ts'

/**
 * Milliseconds for a unit of work before any was measured: twice what a fast machine needs without
 * a native library, half of what a Raspberry Pi needs.
 */
const GUESS: Record<JobKind, number> = {
  answer: 0.5,
  begin: 0.5,
  combine: 0.35,
  keyshare: 3,
  exchange: 0.2,
  nonces: 0.3,
  prepare: 0.25,
  sign: 0.35,
  open: 0.25,
  aggregate: 0.35,
  keyshares: 3,
  weigh: 0.2,
  blind: 1.2,
  isBlinded: 0.6,
  checkParts: 0.4,
}

/** A hash costs two multiplications for each member and one for each tweak. */
const hashSteps = ({ hashes, members }: SignSession): number =>
  hashes.reduce((sum, vector) => sum + members.length + (vector.length - 1) / 2, 0)

/** A hash costs a multiplication for each member, plus the points that it reads. */
const nextSteps = ({ hashes, members }: V2Session): number => hashes.length * members.length

/** Units of work, which take the same time each. */
const UNITS: { [K in JobKind]: (input: JobInput<K>) => number } = {
  answer: hashSteps,
  begin: hashSteps,
  combine: ({ parts }) => parts.length,
  keyshare: ({ blinded }) => (blinded === undefined ? 1 : 2),
  exchange: (packages) => packages.length,
  nonces: (count) => count,
  prepare: nextSteps,
  sign: ({ parts }) => parts.length,
  open: ({ session }) => nextSteps(session),
  aggregate: ({ parts }) => parts.length,
  keyshares: ({ keys }) => keys.length,
  weigh: ({ packages, keys }) => packages.length * keys,
  blind: ({ publicKeys }) => publicKeys.length,
  isBlinded: ({ publicKeys }) => publicKeys.length,
  checkParts: ({ blinding, members }) => members.length * blinding.factors.length,
}

/** The weight of a new measurement: a single odd one does not decide. */
const WEIGHT = 0.2
/**
 * What a measurement counts for at most, as a multiple of what was expected: on a busy machine, work is
 * interrupted for longer than it takes.
 */
const HELD_UP = 2

/** What curve work costs on this machine, learnt from past jobs. */
export class CurveCosts {
  readonly #perUnit: Record<JobKind, number> = { ...GUESS }
  readonly #begun = new Set<JobKind>()

  /** How long a job will probably take. Milliseconds. */
  estimate<K extends JobKind>(kind: K, input: JobInput<K>): number {
    return this.#perUnit[kind] * UNITS[kind](input)
  }

  /** @param took how long the job took, without the turns of others */
  learn<K extends JobKind>(kind: K, input: JobInput<K>, took: number): void {
    const units = UNITS[kind](input)
    if (units === 0) return
    // The first of a kind loads what it needs: by that alone the next would wake the thread, at a
    // tenth of a second of the processor.
    if (!this.#begun.has(kind)) {
      this.#begun.add(kind)
      return
    }
    const expected = this.#perUnit[kind]
    const measured = Math.min(took / units, HELD_UP * expected)
    this.#perUnit[kind] += WEIGHT * (measured - expected)
  }
}
