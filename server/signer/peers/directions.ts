import type { Deniable } from '#contract/rule-terms.ts'
import type { Direction, DirectionBarrier, Directions } from '#contract/status.ts'
import { allows, type PeerPolicy, type PeerStatus } from './peers.ts'

/** A peer, as far as it matters for who can sign with whom. */
export interface Cosigner {
  status: PeerStatus
  policy: PeerPolicy
  /** It speaks only a refused generation, so it is neither asked nor answered. */
  isOlder: boolean
  /** It says that it does not answer our signing requests. */
  refusesUs: boolean
  /** It gave us no nonces to ask it with, though it was told that we have none. */
  givesNoNonces: boolean
}

/** Why we can't sign with an online peer in one direction. */
export type CosignerBarrier = Extract<DirectionBarrier, 'policy' | 'older' | 'refused' | 'nonces'>

/** Who is available in one direction. */
export interface Attendance {
  /** Online peers without a barrier. */
  ready: number
  /** The other online peers, by their barrier. */
  behind: Readonly<Record<CosignerBarrier, number>>
  /** Some peer was neither heard nor missed yet, and may still come. */
  isLooking: boolean
}

/** Why nothing is signed in either direction, whoever is online. */
export const shut = (why: 'stopped' | 'relay' | 'off'): Directions => ({
  answer: { can: false, why },
  ask: { can: false, why },
})

/**
 * In which directions signatures are possible with these peers while a relay is heard. Only signing
 * counts: a peer that is denied `receive.sign` alone is as good as not answered, one that is denied
 * `receive.ecdh` is answered.
 *
 * @param threshold how many members a signature needs, ourselves included
 */
export function directionsOf(peers: readonly Cosigner[], threshold: number): Directions {
  const others = threshold - 1
  const online = peers.filter(({ status }) => status === 'online').length
  const ask = attendance(peers, 'send.sign')
  const answer = attendance(peers, 'receive.sign')
  return {
    // One asker is enough, as long as everyone else that its signature needs is online as well. If
    // there is nobody else, nobody goes unanswered.
    answer: directionOf(answer, {
      can: peers.length === 0 || (answer.ready > 0 && online >= others),
      isCrowd: online >= Math.max(1, others),
    }),
    ask: directionOf(ask, { can: ask.ready >= others, isCrowd: online >= others }),
  }
}

/** Who is available to be asked (`send.sign`), or to be answered (`receive.sign`). */
export function attendance(
  peers: readonly Cosigner[],
  operation: Extract<Deniable, 'send.sign' | 'receive.sign'>,
): Attendance {
  const behind = { policy: 0, older: 0, refused: 0, nonces: 0 }
  let ready = 0
  let isLooking = false
  for (const peer of peers) {
    const barrier = barrierOf(peer, operation)
    if (peer.status === 'unknown') isLooking ||= barrier !== 'policy'
    if (peer.status !== 'online') continue
    if (barrier === null) ready += 1
    else behind[barrier] += 1
  }
  return { ready, behind, isLooking }
}

function barrierOf(
  { policy, isOlder, refusesUs, givesNoNonces }: Cosigner,
  operation: Extract<Deniable, 'send.sign' | 'receive.sign'>,
): CosignerBarrier | null {
  if (!allows(policy, operation)) return 'policy'
  if (isOlder) return 'older'
  if (operation !== 'send.sign') return null
  if (refusesUs) return 'refused'
  return givesNoNonces ? 'nonces' : null
}

/** @param isCrowd enough peers are online, regardless of barriers */
function directionOf(
  { behind, isLooking }: Attendance,
  { can, isCrowd }: { can: boolean; isCrowd: boolean },
): Direction {
  if (can) return { can, why: null }
  if (isLooking) return { can, why: 'looking' }
  return { can, why: isCrowd ? (mostOf(behind) ?? 'peers') : 'peers' }
}

/** The barrier of most peers; in a draw, first what the owner can change. */
function mostOf(behind: Attendance['behind']): CosignerBarrier | null {
  const order = ['policy', 'older', 'refused', 'nonces'] as const
  const most = order.toSorted((a, b) => behind[b] - behind[a])[0] as CosignerBarrier
  return behind[most] === 0 ? null : most
}
