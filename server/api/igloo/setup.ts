import { adminSecretGiven } from '#auth/admin-secret.ts'
import type { Principal } from '#auth/authenticator.ts'
import type { AuthRefusal } from '#auth/login-attempt.ts'
import { igloo as texts } from '#contract/codes.ts'
import * as igloo from '#contract/igloo.ts'
import { type Failure, messageOf } from '#contract/message.ts'
import { httpDone } from '#contract/messages.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { iglooDone as done } from '#contract/texts/igloo.ts'
import { headersOf } from '#http/authentication.ts'
import type { RequestContext } from '#http/route.ts'
import { type Api, route } from '../route.ts'
import { GROUP, PASSWORD, SHARE } from '../samples.ts'

/** The caller who sets the first password is not known yet, so the body must be small. */
const SETUP_BODY_BYTES = 16 * 1024

/** The id of the one entry that igloo-server's environment file gives. */
const ENV_SHARE = 'env-stored-share'

/** A caller with the admin secret while nobody can sign in. */
const NEW_OWNER: Principal = { kind: 'open', userId: 'admin-secret', scope: 'admin' }

/**
 * igloo-server's calls for the first set-up: whoever knows the admin secret may set a password while nobody
 * can sign in. Without an admin secret in the environment there is only the sign-in link.
 */
const onboardingRoutes = {
  onboardingStatus: route({
    method: 'get',
    path: '/api/onboarding/status',
    scope: 'open',
    summary: 'Check whether somebody can sign in',
    answers: { 200: igloo.onboardingStatus },
    handle: ({ request }, { auth }) =>
      request.json({
        initialized: !auth.needsSetup,
        hasAdminSecret: auth.adminSecret.isSet,
        headlessMode: false,
        skipAdminValidation: false,
      }),
  }),

  validateAdmin: route({
    method: 'post',
    path: '/api/onboarding/validate-admin',
    scope: 'open',
    limit: 'login',
    summary: 'Check whether the bearer token is the admin secret',
    description: 'Always refused once somebody can sign in.',
    answers: { 200: successAnswer, 401: igloo.onboardingRefusal },
    handle: ({ request }, api) =>
      refuseWithoutSecret(request, api) ?? request.json({ success: true, message: done.validated }),
  }),

  setUp: route({
    method: 'post',
    path: '/api/onboarding/setup',
    scope: 'open',
    limit: 'login',
    example: { body: { username: 'olga', password: PASSWORD } },
    summary: 'Set the first username and password',
    description: 'The bearer token is the admin secret. Always refused once somebody can sign in.',
    body: igloo.onboardingSetup,
    maxBody: SETUP_BODY_BYTES,
    badRequest: (why) => inItsForm('invalid_input', why),
    answers: { 200: successAnswer, 400: igloo.onboardingRefusal, 401: igloo.onboardingRefusal },
    handle: async ({ body, request }, api) => {
      const refusal = refuseWithoutSecret(request, api)
      if (refusal !== null) return refusal
      const { auth, store } = api
      const result = await auth.setPassword(body, {
        clientKey: request.get('client').key,
        principal: NEW_OWNER,
      })
      const outcome = result.ok ? 'ok' : 'refused'
      store.audit.record({ actor: NEW_OWNER.userId, action: 'password.set', outcome })
      if (result.ok) return request.json({ success: true, message: done.setUp })
      if (result.retryAfter !== undefined) return refuse(request, result)
      return request.json(inItsForm('validation_error', result), 400)
    },
  }),
}

/** igloo-server's calls about its environment file: no secret is in any answer. */
const envRoutes = {
  envShares: route({
    method: 'get',
    path: '/api/env/shares',
    scope: 'admin',
    summary: 'Check whether a share and a group are saved',
    description: 'The answer holds neither.',
    answers: { 200: igloo.envShares },
    handle: ({ request }, { keyset }) => {
      const { hasCredentials, credentials } = keyset.supervisor
      const entry = {
        hasShareCredential: true,
        hasGroupCredential: true,
        isValid: credentials.keyset?.ok === true,
        savedAt: null,
        id: ENV_SHARE,
        source: 'environment',
      }
      return request.json(hasCredentials ? [entry] : [])
    },
  }),

  saveEnvShare: route({
    method: 'post',
    path: '/api/env/shares',
    scope: 'admin',
    confirm: 'always',
    example: { body: { shareCredential: SHARE, groupCredential: GROUP } },
    summary: 'Save the share and the group that the signer runs on',
    body: igloo.envShareRequest,
    invalidBody: texts.shareMissing,
    badRequest: (why) => ({ success: false, ...why }),
    answers: { 200: successAnswer, 400: igloo.failedAnswer },
    handle: ({ actor, body, request }, { envChanges }) => {
      const { shareCredential, groupCredential } = body
      const saved = envChanges.save(
        { SHARE_CRED: shareCredential, GROUP_CRED: groupCredential },
        { actor },
      )
      return saved.ok
        ? request.json({ success: true, message: httpDone.shareSaved })
        : request.json({ success: false, ...messageOf(saved) }, 400)
    },
  }),

  revealAdminSecret: route({
    method: 'post',
    path: '/api/env/admin-secret',
    scope: 'admin',
    example: { body: { confirm: true } },
    summary: 'Always refused: the admin secret is shown to nobody',
    body: igloo.confirmReveal,
    bodyMayBeMissing: true,
    answers: { 400: errorAnswer, 404: errorAnswer },
    handle: ({ body, request }) =>
      body.confirm === true || body.confirmReveal === true
        ? request.json(texts.adminSecretHidden, 404)
        : request.json(texts.confirmReveal, 400),
  }),
}

/** igloo-server's calls for setting it up. */
export const iglooSetupRoutes = { ...onboardingRoutes, ...envRoutes }

/** Null if the caller may go on. As in igloo-server, the refusal is the same whatever is wrong. */
function refuseWithoutSecret(request: RequestContext, { auth }: Api): Response | null {
  const { adminSecret, needsSetup } = auth
  const { header, bearer } = adminSecretGiven(headersOf(request))
  const given = header ?? bearer
  if (!needsSetup || !adminSecret.isSet || given === undefined) return refuse(request)
  const checked = adminSecret.check(given, request.get('client').key)
  return checked.ok ? null : refuse(request, checked)
}

function refuse(request: RequestContext, refusal?: AuthRefusal): Response {
  if (refusal?.retryAfter === undefined) return request.json(texts.failed, 401)
  request.header('Retry-After', String(refusal.retryAfter))
  return request.json(messageOf(refusal), 429)
}

/** igloo-server's form of a refusal: a word, and the sentence beside it. */
function inItsForm(error: string, failure: Failure) {
  const { error: message, ...why } = messageOf(failure)
  return { error, message, ...why }
}
