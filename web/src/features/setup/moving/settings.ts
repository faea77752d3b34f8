import type { Decoders } from '#web/lib/decoders.ts'
import { v2Decoding } from '#web/texts/texts.ts'
import { type Draft, type Problems, problemsOf, sizeOf } from '../keyset/settings.ts'

/**
 * What is wrong with the settings of new shares: as for a new keyset, but the threshold must be two
 * or more.
 */
export function dealProblems(
  draft: Draft,
  existingNames: readonly string[],
  { parseSecretKey }: Pick<Decoders, 'parseSecretKey'>,
): Problems {
  const problems = problemsOf(draft, existingNames, parseSecretKey)
  const isAlone = problems.threshold === undefined && sizeOf(draft).threshold < 2
  return isAlone ? { ...problems, threshold: v2Decoding.thresholdTooLow } : problems
}
