import type { MethodFlags, PolicyProfile } from '#protocol/v2/messages.ts'
import { latestProfile } from '#protocol/v2/policy.ts'
import {
  allows,
  type Operation,
  type PeerEntry,
  type PeerPolicy,
  type PeerProtocol,
  type StatedPolicy,
} from '../peers/peers.ts'

/** What is assumed of a peer that has said nothing. */
export const UNSAID: StatedPolicy = {
  sign: { send: true, recv: true },
  ecdh: { send: true, recv: true },
}

/** What we ask of a peer and answer it. */
export function profileFor({ xonly, policy }: PeerEntry, now: number): PolicyProfile {
  const seconds = Math.floor(now / 1000)
  return {
    for_peer: xonly,
    revision: seconds,
    updated: seconds,
    block_all: false,
    request: {
      ...ALWAYS,
      onboard: true,
      sign: allows(policy, 'send.sign'),
      ecdh: allows(policy, 'send.ecdh'),
    },
    respond: answered(policy),
  }
}

/**
 * What a peer that sends this profile would do for us; the previous state if it sends none, or one
 * for another device.
 */
export function policyOf(
  received: PolicyProfile | null,
  known: PeerProtocol['policy'],
  self: string,
): PeerProtocol['policy'] {
  const profile = latestProfile(null, received, self)
  if (profile === null) return known
  const { block_all, request, respond } = profile
  const of = (operation: Operation) => ({
    send: !block_all && request[operation],
    recv: !block_all && respond[operation],
  })
  return { sign: of('sign'), ecdh: of('ecdh') }
}

/** Without these a peer could neither know that we are online nor get nonces. */
const ALWAYS = { echo: true, ping: true }

const answered = (policy: PeerPolicy): MethodFlags => ({
  ...ALWAYS,
  onboard: allows(policy, 'receive.onboard'),
  sign: allows(policy, 'receive.sign'),
  ecdh: allows(policy, 'receive.ecdh'),
})
