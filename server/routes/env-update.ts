import { type EnvKey, envKeys } from '../contract/env-keys.ts'
import { KEYSET_NAME_CHARS_MAX } from '../contract/limits.ts'
import { http, validation } from '../contract/messages.ts'
import { parseRelaysSetting, validateRelayList } from '../contract/relay-url.ts'
import { pairOf, readGroup, readShare } from '../frostr/credentials.ts'
import { fail, ok, type Result } from '../frostr/errors.ts'

export interface EnvUpdate {
  /** What to save, in the form that it is saved in. */
  changes: Partial<Record<EnvKey, string>>
  rejectedKeys: string[]
}

type Current = Readonly<Record<EnvKey, { value?: string | undefined }>>

/**
 * Checks a change of the settings as a whole, before any of it is saved: each value by itself,
 * then whether the share and the group that would be in force belong together.
 *
 * @returns an error that begins with the field's name
 */
export function checkEnvUpdate(
  body: Readonly<Record<string, unknown>>,
  current: Current,
): Result<EnvUpdate> {
  const changes: EnvUpdate['changes'] = {}
  for (const key of envKeys) {
    const value = body[key]
    if (value === undefined) continue
    if (typeof value !== 'string') return fail(`${key}: ${http.mustBeString}`)
    const checked = checks[key](value)
    if (!checked.ok) return fail(`${key}: ${checked.error}`)
    changes[key] = checked.value
  }
  if (changes.SHARE_CRED !== undefined || changes.GROUP_CRED !== undefined) {
    const share = readShare(changes.SHARE_CRED ?? current.SHARE_CRED.value)
    const group = readGroup(changes.GROUP_CRED ?? current.GROUP_CRED.value)
    const pair = share.ok && group.ok ? pairOf(group.value, share.value) : undefined
    if (pair?.ok === false) return fail(`SHARE_CRED: ${pair.error}`)
  }
  const rejectedKeys = Object.keys(body).filter((key) => !envKeys.some((name) => name === key))
  return ok({ changes, rejectedKeys })
}

const checks: Record<EnvKey, (value: string) => Result<string>> = {
  SHARE_CRED: (value) => {
    const share = readShare(value)
    return share.ok ? ok(value.trim()) : share
  },
  GROUP_CRED: (value) => {
    const group = readGroup(value)
    return group.ok ? ok(value.trim()) : group
  },
  GROUP_NAME: (value) => {
    const name = value.trim()
    if (name === '') return fail(validation.nameRequired)
    return name.length > KEYSET_NAME_CHARS_MAX
      ? fail(validation.nameTooLong(KEYSET_NAME_CHARS_MAX))
      : ok(name)
  },
  RELAYS: (value) => {
    const relays = validateRelayList(parseRelaysSetting(value))
    return relays.ok ? ok(JSON.stringify(relays.value)) : fail(relays.error)
  },
}
