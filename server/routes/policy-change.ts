import type { Context } from '../context.ts'
import { DENIABLE, type Deniable } from '../contract/deniable.ts'
import type { PoliciesGiven } from '../contract/env.ts'
import { ownerEvent } from '../contract/messages.ts'
import type { PolicyRequest } from '../contract/operations.ts'
import { xOnly } from '../nostr/x-only.ts'
import { describeChange, type PolicyInForce, policyInForce } from './policy-in-force.ts'

type Parts = Pick<Context, 'config' | 'store' | 'supervisor' | 'events'>

/** What the peer with a key may do, and who says so. */
export const policyNow = ({ config, store }: Parts, pubkey: string): PolicyInForce =>
  policyInForce(xOnly(pubkey), store.policies.list(), config.peerPolicies)

interface Change {
  /** Compressed. */
  pubkey: string
  /** Who says so. */
  actor: string
  action: string
}

/**
 * Changes a policy, in force at once, and says so in the event log and the audit.
 *
 * @param save puts the change on the disk
 */
export function changePolicy(context: Parts, change: Change, save: () => void): PolicyInForce {
  const before = policyNow(context, change.pubkey)
  save()
  return putInForce(context, change, before)
}

export function setPolicy(
  context: Parts,
  { pubkey, actor }: Omit<Change, 'action'>,
  { allowSend, allowReceive, denied }: PolicyRequest,
): PolicyInForce {
  return changePolicy(context, { pubkey, actor, action: 'policy.set' }, () => {
    const inForce = denied ?? policyNow(context, pubkey).denied
    context.store.policies.set({ pubkey, allowSend, allowReceive, denied: inOrder(inForce) })
  })
}

/**
 * Denies peers what policies deny that come with credentials; nothing is allowed by it.
 *
 * @param save puts the credentials on the disk: with the denials, or neither
 */
export function saveWithDenials(
  context: Parts,
  { policies, actor }: { policies: PoliciesGiven; actor: string },
  save: () => void,
): void {
  const named = [...new Set(policies.map(({ pubkey }) => pubkey))]
  const before = named.map((pubkey) => [pubkey, policyNow(context, pubkey)] as const)
  context.store.together(() => {
    for (const policy of policies) deny(context, policy)
    save()
  })
  for (const [pubkey, policy] of before) {
    if (describeChange(policy, policyNow(context, pubkey)) === '') continue
    putInForce(context, { pubkey, actor, action: 'policy.set' }, policy)
  }
}

function deny(context: Parts, { pubkey, ...given }: PoliciesGiven[number]): void {
  const now = policyNow(context, pubkey)
  const after = {
    allowSend: now.allowSend && given.allowSend,
    allowReceive: now.allowReceive && given.allowReceive,
    denied: inOrder([...now.denied, ...(given.denied ?? [])]),
  }
  if (describeChange(now, after) !== '') context.store.policies.set({ pubkey, ...after })
}

/** Each once. */
const inOrder = (denied: readonly Deniable[]): Deniable[] =>
  DENIABLE.filter((what) => denied.includes(what))

/** What is on the disk by now goes for the signer. */
function putInForce(
  context: Parts,
  { pubkey, actor, action }: Change,
  before: PolicyInForce,
): PolicyInForce {
  const { store, supervisor, events } = context
  const after = policyNow(context, pubkey)
  const { source, ...policy } = after
  supervisor.node?.peers.setPolicy(pubkey, policy)
  const detail = { pubkey, ...policy }
  const words = describeChange(before, after)
  if (words !== '') events.add('info', ownerEvent.policyChanged(pubkey.slice(0, 8), words), detail)
  store.audit.record({ actor, action, outcome: 'ok', detail: { ...detail, source } })
  return after
}
