import { auth as texts } from '#contract/codes.ts'
import type { Secret } from '#lib/secret.ts'
import { type AuthRefusal, limited } from './login-attempt.ts'
import type { Limiter } from './rate-limiter.ts'
import { matcherOf } from './secrets.ts'

/** Not RFC 6750's: a secret may have spaces, as igloo-server takes it. */
const BEARER = /^bearer +(.+)$/i

/** ADMIN_SECRET, with which igloo-server's programs administer it. Off where none is set. */
export function createAdminSecret(secret: Secret | undefined, limiter: Limiter) {
  const is: (candidate: string) => boolean =
    secret === undefined ? () => false : matcherOf(secret.reveal())
  return {
    isSet: secret !== undefined,
    /** Whether a bearer token is the secret. Counts nothing: a wrong one may be an API key. */
    is,
    /**
     * Whether what a call carries is the secret. A wrong one counts as a failed credential of the client;
     * when those are used up, the right one is refused like it.
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
 * What a call carries where the secret may be: in X-Admin-Secret, and as a bearer token.
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
