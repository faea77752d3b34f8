import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import type { Handler, Handlers } from '#http/router.ts'
import { type FoundPeer, findPeer } from '#keysets/callers.ts'
import type { PolicyInForce } from '#keysets/peer-policies.ts'
import { xOnly } from '#nostr/x-only.ts'
import { actorOf } from './actor.ts'
import { iglooPolicyOf } from './igloo/igloo-policy.ts'

type PolicyName = 'policy' | 'setPolicy' | 'deletePolicy' | 'namePeer' | 'setPeerGenerations'

const STATUS = { NO_KEY: 400, NO_GROUP: 400, NO_PEER: 404 } as const satisfies Record<
  Exclude<FoundPeer, { ok: true }>['code'],
  number
>

/** What each peer may do, and what it is called. */
export function policyHandlers({ keysets }: Context): Pick<Handlers, PolicyName | 'policies'> {
  const { supervisor, policies, peerProtocols, names, policy } = keysets.first

  /** Answers for the peer that the path names, or says why there is none. */
  const withPeer = (
    call: Parameters<Handler<PolicyName>>[0],
    work: (change: { pubkey: string; actor: string }) => object,
  ): Response => {
    const { request } = call
    const peer = findPeer(supervisor, call.param('pubkey'))
    if (!peer.ok) return request.json({ error: peer.error }, STATUS[peer.code])
    const { pubkey } = peer
    return request.json({ pubkey, ...work({ pubkey, actor: actorOf(call) }) })
  }

  const inBothForms = (pubkey: string, inForce: PolicyInForce) => {
    const { peers } = supervisor.peerManager.view()
    const status = peers.find((peer) => peer.pubkey === pubkey)?.status
    const name = policy.ruleSet.nameOf({ door: 'peer', id: xOnly(pubkey) })
    return {
      ...inForce,
      policy: iglooPolicyOf(pubkey, inForce, { ...(status && { status }), name }),
    }
  }

  return {
    policies: ({ request }) => {
      const { group } = supervisor
      if (!group?.ok) return request.json({ error: http.noGroupCredential }, 400)
      const set = supervisor.peerManager
        .view()
        .peers.map(({ pubkey }) => inBothForms(pubkey, policies.now(pubkey)).policy)
        .filter(({ hasExplicitPolicy, label }) => hasExplicitPolicy || label !== null)
      return request.json({ policies: set })
    },

    policy: (call) => withPeer(call, ({ pubkey }) => inBothForms(pubkey, policies.now(pubkey))),

    setPolicy: (call) =>
      withPeer(call, (change) => {
        const { label, ...update } = call.body
        const inForce = policies.set(change, update, () => {
          if (label !== undefined) names.set(change, label ?? '')
        })
        return inBothForms(change.pubkey, inForce)
      }),

    deletePolicy: (call) =>
      withPeer(call, (change) => {
        const removed = policies.now(change.pubkey).source === 'saved'
        return { ...inBothForms(change.pubkey, policies.reset(change)), removed }
      }),

    namePeer: (call) => withPeer(call, (change) => names.set(change, call.body.name)),

    setPeerGenerations: (call) =>
      withPeer(call, (change) => peerProtocols.allowV1(change, call.body.allowV1)),
  }
}
