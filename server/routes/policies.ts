import type { Context } from '../context.ts'
import type { Handler, Handlers } from '../http/mount.ts'
import { type FoundPeer, findPeer } from '../keysets/find-peer.ts'
import { actorOf } from './actor.ts'

type PolicyName = 'policy' | 'setPolicy' | 'deletePolicy' | 'namePeer' | 'setPeerGenerations'

const STATUS = { NO_KEY: 400, NO_GROUP: 400, NO_PEER: 404 } as const satisfies Record<
  Exclude<FoundPeer, { ok: true }>['code'],
  number
>

/** What each peer may do, and what it is called. */
export function policyHandlers({ keysets }: Context): Pick<Handlers, PolicyName> {
  const { supervisor, policies, peerGenerations, names } = keysets.first

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

  return {
    policy: (call) => withPeer(call, ({ pubkey }) => policies.now(pubkey)),

    setPolicy: (call) => withPeer(call, (change) => policies.set(change, call.body)),

    deletePolicy: (call) => withPeer(call, (change) => policies.reset(change)),

    namePeer: (call) => withPeer(call, (change) => names.set(change, call.body.name)),

    setPeerGenerations: (call) =>
      withPeer(call, (change) =>
        peerGenerations.allowFirst(change, call.body.allowFirstGeneration),
      ),
  }
}
