import type { Context } from '../context.ts'
import { generateKeyset } from '../frostr/gen1/keyset.ts'
import { validateKeysetParameters } from '../frostr/keyset-parameters.ts'
import type { Handlers } from '../http/mount.ts'
import { dealKeyset } from '../keysets/dealing.ts'
import { parseSecretKey } from '../nostr/keys.ts'
import { actorOf } from './actor.ts'

/**
 * New keysets. Nothing of one is kept here: the answer has all of it. Its name is for whoever saves
 * a share of it; not even the audit has it, as people paste what they should not.
 */
export function keysetHandlers({
  store,
  packageKeys,
}: Context): Pick<Handlers, 'keyset' | 'dealKeyset'> {
  return {
    keyset: (call) => {
      const { threshold, totalMembers, secretKey } = call.body
      const audit = (outcome: string) =>
        store.audit.record({
          actor: actorOf(call),
          action: 'keyset',
          outcome,
          detail: { threshold, totalMembers, key: secretKey === undefined ? 'new' : 'given' },
        })
      const parameters = validateKeysetParameters({ threshold, totalMembers })
      const key = secretKey === undefined ? undefined : parseSecretKey(secretKey)
      const refused = parameters.ok ? key : parameters
      if (refused !== undefined && !refused.ok) {
        audit('refused')
        return call.request.json({ error: refused.error }, 400)
      }
      const { groupCredential, shareCredentials } = generateKeyset({
        threshold,
        totalMembers,
        ...(key?.ok ? { secretKey: key.value } : {}),
      })
      audit('ok')
      return call.request.json({ groupCredential, shareCredentials })
    },

    dealKeyset: async (call) => {
      const { body, request } = call
      const { threshold, totalMembers, shareCredentials } = body
      const dealt = await dealKeyset(body, packageKeys)
      store.audit.record({
        actor: actorOf(call),
        action: 'keyset.deal',
        outcome: dealt.ok ? 'ok' : 'refused',
        detail: { threshold, totalMembers, given: shareCredentials.length },
      })
      return dealt.ok ? request.json(dealt.value) : request.json({ error: dealt.error }, 400)
    },
  }
}
