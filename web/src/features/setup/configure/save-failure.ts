import type { EnvKey } from '#contract/keysets.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { whyOf } from '#web/lib/query-client.ts'
import { configure as texts } from '#web/texts/texts.ts'
import { translateMessage, translateWithoutField } from '#web/texts/translate-message.ts'

export type SaveFailure =
  /** Nobody is signed in any more: the login screen, or the page itself, says so. */
  | { is: 'signed-out' }
  /** The server refuses this; `field` names the field, if it says which. */
  | { is: 'refused'; text: string; reason: string; field: keyof typeof FIELDS | null }
  /** The server could not do it. */
  | { is: 'failed'; text: string; next: string }

const FIELDS = {
  name: 'GROUP_NAME',
  share: 'SHARE_CRED',
  group: 'GROUP_CRED',
  relays: 'RELAYS',
} as const satisfies Record<string, EnvKey>

/**
 * Why saving failed. Section 8 of the specification has two texts: a refusal by the server is 'Error
 * configuring signer', with its reason; anything that kept it from saving, such as the network or
 * its disk, is 'Error saving credentials'.
 */
export function saveFailureOf(error: unknown): SaveFailure {
  const status = error instanceof ApiError ? error.status : null
  const why = whyOf(error)
  if (status === 401) return { is: 'signed-out' }
  if (status !== null && status < 500) {
    const [field] = Object.entries(FIELDS).find(([, name]) => name === why.field) ?? []
    const reason = field === undefined ? translateMessage(why) : translateWithoutField(why)
    const text = texts.refused(reason)
    return { is: 'refused', text, reason, field: (field as keyof typeof FIELDS) ?? null }
  }
  const next =
    status === null ? texts.unreachableNext(why.error) : texts.serverNext(translateMessage(why))
  return { is: 'failed', text: texts.saveFailed, next }
}
