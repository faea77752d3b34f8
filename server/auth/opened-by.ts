import { ENVIRONMENT_KEY } from '#contract/access-rules.ts'
import type { OwnerRecord } from '#store/owner.ts'
import type { VerifiedUser } from './basic-credentials.ts'

export type OpenedBy = ReturnType<typeof createOpenedBy>

export const openedBySignInLink = 'sign-in-link'

/** The API key that a session was opened with; undefined when that was something else. */
export function keyThatOpened(name: string): string | undefined {
  const [kind, id] = name.split(':')
  return kind === 'api-key' ? id : undefined
}

export interface OpenedByOptions {
  fingerprint(...parts: string[]): string
  hasApiKey(id: string): boolean
  environmentKey: string | undefined
  environmentUser: { username: string; password: string } | undefined
  owner(): OwnerRecord | undefined
}

/**
 * The names under which sessions remember the credential that opened them. A name changes when the credential does:
 * after a restart with another API_KEY or password in the environment, no session of the old one is left.
 */
export function createOpenedBy(options: OpenedByOptions) {
  const { fingerprint, hasApiKey, environmentKey, environmentUser, owner } = options

  const apiKey = (id: string): string =>
    id === ENVIRONMENT_KEY && environmentKey !== undefined
      ? `api-key:${id}:${fingerprint('api-key', environmentKey)}`
      : `api-key:${id}`

  const user = (source: VerifiedUser['source']): string | undefined => {
    const set = owner()
    if (source === 'owner') {
      if (set === undefined || set.passwordHash === null) return
      return `owner:${fingerprint('owner', set.username, set.passwordHash)}`
    }
    if (environmentUser === undefined || environmentUser.username === set?.username) return
    const { username, password } = environmentUser
    return `environment:${fingerprint('environment', username, password)}`
  }

  return {
    apiKey,
    user,
    /** Whether the credential of that name still opens something. */
    isValid: (name: string): boolean => {
      if (name === openedBySignInLink) return true
      if (name === user('owner') || name === user('environment')) return true
      const [kind, id = ''] = name.split(':')
      return kind === 'api-key' && hasApiKey(id) && name === apiKey(id)
    },
  }
}
