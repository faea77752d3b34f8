import { ownerWarning, request, verdict as texts } from '#contract/codes.ts'
import type { Direction, DirectionBarrier, Directions } from '#contract/directions.ts'
import { type Failure, type Message, several } from '#contract/message.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Deniable } from '#contract/rule-terms.ts'
import type { SignerState } from '#contract/status.ts'
import type { RelayStatus } from '#relay/status.ts'
import {
  allows,
  isV1Blocked,
  type PeerEntry,
  type PeerPolicy,
  type PeerStatus,
  refusesIn,
} from './peers/peers.ts'

/** Whether the signer can sign now, and why not. */
export interface SignerHealth {
  state: SignerState
  /** One line for the owner: what works, and why the rest does not. */
  reason: Failure
  directions: Directions
}

/** What the health of a running signer depends on. */
export interface SignerView {
  relays: readonly RelayStatus[]
  peers: readonly Cosigner[]
  /** Why nothing can be signed, whoever is online. */
  obstacle: Failure | null
  threshold: number
  /** Since when no relay is heard; Unix milliseconds. */
  silentSince: number
  /** A relay was heard since the signer started. */
  wasHeard: boolean
}

/** @param now Unix milliseconds */
export function healthOf(signer: SignerView, now: number): SignerHealth {
  const { relays } = signer
  const problems = summarised(relays.flatMap(relayProblem))
  if (relays.some((relay) => relay.heard)) return healthByPeers(signer, problems)
  const directions = shut('relay')
  if (problems.length === 0 && !signer.wasHeard) {
    return { state: 'starting', reason: texts.connecting(relays.length), directions }
  }
  const silentFor = Math.round((now - signer.silentSince) / 1000)
  const attempts = relays.flatMap((relay) => relay.nextAttemptAt ?? [])
  const next = Math.ceil((Math.min(...attempts) - now) / 1000)
  const retryIn = attempts.length === 0 ? undefined : Math.max(0, next)
  const reason = describeSilence(silentFor, retryIn, problems)
  return { state: 'reconnecting', reason, directions }
}

function describeSilence(
  seconds: number,
  retryIn: number | undefined,
  problems: readonly Message[],
): Message {
  const why = problems.length === 0 ? null : several('; ', problems)
  if (retryIn === undefined) {
    return why === null ? texts.silentNow(seconds) : texts.silentNowBecause(seconds, why)
  }
  return why === null ? texts.silent(seconds, retryIn) : texts.silentBecause(seconds, retryIn, why)
}

function healthByPeers(signer: SignerView, problems: readonly Message[]): SignerHealth {
  const { peers, threshold, obstacle } = signer
  if (obstacle !== null) return { state: 'degraded', reason: obstacle, directions: shut('off') }
  const directions = directionsOf(peers, threshold)
  const canSign = directions.ask.can && directions.answer.can
  const isLooking = [directions.ask, directions.answer].some(({ why }) => why === 'looking')
  return {
    state: problems.length > 0 || !(canSign || isLooking) ? 'degraded' : 'running',
    reason: several('. ', [describePeers(signer, directions), ...problems]),
    directions,
  }
}

function describePeers({ peers, threshold }: SignerView, { ask, answer }: Directions): Message {
  if (peers.length === 0 && ask.can) return texts.alone
  const asked = attendance(peers, 'send.sign')
  const unanswered = describeUnanswered(attendance(peers, 'receive.sign').behind)
  const present = peers.filter(({ status }) => status === 'online').length
  const need = threshold - 1
  const [all, ready] = [peers.length, asked.ready]
  /** Online peers that can't be asked, listed next to those that can. */
  const others = [...describeOthers(asked.behind), ...unanswered]
  /** Online peers that can't be asked, listed out of all that are online. */
  const behind = [...describeBehind(asked.behind), ...unanswered]
  const joined = (...clauses: readonly Message[]) => several('; ', clauses)
  if (ask.can && !answer.can && present > 0) return joined(texts.asksOnly(present, all), ...behind)
  if (ask.can) return joined(texts.ready(ready, all), ...others)
  if (answer.can) {
    const why = ready === 0 ? [] : [texts.takes(need)]
    return joined(texts.answersOnly(present, all), ...behind, ...why)
  }
  if (ask.why === 'looking' || answer.why === 'looking') {
    return joined(texts.looking(ready, all), ...others)
  }
  return joined(texts.cannot(need - ready, ready, all), ...others)
}

type Behind = Attendance['behind']

const some = (count: number, text: (count: number) => Message): Message[] =>
  count === 0 ? [] : [text(count)]

const describeBehind = ({ older, policy, refused, nonces }: Behind): Message[] => [
  ...some(older, texts.older),
  ...some(policy, texts.unasked),
  ...some(refused, texts.refusing),
  ...some(nonces, texts.noNonces),
]

const describeOthers = ({ older, policy, refused, nonces }: Behind): Message[] => [
  ...some(older, texts.olderMore),
  ...some(policy, texts.unaskedMore),
  ...some(refused, texts.refusingMore),
  ...some(nonces, texts.noNoncesMore),
]

/** Online peers that the policy does not answer. The other barriers apply in both directions. */
const describeUnanswered = ({ policy }: Behind): Message[] => some(policy, texts.unanswered)

/** At most three lines; the relay list shows each relay's own problem. */
function summarised(problems: Message[]): Message[] {
  if (problems.length <= 3) return problems
  return [...problems.slice(0, 2), texts.moreRelays(problems.length - 2)]
}

function relayProblem(relay: RelayStatus): Message[] {
  if (!relay.heard && relay.error !== null) return [texts.notHearing(relay.url, relay.error)]
  if (relay.slowDown !== null) return [texts.slowDown(relay.url, relay.slowDown.reason)]
  if (relay.rejection !== null) return [texts.refuses(relay.url, relay.rejection)]
  return []
}

/** The state of a peer that decides whether we can sign with it. */
export interface Cosigner {
  status: PeerStatus
  policy: PeerPolicy
  /** It speaks only 1.x, which is refused, so it is neither asked nor answered. */
  isOlder: boolean
  /** It says that it does not answer our signing requests. */
  refusesUs: boolean
  /** It has given us no nonces, although it knows that we have none. */
  givesNoNonces: boolean
}

export function cosignerOf(
  peer: PeerEntry,
  { isV1Refused, givesNoNonces }: { isV1Refused: boolean; givesNoNonces: boolean },
): Cosigner {
  const { status, policy, protocols } = peer
  const speaksV2 = protocols.has('2026')
  const isV1Unused = isV1Refused || (isV1Blocked(peer) && protocols.has('1.x'))
  const isAskedInV1 = protocols.has('1.x') && !isV1Refused && !isV1Blocked(peer)
  return {
    status,
    policy,
    isOlder: !speaksV2 && isV1Unused,
    refusesUs: refusesIn(peer, speaksV2 ? '2026' : '1.x', 'sign'),
    givesNoNonces: givesNoNonces && !isAskedInV1,
  }
}

/** Why we can't sign with an online peer in one direction. */
type CosignerBarrier = Extract<DirectionBarrier, 'policy' | 'older' | 'refused' | 'nonces'>

/** The peers that are available in one direction. */
interface Attendance {
  /** Online peers without a barrier. */
  ready: number
  /** The other online peers, by barrier. */
  behind: Readonly<Record<CosignerBarrier, number>>
  /** A peer that has not been pinged yet may still come online. */
  isLooking: boolean
}

/** Nothing is signed in either direction, whoever is online. */
export const shut = (why: 'stopped' | 'relay' | 'off'): Directions => ({
  answer: { can: false, why },
  ask: { can: false, why },
})

/**
 * In which directions signatures are possible with these peers while a relay is heard. Denials of key
 * exchanges do not count.
 *
 * @param threshold how many members a signature needs, ourselves included
 */
export function directionsOf(peers: readonly Cosigner[], threshold: number): Directions {
  const others = threshold - 1
  const online = peers.filter(({ status }) => status === 'online').length
  const ask = attendance(peers, 'send.sign')
  const answer = attendance(peers, 'receive.sign')
  return {
    // We can answer if one peer may ask us and the other members that its signature needs are online.
    // Without peers, no request goes unanswered.
    answer: directionOf(answer, {
      can: peers.length === 0 || (answer.ready > 0 && online >= others),
      areEnough: online >= Math.max(1, others),
    }),
    ask: directionOf(ask, { can: ask.ready >= others, areEnough: online >= others }),
  }
}

/** The peers that can be asked (`send.sign`), or that are answered (`receive.sign`). */
function attendance(
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

/** @param areEnough enough peers are online, whatever their barriers */
function directionOf(
  { behind, isLooking }: Attendance,
  { can, areEnough }: { can: boolean; areEnough: boolean },
): Direction {
  if (can) return { can, why: null }
  if (isLooking) return { can, why: 'looking' }
  return { can, why: areEnough ? (mostOf(behind) ?? 'peers') : 'peers' }
}

/** The barrier of most peers; in a draw, the one that the owner can change. */
function mostOf(behind: Behind): CosignerBarrier | null {
  const order = ['policy', 'older', 'refused', 'nonces'] as const
  const most = order.toSorted((a, b) => behind[b] - behind[a])[0] as CosignerBarrier
  return behind[most] === 0 ? null : most
}

/** Whether we sign in a protocol and ask for signatures, and why not. */
export interface ProtocolHealth {
  name: ProtocolName
  on: boolean
  why?: Failure
}

/** The states of the protocols, 1.x first. */
export function protocolStates({
  hasV1,
  isV1Refused,
  v2Problem,
}: {
  /** The credentials have what 1.x needs. */
  hasV1: boolean
  /** The owner refuses 1.x. */
  isV1Refused: boolean
  /** Why nothing is signed in 2026; null when it is. */
  v2Problem: Failure | null
}): ProtocolHealth[] {
  const refused = isV1Refused ? ownerWarning.firstGenerationRefused : null
  return [
    protocolState('1.x', hasV1 ? refused : request.firstGenerationOff),
    protocolState('2026', v2Problem),
  ]
}

const protocolState = (name: ProtocolName, problem: Failure | null): ProtocolHealth => ({
  name,
  on: problem === null,
  ...(problem !== null && { why: problem }),
})

/** Why nothing can be signed, whoever is online; null when a protocol is on. */
export function obstacleOf(states: readonly ProtocolHealth[]): Failure | null {
  if (states.some(({ on }) => on)) return null
  const { code } = ownerWarning.firstGenerationRefused
  const isRefused = states.some(({ why }) => why?.code === code)
  return isRefused ? request.firstGenerationRefused : (states.at(-1)?.why ?? null)
}
