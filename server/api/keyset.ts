import type { Context } from '#app/context.ts'
import type { Handlers } from '#http/router.ts'
import { dealKeyset, makeV1Keyset, makeV2Keyset } from '#keysets/new-keyset.ts'
import { actorOf } from './actor.ts'

/**
 * New keysets. One of 2026 is saved, and no share of it is in the answer; of one of 1.x the answer has all,
 * and nothing is kept here. Not even the audit has a name, because people paste what they should not.
 */
export function keysetHandlers({
  config: { relayHosts },
  keysets: { first },
  packageKeys,
  reader,
  store,
}: Context): Pick<Handlers, 'keyset' | 'dealKeyset'> {
  const { kept } = first
  const here = { ...first, transaction: store.transaction, relayHosts }

  return {
    keyset: (call) => {
      const { threshold, totalMembers, secretKey, generation } = call.body
      const made = generation === '1.x' ? makeV1Keyset(call.body) : makeV2Keyset(call.body, here)
      kept.audit.record({
        actor: actorOf(call),
        action: 'keyset',
        outcome: made.ok ? 'ok' : 'refused',
        detail: {
          ...{ threshold, totalMembers, generation },
          key: secretKey === undefined ? 'new' : 'given',
        },
      })
      return made.ok ? call.request.json(made.value) : call.request.json({ error: made.error }, 400)
    },

    dealKeyset: async (call) => {
      const { body, request } = call
      const { threshold, totalMembers, shareCredentials } = body
      const dealt = await dealKeyset(body, { deriveKey: packageKeys, reader, relayHosts })
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
