import type { Context as Request } from 'hono'
import type { Context } from '#app/context.ts'
import { adminSecretGiven } from '#auth/admin-secret.ts'
import type { Principal } from '#auth/authenticator.ts'
import type { AuthRefusal } from '#auth/login-attempt.ts'
import { igloo as texts } from '#contract/texts/igloo.ts'
import { headersOf } from '#http/auth-middleware.ts'
import type { Env, Handlers } from '#http/router.ts'

type OnboardingHandlers = Pick<Handlers, 'onboardingStatus' | 'validateAdmin' | 'setUp'>

/** Whoever has shown the admin secret while nobody can sign in. */
const NEW_OWNER: Principal = {
  kind: 'open',
  userId: 'admin-secret',
  scope: 'admin',
  name: 'admin secret',
}

/**
 * igloo-server's calls for the first setting up: whoever knows the admin secret may set a password while
 * nobody can sign in. Without an admin secret in the environment there is only the sign-in link.
 */
export function iglooOnboardingHandlers({ auth, store }: Context): OnboardingHandlers {
  /** Null: the caller may go on. One answer for all that is wrong, as igloo-server has it. */
  const refusalOf = (request: Request<Env>): Response | null => {
    const { adminSecret, needsSetup } = auth
    const { header, bearer } = adminSecretGiven(headersOf(request))
    const given = header ?? bearer
    if (!needsSetup || !adminSecret.isSet || given === undefined) return refuse(request)
    const checked = adminSecret.check(given, request.get('client').key)
    return checked.ok ? null : refuse(request, checked)
  }

  return {
    onboardingStatus: ({ request }) =>
      request.json({
        initialized: !auth.needsSetup,
        hasAdminSecret: auth.adminSecret.isSet,
        headlessMode: false,
        skipAdminValidation: false,
      }),

    validateAdmin: ({ request }) =>
      refusalOf(request) ?? request.json({ success: true, message: texts.validated }),

    setUp: async ({ request, body }) => {
      const refusal = refusalOf(request)
      if (refusal !== null) return refusal
      const result = await auth.setPassword(body, {
        clientKey: request.get('client').key,
        principal: NEW_OWNER,
      })
      const outcome = result.ok ? 'ok' : 'refused'
      store.audit.record({ actor: NEW_OWNER.userId, action: 'password.set', outcome })
      if (result.ok) return request.json({ success: true, message: texts.setUp })
      if (result.retryAfter !== undefined) return refuse(request, result)
      return request.json({ error: 'validation_error', message: result.error }, 400)
    },
  }
}

function refuse(request: Request<Env>, refusal?: AuthRefusal): Response {
  if (refusal?.retryAfter === undefined) return request.json({ error: texts.failed }, 401)
  request.header('Retry-After', String(refusal.retryAfter))
  return request.json({ error: refusal.error }, 429)
}
