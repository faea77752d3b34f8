import type { SignInTokens } from '#store/sign-in-tokens.ts'
import { SIGN_IN_LINK_VALIDITY } from './limits.ts'
import { hashOf, isSecretId, newSecretId } from './secrets.ts'

export interface SignInToken {
  /** 256 random bits in base64url, shown only once. */
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * Makes a token that signs in once within ten minutes. Anything that can write the database may make
 * one: the server, and the owner's command beside it.
 */
export function createSignInToken(
  tokens: Pick<SignInTokens, 'add'>,
  now: () => number,
): SignInToken {
  const token = newSecretId()
  const at = now()
  const expiresAt = at + SIGN_IN_LINK_VALIDITY
  tokens.add({ hash: hashOf(token), expiresAt }, at)
  return { token, expiresAt }
}

/** True once for each token, while it is valid. */
export function takeSignInToken(
  tokens: Pick<SignInTokens, 'take'>,
  token: string,
  now: () => number,
): boolean {
  return isSecretId(token) && tokens.take(hashOf(token), now(), SIGN_IN_LINK_VALIDITY)
}
