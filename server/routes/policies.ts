import type { Context } from '../context.ts'
import { http, node as texts } from '../contract/messages.ts'
import type { Handler, Handlers } from '../http/mount.ts'
import { parseXOnly } from '../nostr/x-only.ts'
import { actorOf } from './actor.ts'
import { allowFirstGeneration } from './peer-generations.ts'
import { changePolicy, policyNow, setPolicy } from './policy-change.ts'

type PolicyCall = Parameters<
  Handler<'policy' | 'setPolicy' | 'deletePolicy' | 'setPeerGenerations'>
>[0]

/** What each peer may do. A change is on the disk before it is in force, and in force at once. */
export function policyHandlers(
  context: Context,
): Pick<Handlers, 'policy' | 'setPolicy' | 'deletePolicy' | 'setPeerGenerations'> {
  const { store, supervisor } = context

  /** Answers for the peer that the path names, or says why there is none. */
  const withPeer = (call: PolicyCall, work: (pubkey: string) => object): Response => {
    const { request } = call
    const xonly = parseXOnly(call.param('pubkey'))
    if (xonly === undefined) return request.json({ error: http.invalidPubkey }, 400)
    const { group, self } = supervisor
    if (!group?.ok) return request.json({ error: http.noGroupCredential }, 400)
    const peer = group.value.members.find(({ pubkey }) => parseXOnly(pubkey) === xonly)
    if (peer === undefined || xonly === self) {
      return request.json({ error: texts.peerNotFound }, 404)
    }
    return request.json({ pubkey: peer.pubkey, ...work(peer.pubkey) })
  }

  return {
    policy: (call) => withPeer(call, (pubkey) => policyNow(context, pubkey)),

    setPolicy: (call) =>
      withPeer(call, (pubkey) => setPolicy(context, { pubkey, actor: actorOf(call) }, call.body)),

    deletePolicy: (call) =>
      withPeer(call, (pubkey) => {
        const change = { pubkey, actor: actorOf(call), action: 'policy.delete' }
        return changePolicy(context, change, () => void store.policies.delete(pubkey))
      }),

    setPeerGenerations: (call) =>
      withPeer(call, (pubkey) => {
        const { allowFirstGeneration: allowed } = call.body
        const actor = actorOf(call)
        return allowFirstGeneration(context, { pubkey, actor }, allowed)
      }),
  }
}
