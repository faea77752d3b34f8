import type { Context } from '#app/context.ts'
import type { Handlers } from '#http/router.ts'
import { checkCredential, recover } from '#keysets/credentials.ts'
import { actorOf } from './actor.ts'

/**
 * Recovery of the secret key, which is in the answer and nowhere else; the audit has only counts.
 */
export function recoverHandlers({
  config,
  keysets: {
    first: { kept },
  },
  reader,
}: Context): Pick<Handlers, 'recover' | 'validate'> {
  return {
    recover: (call) => {
      const recovery = recover(call.body, reader)
      kept.audit.record({
        actor: actorOf(call),
        action: 'recover',
        outcome: recovery.success ? 'ok' : 'refused',
        detail: {
          given: call.body.shareCredentials.length,
          valid: recovery.success ? recovery.details.sharesUsed : (recovery.details?.provided ?? 0),
          invalid: recovery.details?.invalidShares?.length ?? 0,
        },
      })
      return call.request.json(recovery, recovery.success ? 200 : 400)
    },

    validate: ({ body, request }) =>
      request.json(checkCredential(body.type, body.credential, reader, config.relayHosts)),
  }
}
