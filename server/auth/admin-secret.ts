import { auth as texts } from '#contract/codes.ts'
import type { Secret } from '#lib/secret.ts'
import { type AuthRefusal, limited } from './login-attempt.ts'
import type { Limiter } from './rate-limiter.ts'
import { matcherOf } from './secrets.ts'

/** Unlike in RFC 6750 the token may have spaces: igloo-server allows them in the secret. */
const BEARER = /^bearer +(.+)$/i

/** Checks ADMIN_SECRET, which igloo-server's administration programs send. If it isn't set, nothing matches. */
export function createAdminSecret(secret: Secret | undefined, limiter: Limiter) {
  const is: (candidate: string) => boolean =
    secret === undefined ? () => false : matcherOf(secret.reveal())
  return {
    isSet: secret !== undefined,
    /** Whether a bearer token is the secret. Counts nothing: a wrong one may be an API key. */
    is,
    /**
     * Whether a text is the secret. A wrong one counts in the client's bucket of failed credentials. When that
     * is empty, the right one is refused too.
     */
    check: (candidate: string, clientKey: string): { ok: true } | AuthRefusal => {
      const counted = limiter.consume('failed', clientKey)
      if (!counted.ok) return limited(counted.retryAfter)
      if (!is(candidate)) return { ok: false, ...texts.invalidCredentials }
      limiter.refund('failed', clientKey)
      return { ok: true }
    },
  }
}

/**
 * The values of a call that may be the secret: X-Admin-Secret, and the bearer token.
 *
 * @param headers by lower-case names
 */
export function adminSecretGiven(headers: {
  'x-admin-secret': string | undefined
  authorization: string | undefined
}) {
  return {
    header: headers['x-admin-secret']?.trim() || undefined,
    bearer: BEARER.exec(headers.authorization?.trim() ?? '')?.[1],
  }
}
