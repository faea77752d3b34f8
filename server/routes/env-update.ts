import { type EnvKey, envKeys } from '../contract/env.ts'
import { KEYSET_NAME_CHARS_MAX } from '../contract/limits.ts'
import { http, validation } from '../contract/messages.ts'
import { parseRelaysSetting, validateRelayList } from '../contract/relay-url.ts'
import { fail, ok, type Result } from '../frostr/errors.ts'
import { isMember } from '../frostr/v1/compatibility.ts'
import { validateGroup } from '../frostr/v1/group.ts'
import { validateShare } from '../frostr/v1/share.ts'

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
    const share = validateShare(changes.SHARE_CRED ?? current.SHARE_CRED.value)
    const group = validateGroup(changes.GROUP_CRED ?? current.GROUP_CRED.value)
    if (share.ok && group.ok && !isMember(group.value, share.value)) {
      return fail(`SHARE_CRED: ${validation.shareNotInGroup}`)
    }
  }
  const rejectedKeys = Object.keys(body).filter((key) => !envKeys.some((name) => name === key))
  return ok({ changes, rejectedKeys })
}

const checks: Record<EnvKey, (value: string) => Result<string>> = {
  SHARE_CRED: (value) => {
    const share = validateShare(value)
    return share.ok ? ok(value.trim()) : share
  },
  GROUP_CRED: (value) => {
    const group = validateGroup(value)
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
