import type { MethodFlags, PolicyProfile } from '#protocol/v2/messages.ts'
import {
  allows,
  type Operation,
  type PeerEntry,
  type PeerPolicy,
  type PeerProtocol,
  type StatedPolicy,
} from '../peers/peers.ts'

/** What is assumed of a peer that has not sent its policy. */
export const UNKNOWN_POLICY: StatedPolicy = {
  sign: { send: true, recv: true },
  ecdh: { send: true, recv: true },
}

/** Our policy towards a peer, for a ping. */
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
 * A peer's policy towards us, from the profile in its ping; the known one if it sends none, or one for
 * another device.
 */
export function policyOf(
  received: PolicyProfile | null,
  known: PeerProtocol['policy'],
  self: string,
): PeerProtocol['policy'] {
  if (received?.for_peer !== self) return known
  const { block_all, request, respond } = received
  const of = (operation: Operation) => ({
    send: !block_all && request[operation],
    recv: !block_all && respond[operation],
  })
  return { sign: of('sign'), ecdh: of('ecdh') }
}

/** Without these a peer could neither see that we are online nor get nonces. */
const ALWAYS = { echo: true, ping: true }

const answered = (policy: PeerPolicy): MethodFlags => ({
  ...ALWAYS,
  onboard: allows(policy, 'receive.onboard'),
  sign: allows(policy, 'receive.sign'),
  ecdh: allows(policy, 'receive.ecdh'),
})
