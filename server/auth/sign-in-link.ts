import type { SignInTokens } from '#store/sign-in-tokens.ts'
import { SIGN_IN_LINK_VALIDITY } from './limits.ts'
import { hashOf, isSecretId, newSecretId } from './secrets.ts'

/**
 * Makes a token that signs in once within ten minutes. Anything that can write the database may make
 * one: the server, and the owner's command beside it.
 *
 * @returns 256 random bits in base64url, kept nowhere
 */
export function createSignInToken(tokens: Pick<SignInTokens, 'add'>, now: () => number): string {
  const token = newSecretId()
  const at = now()
  tokens.add({ hash: hashOf(token), expiresAt: at + SIGN_IN_LINK_VALIDITY }, at)
  return token
}

/** True once for each token, while it is valid. */
export function takeSignInToken(
  tokens: Pick<SignInTokens, 'take'>,
  token: string,
  now: () => number,
): boolean {
  return isSecretId(token) && tokens.take(hashOf(token), now(), SIGN_IN_LINK_VALIDITY)
}
