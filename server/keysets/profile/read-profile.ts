import { PROFILE_NAME_MAX } from '#contract/limits.ts'
import { cleanName, plainLine } from '#contract/plain-text.ts'

/** What a profile says of its owner that is shown here. */
export interface ToldProfile {
  /** On one line, safe to show; null: none. */
  name: string | null
  /** As written. */
  picture: string | null
}

/** What the content of a profile event (NIP-01, kind 0) says; nothing where it is not one. */
export function readProfile(content: string): ToldProfile {
  const told = objectOf(content)
  const names = [told['display_name'], told['name']].map(nameOf)
  const picture = told['picture']
  return {
    name: names.find((name) => name !== null) ?? null,
    picture: typeof picture === 'string' && picture !== '' ? picture : null,
  }
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' || cleanName(value) === '') return null
  // Twice: naming what can't be seen makes it longer. The ellipsis counts too.
  const shown = plainLine(plainLine(value, PROFILE_NAME_MAX), PROFILE_NAME_MAX - 1)
  return shown === '' ? null : shown
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
