import type { LoginRequest } from '#contract/auth.ts'
import type { Scope } from '#contract/scopes.ts'
import type { StoreLog } from '#store/database.ts'
import type { Owner } from '#store/owner.ts'
import type { SignInTokens } from '#store/sign-in-tokens.ts'
import { type ApiKeys, isMadeKey } from './api-keys.ts'
import { userIdOfKey } from './authenticator.ts'
import type { BasicCredentials, VerifiedUser } from './basic-credentials.ts'
import { type AuthRefusal, countedTry } from './login-attempt.ts'
import { type OpenedBy, openedBySignInLink } from './opened-by.ts'
import type { Limiter } from './rate-limiter.ts'
import { takeSignInToken } from './sign-in-link.ts'

/** The user of a valid credential, and the name by which a session remembers that credential. */
export interface Known {
  userId: string
  scope: Scope
  openedBy: string
}

export interface LoginCredentialsOptions {
  apiKeys: ApiKeys
  basic: BasicCredentials
  owner: Owner
  signInTokens: SignInTokens
  openedBy: OpenedBy
  limiter: Limiter
  log: StoreLog
  now: () => number
}

/** Checks the credentials that a login can be made with. */
export function createLoginCredentials(options: LoginCredentialsOptions) {
  const { apiKeys, basic, owner, signInTokens, openedBy, limiter, log, now } = options

  const userNamed = (userId: string, source: VerifiedUser['source'] = 'owner'): Known => ({
    userId,
    scope: 'admin',
    openedBy: openedBy.user(source) ?? '',
  })

  const knownByKey = (text: string): Known | null => {
    const key = apiKeys.find(text)
    if (key === null) return null
    const { id, name, scope } = key
    return { userId: userIdOfKey(name), scope, openedBy: openedBy.apiKey(id) }
  }

  const knownByLink = (token: string): Known | null => {
    const isTaken = takeSignInToken(signInTokens, token, now)
    const userId = owner.get()?.username ?? 'owner'
    return isTaken ? { userId, scope: 'admin', openedBy: openedBySignInLink } : null
  }

  const knownByPassword = async (
    username: string,
    password: string,
    clientKey: string,
  ): Promise<Known | null> => {
    await basic.verify(username, password, clientKey)
    // A right pair is remembered, unless the password was changed in the meantime.
    const user = basic.remembered(username, password, clientKey)
    return user === null ? null : userNamed(user.userId, user.source)
  }

  const knownBy = (
    credentials: LoginRequest,
    clientKey: string,
  ): Known | null | Promise<Known | null> => {
    if ('apiKey' in credentials) return knownByKey(credentials.apiKey)
    if ('token' in credentials) return knownByLink(credentials.token)
    return knownByPassword(credentials.username, credentials.password, clientKey)
  }

  return {
    /**
     * The user of a credential, or its refusal. An API key made here, which nobody can guess, is always checked.
     * Each try of anything else counts in the client's bucket of failed credentials, and is refused unchecked when
     * that is empty.
     */
    check: async (
      credentials: LoginRequest,
      clientKey: string,
    ): Promise<{ ok: true; value: Known } | AuthRefusal> => {
      const isSure = 'apiKey' in credentials && isMadeKey(credentials.apiKey)
      const sure = isSure ? knownByKey(credentials.apiKey) : null
      if (sure !== null) return { ok: true, value: sure }
      const tried = await countedTry(limiter, clientKey, () => knownBy(credentials, clientKey))
      const isWrong = !tried.ok && tried.retryAfter === undefined
      if (isWrong) log.warn({ client: clientKey }, 'a login failed')
      return tried
    },
    /** The user that a password identifies. */
    user: userNamed,
  }
}
