import type { LoginRequest } from '../contract/auth.ts'
import { auth as texts } from '../contract/messages.ts'
import type { Scope } from '../contract/scopes.ts'
import type { ApiKeys } from './api-keys.ts'
import { nameOfKey, userIdOfKey } from './authenticator.ts'
import { type BasicCredentials, pairOf, type VerifiedUser } from './basic.ts'
import type { Familiar } from './familiar.ts'
import { limited, refusalOf } from './guess.ts'
import type { Limiter } from './limiter.ts'
import type { AuthLog } from './log.ts'
import { type OpenedBy, openedBySignInLink } from './opened-by.ts'
import type { AuthRefusal } from './outcomes.ts'
import type { OwnerRepository, SignInTokenRepository } from './repositories.ts'
import { takeSignInToken } from './sign-in-link.ts'

/** Who has shown a credential, and under what name its session is kept. */
export interface Known {
  userId: string
  scope: Scope
  openedBy: string
}

export interface LoginCredentials {
  /**
   * Who shows a credential. Each try counts in the client's bucket of failed credentials; when that
   * is empty, only what the client has itself used before is tried.
   */
  check(
    credentials: LoginRequest,
    clientKey: string,
  ): Promise<{ ok: true; known: Known } | AuthRefusal>
  /** The user that a password identifies. */
  user(userId: string, source?: VerifiedUser['source']): Known
}

export interface LoginCredentialsOptions {
  apiKeys: ApiKeys
  basic: BasicCredentials
  owner: OwnerRepository
  signInTokens: SignInTokenRepository
  openedBy: OpenedBy
  limiter: Limiter
  familiar: Familiar
  log: AuthLog
  now: () => number
}

/** What a login can be made with. */
export function createLoginCredentials(options: LoginCredentialsOptions): LoginCredentials {
  const { apiKeys, basic, owner, signInTokens, openedBy, limiter, familiar, log, now } = options

  const userNamed = (userId: string, source: VerifiedUser['source'] = 'owner'): Known => ({
    userId,
    scope: 'admin',
    openedBy: openedBy.user(source) ?? '',
  })

  /** A name for what a login is made with; undefined for a link, which is used once. */
  const nameOf = (credentials: LoginRequest): string | undefined => {
    if ('apiKey' in credentials) {
      const key = apiKeys.find(credentials.apiKey)
      return key === null ? undefined : nameOfKey(key.id)
    }
    return 'token' in credentials ? undefined : pairOf(credentials.username, credentials.password)
  }

  /** The user, if that can be told without Argon2. */
  const knownCheaply = (credentials: LoginRequest, clientKey: string): Known | null => {
    if ('apiKey' in credentials) {
      const key = apiKeys.find(credentials.apiKey)
      if (key === null) return null
      const { id, name, scope } = key
      return { userId: userIdOfKey(name), scope, openedBy: openedBy.apiKey(id) }
    }
    if ('token' in credentials) {
      const isTaken = takeSignInToken(signInTokens, credentials.token, now)
      const userId = owner.get()?.username ?? 'owner'
      return isTaken ? { userId, scope: 'admin', openedBy: openedBySignInLink } : null
    }
    const user = basic.remembered(credentials.username, credentials.password, clientKey)
    return user === null ? null : userNamed(user.userId, user.source)
  }

  /** A right pair is remembered, unless the password was changed in the meantime. */
  const knownByPassword = async (
    credentials: LoginRequest,
    clientKey: string,
  ): Promise<Known | null> => {
    if (!('username' in credentials)) return null
    await basic.verify(credentials.username, credentials.password, clientKey)
    return knownCheaply(credentials, clientKey)
  }

  return {
    check: async (credentials, clientKey) => {
      const counted = limiter.consume('failed', clientKey)
      const name = nameOf(credentials)
      const isFamiliar = name !== undefined && familiar.knows(clientKey, name)
      if (!counted.ok && !isFamiliar) return limited(counted.retryAfter)
      let known = knownCheaply(credentials, clientKey)
      try {
        known ??= await knownByPassword(credentials, clientKey)
      } catch (error) {
        limiter.refund('failed', clientKey)
        return refusalOf(error)
      }
      if (known === null) {
        log.warn({ client: clientKey }, 'a login failed')
        return { ok: false, error: texts.invalidCredentials }
      }
      if (name !== undefined) familiar.note(clientKey, name)
      return { ok: true, known }
    },
    user: userNamed,
  }
}
