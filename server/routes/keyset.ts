import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { dealKeyset } from '../keysets/dealing.ts'
import { makeKeyset } from '../keysets/new-keyset.ts'
import { actorOf } from './actor.ts'

/**
 * New keysets. The answer has all of one, and nothing of it is kept here. Its name is for whoever
 * saves one of its shares; not even the audit has it, because people paste what they should not.
 */
export function keysetHandlers({
  keysets: {
    first: { kept },
  },
  packageKeys,
  reader,
}: Context): Pick<Handlers, 'keyset' | 'dealKeyset'> {
  return {
    keyset: (call) => {
      const { threshold, totalMembers, secretKey } = call.body
      const made = makeKeyset(call.body)
      kept.audit.record({
        actor: actorOf(call),
        action: 'keyset',
        outcome: made.ok ? 'ok' : 'refused',
        detail: { threshold, totalMembers, key: secretKey === undefined ? 'new' : 'given' },
      })
      return made.ok ? call.request.json(made.value) : call.request.json({ error: made.error }, 400)
    },

    dealKeyset: async (call) => {
      const { body, request } = call
      const { threshold, totalMembers, shareCredentials } = body
      const dealt = await dealKeyset(body, { deriveKey: packageKeys, reader })
      kept.audit.record({
        actor: actorOf(call),
        action: 'keyset.deal',
        outcome: dealt.ok ? 'ok' : 'refused',
        detail: { threshold, totalMembers, given: shareCredentials.length },
      })
      return dealt.ok ? request.json(dealt.value) : request.json({ error: dealt.error }, 400)
    },
  }
}
