import type { PoliciesGiven } from '../contract/env.ts'
import { type GroupPackage, peerKeys } from '../frostr/next/group.ts'
import type { PolicyChoices, PolicyOverride } from '../frostr/next/profile.ts'

/** Without a ping there are no nonces to sign with. */
const NEEDED = ['ping', 'sign', 'ecdh'] as const

/**
 * The peers that a profile denies something, as policies of ours. These have one choice for each
 * direction, so that one method that is denied denies the other: the stricter of what it may mean.
 * They know nothing of echoes and onboarding, about which nothing is taken over; and what is allowed
 * or unset is what a peer may do here anyway.
 *
 * @param overrides of peers, of which those that are no members count for nothing
 */
export function profilePolicies(
  overrides: readonly PolicyOverride[],
  group: GroupPackage,
  self: string,
): PoliciesGiven {
  const peers = peerKeys(group).filter((pubkey) => pubkey !== self)
  return peers.flatMap((pubkey) => {
    const own = overrides.filter((override) => override.pubkey === pubkey)
    const allowSend = own.every(({ policy }) => isAllowed(policy.request))
    const allowReceive = own.every(({ policy }) => isAllowed(policy.respond))
    return allowSend && allowReceive ? [] : [{ pubkey, allowSend, allowReceive }]
  })
}

const isAllowed = (choices: PolicyChoices): boolean =>
  NEEDED.every((method) => choices[method] !== 'deny')
