import { validation } from '#contract/codes.ts'
import { MAX_COMMITS } from '#contract/limits.ts'
import { fail, ok, type Result } from '#lib/errors.ts'

/** How many shares sign together, and how many there are. */
export interface KeysetParameters {
  threshold: number
  totalMembers: number
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** 1 ≤ threshold ≤ totalMembers ≤ 15, or the reason against it. */
export function validateKeysetParameters(parameters: {
  threshold: unknown
  totalMembers: unknown
}): Result<KeysetParameters> {
  const { threshold, totalMembers } = parameters
  if (!isPositiveInteger(threshold)) return fail(validation.thresholdPositive)
  if (!isPositiveInteger(totalMembers)) return fail(validation.totalMembersPositive)
  if (threshold > totalMembers) return fail(validation.thresholdTooHigh)
  if (totalMembers > MAX_COMMITS) return fail(validation.totalMembersTooHigh(MAX_COMMITS))
  return ok({ threshold, totalMembers })
}
