import type { Context } from '../context.ts'
import { http, ownerEvent, node as texts } from '../contract/messages.ts'
import type { Handler, Handlers } from '../http/mount.ts'
import { xonlyOf } from '../signer/peers.ts'
import { xOnly } from '../store/pubkey.ts'
import { actorOf } from './actor.ts'
import { describeChange, type PolicyInForce, policyInForce } from './policy-in-force.ts'

type PolicyCall = Parameters<Handler<'policy' | 'setPolicy' | 'deletePolicy'>>[0]

/** What each peer may do. A change is on the disk before it is in force, and in force at once. */
export function policyHandlers(
  context: Context,
): Pick<Handlers, 'policy' | 'setPolicy' | 'deletePolicy'> {
  const { config, store, supervisor, events } = context

  const inForce = (pubkey: string): PolicyInForce =>
    policyInForce(xonlyOf(pubkey), store.policies.list(), config.peerPolicies)

  /** Answers for the peer that the path names, or says why there is none. */
  const withPeer = (call: PolicyCall, work: (pubkey: string) => PolicyInForce): Response => {
    const { request } = call
    const xonly = xOnly(call.param('pubkey'))
    if (xonly === undefined) return request.json({ error: http.invalidPubkey }, 400)
    const { group, self } = supervisor
    if (!group?.ok) return request.json({ error: http.noGroupCredential }, 400)
    const peer = group.value.members.find(({ pubkey }) => xonlyOf(pubkey) === xonly)
    if (peer === undefined || xonly === self) {
      return request.json({ error: texts.peerNotFound }, 404)
    }
    return request.json({ pubkey: peer.pubkey, ...work(peer.pubkey) })
  }

  const change = (call: PolicyCall, action: string, save: (pubkey: string) => void): Response =>
    withPeer(call, (pubkey) => {
      const before = inForce(pubkey)
      save(pubkey)
      const after = inForce(pubkey)
      const { allowSend, allowReceive, source } = after
      supervisor.node?.peers.setPolicy(pubkey, { allowSend, allowReceive })
      const detail = { pubkey, allowSend, allowReceive }
      const words = describeChange(before, after)
      if (words !== '') {
        events.add('info', ownerEvent.policyChanged(pubkey.slice(0, 8), words), detail)
      }
      store.audit.record({
        actor: actorOf(call),
        action,
        outcome: 'ok',
        detail: { ...detail, source },
      })
      return after
    })

  return {
    policy: (call) => withPeer(call, inForce),

    setPolicy: (call) =>
      change(call, 'policy.set', (pubkey) => {
        const { allowSend, allowReceive } = call.body
        store.policies.set({ pubkey, allowSend, allowReceive })
      }),

    deletePolicy: (call) =>
      change(call, 'policy.delete', (pubkey) => {
        store.policies.delete(pubkey)
      }),
  }
}
