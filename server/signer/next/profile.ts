import type { Method, MethodFlags, PolicyProfile } from '../../frostr/next/messages.ts'
import { latestProfile } from '../../frostr/next/policy.ts'
import type { Dialect, PeerEntry } from '../peers.ts'

/** What we ask of a peer and answer it: our policies are about signing and key exchange alone. */
export function profileFor({ xonly, policy }: PeerEntry, now: number): PolicyProfile {
  const { allowSend, allowReceive } = policy
  const seconds = Math.floor(now / 1000)
  return {
    for_peer: xonly,
    revision: seconds,
    updated: seconds,
    block_all: false,
    request: flags(allowSend),
    respond: flags(allowReceive),
  }
}

/** Whether a peer's policy lets us answer what it asks for. */
export const answers = ({ policy }: PeerEntry, method: Method): boolean =>
  flags(policy.allowReceive)[method]

/**
 * What a peer that sends this profile would do for us; what was known when it sends none, or one
 * that is for another.
 */
export function policyOf(
  received: PolicyProfile | null,
  known: Dialect['policy'],
  self: string,
): Dialect['policy'] {
  const profile = latestProfile(null, received, self)
  if (profile === null) return known
  const { block_all, request, respond } = profile
  return { send: !block_all && request.sign, recv: !block_all && respond.sign }
}

const flags = (allowed: boolean): MethodFlags => ({
  echo: true,
  ping: true,
  onboard: true,
  sign: allowed,
  ecdh: allowed,
})
