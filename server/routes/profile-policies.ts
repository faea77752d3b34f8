import type { PoliciesGiven } from '../contract/env.ts'
import { type GroupPackage, peerKeys } from '../frostr/next/group.ts'
import type { Method } from '../frostr/next/messages.ts'
import type { PolicyOverride } from '../frostr/next/profile.ts'

/** What a profile can deny and we can: in its words, and in ours. */
const DENIED_AS = [
  ['request', 'sign', 'send.sign'],
  ['request', 'ecdh', 'send.ecdh'],
  ['respond', 'sign', 'receive.sign'],
  ['respond', 'ecdh', 'receive.ecdh'],
  ['respond', 'onboard', 'receive.onboard'],
] as const

/**
 * The peers that a profile denies something, as policies of ours. A denied ping denies its direction:
 * without one there are no nonces to sign with. About echoes nothing is taken over; and what is
 * allowed or unset is what a peer may do here anyway.
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
    const denies = (direction: 'request' | 'respond', method: Method) =>
      own.some(({ policy }) => policy[direction][method] === 'deny')
    const allowSend = !denies('request', 'ping')
    const allowReceive = !denies('respond', 'ping')
    const denied = DENIED_AS.flatMap(([direction, method, what]) =>
      denies(direction, method) ? [what] : [],
    )
    const isDenied = !allowSend || !allowReceive || denied.length > 0
    return isDenied ? [{ pubkey, allowSend, allowReceive, denied }] : []
  })
}
