import type { Context } from '../context.ts'
import { ownerEvent } from '../contract/messages.ts'
import type { PolicyRequest } from '../contract/operations.ts'
import { xonlyOf } from '../signer/peers.ts'
import { describeChange, type PolicyInForce, policyInForce } from './policy-in-force.ts'

type Parts = Pick<Context, 'config' | 'store' | 'supervisor' | 'events'>

/** What the peer with a key may do, and who says so. */
export const policyNow = ({ config, store }: Parts, pubkey: string): PolicyInForce =>
  policyInForce(xonlyOf(pubkey), store.policies.list(), config.peerPolicies)

/**
 * Changes a policy, in force at once, and says so in the event log and the audit.
 *
 * @param pubkey compressed
 * @param save puts the change on the disk
 */
export function changePolicy(
  context: Parts,
  { pubkey, actor, action }: { pubkey: string; actor: string; action: string },
  save: () => void,
): PolicyInForce {
  const { store, supervisor, events } = context
  const before = policyNow(context, pubkey)
  save()
  const after = policyNow(context, pubkey)
  const { allowSend, allowReceive, source } = after
  supervisor.node?.peers.setPolicy(pubkey, { allowSend, allowReceive })
  const detail = { pubkey, allowSend, allowReceive }
  const words = describeChange(before, after)
  if (words !== '') events.add('info', ownerEvent.policyChanged(pubkey.slice(0, 8), words), detail)
  store.audit.record({ actor, action, outcome: 'ok', detail: { ...detail, source } })
  return after
}

export function setPolicy(
  context: Parts,
  { pubkey, actor }: { pubkey: string; actor: string },
  { allowSend, allowReceive }: PolicyRequest,
): PolicyInForce {
  return changePolicy(context, { pubkey, actor, action: 'policy.set' }, () => {
    context.store.policies.set({ pubkey, allowSend, allowReceive })
  })
}

/** Denies a peer what a policy denies that came with the credentials; nothing is allowed by it. */
export function addDenials(
  context: Parts,
  peer: { pubkey: string; actor: string },
  given: PolicyRequest,
): void {
  const now = policyNow(context, peer.pubkey)
  const allowSend = now.allowSend && given.allowSend
  const allowReceive = now.allowReceive && given.allowReceive
  if (allowSend === now.allowSend && allowReceive === now.allowReceive) return
  setPolicy(context, peer, { allowSend, allowReceive })
}
