import { MAX_COMMITS } from '#contract/limits.ts'
import type { PastedCredentials } from '#web/lib/pasted-credentials.ts'

/** What a person has entered. */
export interface Form {
  group: string
  /** At least one. */
  shares: readonly ShareField[]
}

interface ShareField {
  /** Identifies the field while others come and go. */
  key: number
  text: string
}

export const formOf = (group: string, share: string): Form => ({
  group,
  shares: [{ key: 0, text: share }],
})

export const withShare = (form: Form, key: number, text: string): Form => ({
  ...form,
  shares: form.shares.map((share) => (share.key === key ? { key, text } : share)),
})

export const withFieldAdded = (form: Form): Form => ({ ...form, shares: appended(form.shares, '') })

export const withFieldRemoved = (form: Form, key: number): Form =>
  form.shares.length === 1
    ? form
    : { ...form, shares: form.shares.filter((share) => share.key !== key) }

/**
 * Puts what was pasted where it belongs: a group credential into its field; shares into the empty
 * fields from the first on, then into new ones, up to the number of shares in a group.
 *
 * @param replaced the share field that the first share replaces, whatever it holds
 * @returns also how many shares there was no room for
 */
export function withPasted(
  form: Form,
  pasted: PastedCredentials,
  replaced?: number,
): { form: Form; leftOut: number } {
  const waiting = [...pasted.shares]
  const filled = (field: ShareField) => ({ ...field, text: waiting.shift() ?? field.text })
  const known = form.shares
    .map((field) => (field.key === replaced ? filled(field) : field))
    .map((field) => (field.text.trim() === '' ? filled(field) : field))
  const added = waiting.splice(0, Math.max(0, MAX_COMMITS - known.length))
  const shares = added.reduce(appended, known)
  return { form: { group: pasted.group ?? form.group, shares }, leftOut: waiting.length }
}

function appended(fields: readonly ShareField[], text: string): ShareField[] {
  return [...fields, { key: Math.max(...fields.map(({ key }) => key)) + 1, text }]
}
