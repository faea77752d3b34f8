import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import { igloo as texts } from '#contract/texts/igloo.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from '../actor.ts'
import { envChangesOf } from '../env-changes-of.ts'

/** The one entry's id in igloo-server. */
const ID = 'env-stored-share'

/** igloo-server's calls about what its environment file has: no secret is in any answer. */
export function iglooEnvHandlers(
  context: Context,
): Pick<Handlers, 'envShares' | 'saveEnvShare' | 'revealAdminSecret'> {
  const { supervisor } = context.keysets.first
  const changes = envChangesOf(context)
  return {
    envShares: ({ request }) => {
      const { hasCredentials, credentials } = supervisor
      const entry = {
        hasShareCredential: true,
        hasGroupCredential: true,
        isValid: credentials.keyset?.ok === true,
        savedAt: null,
        id: ID,
        source: 'environment',
      }
      return request.json(hasCredentials ? [entry] : [])
    },

    saveEnvShare: (call) => {
      const { shareCredential, groupCredential } = call.body
      const saved = changes.save(
        { SHARE_CRED: shareCredential, GROUP_CRED: groupCredential },
        { actor: actorOf(call) },
      )
      return saved.ok
        ? call.request.json({ success: true, message: http.shareSaved })
        : call.request.json({ success: false, error: saved.error }, 400)
    },

    revealAdminSecret: ({ request, body }) =>
      body.confirm === true || body.confirmReveal === true
        ? request.json({ error: texts.adminSecretHidden }, 404)
        : request.json({ error: texts.confirmReveal }, 400),
  }
}
