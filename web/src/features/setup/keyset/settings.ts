import * as codes from '#contract/codes.ts'
import type { KeysetRequest } from '#contract/credentials.ts'
import { keysetName } from '#contract/keysets.ts'
import { KEYSET_NAME_CHARS_MAX, MAX_COMMITS } from '#contract/limits.ts'
import type { Failure } from '#contract/message.ts'
import { cleanName } from '#contract/plain-text.ts'
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
  existingNames: readonly string[],
  parseSecretKey: Decoders['parseSecretKey'],
): Problems {
  const { threshold, totalMembers } = sizeOf(draft)
  const secretKey = draft.secretKey === null ? null : parseSecretKey(draft.secretKey)
  const found: Record<FieldName, string | false> = {
    name: nameProblem(draft.name, existingNames),
    threshold: !isPositive(threshold)
      ? validation.thresholdPositive
      : threshold > totalMembers && validation.thresholdTooHigh,
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

/** The first field of the form that has a problem. */
export const firstProblem = (problems: Problems): FieldName | undefined =>
  FIELDS.find((field) => problems[field] !== undefined)

/** Threshold and total as numbers; NaN if not a whole number. */
export const sizeOf = (draft: Draft): { threshold: number; totalMembers: number } => ({
  threshold: wholeNumber(draft.threshold),
  totalMembers: wholeNumber(draft.totalMembers),
})

/** In 2026 a threshold of 1 is refused: no share signs alone. */
export const aloneProblem = (draft: Draft): Problems =>
  sizeOf(draft).threshold === 1 ? { threshold: v2Decoding.thresholdTooLow } : {}

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

/** A refusal by the server at the field that it names or is about; null when it is about none. */
export function refusalOf(why: Failure): Problems | null {
  const named = FIELDS.find((field) => field === why.field)
  if (named !== undefined) return { [named]: translateWithoutField(why) }
  const field = FIELD_OF_CODE[why.code ?? '']
  return field === undefined ? null : { [field]: translateMessage(why) }
}
