import * as codes from '#contract/codes.ts'
import type { KeysetRequest } from '#contract/credentials.ts'
import { keysetName } from '#contract/keysets.ts'
import { KEYSET_NAME_CHARS_MAX, MAX_COMMITS } from '#contract/limits.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { v2Decoding, validation } from '#web/texts/texts.ts'
import { translateMessage, translateWithoutField } from '#web/texts/translate-message.ts'

/** What is in the form, as typed. `secretKey`: null for a fresh key. */
export interface Draft {
  name: string
  threshold: string
  totalMembers: string
  secretKey: string | null
}

export type FieldName = keyof Draft
export type Problems = Partial<Record<FieldName, string>>

export const emptyDraft: Draft = { name: '', threshold: '2', totalMembers: '3', secretKey: null }

/** In the order of the form. */
const FIELDS = ['name', 'threshold', 'totalMembers', 'secretKey'] as const satisfies FieldName[]

const wholeNumber = (text: string): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN

const isPositive = (value: number): boolean => value >= 1

/** What is wrong with each field, in the words that the server would use. */
export function problemsOf(
  draft: Draft,
  generation: ProtocolName,
  existingNames: readonly string[],
  { parseSecretKey }: Pick<Decoders, 'parseSecretKey'>,
): Problems {
  const size = sizeOf(draft)
  const { totalMembers } = size
  const secretKey = draft.secretKey === null ? null : parseSecretKey(draft.secretKey)
  const found: Record<FieldName, string | false> = {
    name: nameProblem(draft.name, existingNames),
    threshold: thresholdProblem(size, generation),
    totalMembers: !isPositive(totalMembers)
      ? validation.totalMembersPositive
      : totalMembers > MAX_COMMITS && validation.totalMembersTooHigh(MAX_COMMITS),
    secretKey: secretKey !== null && !secretKey.ok && translateMessage(secretKey),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== false))
}

function nameProblem(name: string, existingNames: readonly string[]): string | false {
  const trimmed = cleanName(name)
  if (trimmed === '') return validation.nameRequired
  if (trimmed.length > KEYSET_NAME_CHARS_MAX) return validation.nameTooLong(KEYSET_NAME_CHARS_MAX)
  const isTaken = existingNames.some((existing) => keysetName(existing) === keysetName(trimmed))
  return isTaken && validation.nameTaken
}

function thresholdProblem(size: Size, generation: ProtocolName): string | false {
  const { threshold, totalMembers } = size
  if (!isPositive(threshold)) return validation.thresholdPositive
  // No share of 2026 signs alone.
  if (generation === '2026' && threshold === 1) return v2Decoding.thresholdTooLow
  return threshold > totalMembers && validation.thresholdTooHigh
}

/** The first field of the form that has a problem. */
export const firstProblem = (problems: Problems): FieldName | undefined =>
  FIELDS.find((field) => problems[field] !== undefined)

type Size = Pick<KeysetRequest, 'threshold' | 'totalMembers'>

/** Threshold and total as numbers; NaN if not a whole number. */
export const sizeOf = (draft: Draft): Size => ({
  threshold: wholeNumber(draft.threshold),
  totalMembers: wholeNumber(draft.totalMembers),
})

/** The request to the server, from a draft without problems. */
export const requestOf = (draft: Draft): KeysetRequest => ({
  name: draft.name.trim(),
  ...sizeOf(draft),
  ...(draft.secretKey === null ? {} : { secretKey: draft.secretKey.trim() }),
})

/** The field that a message of the server is about, by the message's code. */
const FIELD_OF_CODE: Readonly<Record<string, FieldName>> = {
  [codes.validation.thresholdPositive.code]: 'threshold',
  [codes.validation.thresholdTooHigh.code]: 'threshold',
  [codes.v2Decoding.thresholdTooLow.code]: 'threshold',
  [codes.validation.totalMembersPositive.code]: 'totalMembers',
  [codes.validation.totalMembersTooHigh(MAX_COMMITS).code]: 'totalMembers',
  [codes.validation.nsecFormat.code]: 'secretKey',
  [codes.validation.privateKeyRequired.code]: 'secretKey',
  [codes.validation.privateKeyFormat.code]: 'secretKey',
  [codes.validation.secretKeyFormat.code]: 'secretKey',
  [codes.protocolTexts.invalidSecretKey.code]: 'secretKey',
}

/** A refusal by the server, at the field that it is about; null for any other failure. */
export function refusalOf(error: Error | null): Problems | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  const { why } = error
  const named = FIELDS.find((field) => field === why.field)
  if (named !== undefined) return { [named]: translateWithoutField(why) }
  const field = FIELD_OF_CODE[why.code ?? '']
  return field === undefined ? null : { [field]: translateMessage(why) }
}
