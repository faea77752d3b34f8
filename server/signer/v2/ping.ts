import { protocolTexts as coded, request } from '#contract/codes.ts'
import { type Failure, messageOf } from '#contract/message.ts'
import { protocolTexts } from '#contract/messages.ts'
import { NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { type Envelope, newRequestId } from '#protocol/v2/envelope.ts'
import type { Ping } from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { isThrottled } from '#relay/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { PingOutcome } from '../protocol.ts'
import { type Answer, notPublished } from '../signing/ask-peers.ts'
import { seenPing } from './build.ts'
import { isVersion1 } from './candidates.ts'
import type { V2Context } from './context.ts'
import { askForAll } from './onboard.ts'
import type { Advertised } from './peer-nonces.ts'
import { forgetLost } from './persons.ts'
import { policyOf, profileFor, UNKNOWN_POLICY } from './profile.ts'

/** After this many unanswered pings of version 2, a peer gets one of version 1. */
const OTHER_VERSION_AFTER = 3

export interface PingPeerOptions {
  /** The peer sends all nonces that it has, which replace those that we hold: it may have lost some. */
  replacesHeld?: boolean
  /** Nobody asked for this ping. */
  idle?: boolean
  /** The version to use if the peer's is not known. */
  guess?: 1 | 2
}

/**
 * Pings a peer in the version that it uses: each side sends the other nonces, lists those of the other
 * that it holds, and states its policy. Never rejects.
 */
export async function pingPeer(
  context: V2Context,
  peer: PeerEntry,
  options: PingPeerOptions = {},
): Promise<PingOutcome> {
  const { replacesHeld = false, idle = false } = options
  try {
    const isKnown = isVersion1(peer)
    const { outcome, lost } = await ping(context, peer, options)
    if (!outcome.ok) return outcome
    const mayAsk = () => !idle || context.mayPing()
    if (!isVersion1(peer)) {
      const isDue = lost.ours || needsPing(context, peer, lost)
      if (isDue && mayAsk()) await ping(context, peer, { ...options, replacesHeld: false })
      const gaveUsed = peer.protocols.get('2026')?.gaveUsedNonces === true
      if (gaveUsed && mayAsk()) await askForAll(context, peer)
      return outcome
    }
    const isUsable = context.nonces.of(peer.xonly).theirs.isUsable(1)
    if (isUsable) context.onNonces(peer, true)
    const isShort = replacesHeld || !isUsable
    if (isShort && mayAsk()) await askForAll(context, peer)
    // The peer could not read a ping of version 2.
    else if (!isKnown) await ping(context, peer, options)
    return outcome
  } catch {
    return { ok: false, error: protocolTexts.nodeError, stopped: true }
  }
}

/** Sends one ping and waits for its answer. */
async function ping(
  context: V2Context,
  peer: PeerEntry,
  { replacesHeld = false, idle = false, guess }: PingPeerOptions,
): Promise<{ outcome: PingOutcome; lost: LostNonces }> {
  const { messenger, nonces, pending, pingTimeout: timeout, unanswered } = context
  const failures = unanswered.get(peer.xonly) ?? 0
  const version = versionFor(peer, failures, guess)
  const data = await pingFor(context, peer, version, { isAnswer: false })
  const asksForAll = replacesHeld && data.version === 2
  if (asksForAll) data.held_peer_nonce_codes = []
  const id = newRequestId()
  const heldBefore = nonces.of(peer.xonly).theirs.held
  const listed = data.version === 2 ? data.held_peer_nonce_codes : []
  const startedAt = performance.now()
  context.expectFrom(peer)
  let isPong = false
  let lost = NONE_LOST
  // Processed at once: the peer's next request may depend on what it lists here.
  const answered = pending.expect(id, peer.xonly, timeout, (envelope) => {
    const pong = readPong(envelope)
    isPong = pong !== null
    if (pong !== null) lost = processPong(context, peer, pong, { heldBefore, asksForAll, listed })
  })
  let refusal: Failure | null = null
  let isPublished = false
  let isHeldBack = false
  void messenger.send(peer.xonly, id, { type: 'PingRequest', data }, { idle }).then((result) => {
    isPublished = result.ok
    if (result.ok) return
    refusal = notPublished(result.failures)
    isHeldBack = isThrottled(result.failures)
    pending.cancel(id, peer.xonly)
  })
  const answer = await answered
  if (!isPong) {
    if (!isHeldBack) unanswered.set(peer.xonly, failures + 1)
    nonces.of(peer.xonly).own.unanswered()
    const stopped = isHeldBack || (!answer.ok && answer.reason === 'stopped')
    const why = refusal ?? failureOf(answer, timeout, isPublished)
    return { outcome: { ok: false, ...messageOf(why), stopped }, lost }
  }
  const latency = Math.max(1, Math.round(performance.now() - startedAt))
  unanswered.delete(peer.xonly)
  const policy = peer.protocols.get('2026')?.policy ?? UNKNOWN_POLICY
  return { outcome: { ok: true, latency, policy }, lost }
}

function versionFor(peer: PeerEntry, failures: number, guess: 1 | 2 | undefined): 1 | 2 {
  const known = peer.protocols.get('2026')?.pingVersion ?? guess
  if (known !== undefined) return known
  return failures % (OTHER_VERSION_AFTER + 1) === OTHER_VERSION_AFTER ? 1 : 2
}

function readPong({ type, data }: Envelope): Ping | null {
  if (type !== 'PingResponse') return null
  const pong = parsePayload.PingResponse(data)
  return pong.ok ? pong.value : null
}

function failureOf(answer: Answer<Envelope>, timeout: number, isPublished: boolean): Failure {
  if (answer.ok) return { error: protocolTexts.invalidPingResponse }
  if (answer.reason !== 'timeout') return request.stopped
  return isPublished ? coded.pingTimeout(timeout) : request.notTaken(timeout)
}

/**
 * @param heldBefore how many of the peer's nonces we held when we pinged it
 * @param listed the codes of those that our ping listed
 */
function processPong(
  context: V2Context,
  peer: PeerEntry,
  pong: Ping,
  { heldBefore, asksForAll, listed }: { heldBefore: number; asksForAll: boolean; listed: string[] },
): LostNonces {
  // A peer sends none to a device that lists enough, so one that sends some does not know those we hold.
  const isReplacement = asksForAll || heldBefore >= NONCES_REFILL_BELOW
  const hasNonces = pong.version === 2 && pong.advertised_nonces.length > 0
  // The used ones stay used: a request with them may have crossed the answer.
  const lost = processPing(context, peer, pong, {
    replaces: isReplacement && hasNonces,
    lost: unrecognized(pong, listed),
  })
  if (asksForAll && pong.version === 2) forgetLost(context, peer, pong.advertised_nonces)
  const state = peer.protocols.get('2026')
  if (state === undefined) return lost
  state.gaveNoNonces = !context.nonces.of(peer.xonly).theirs.isUsable(1)
  state.gaveUsedNonces = state.gaveNoNonces && offersUsed(context, peer, pong)
  return lost
}

/** Whether a peer offers nonces that it signed with. Those in unanswered requests may be unused. */
function offersUsed(
  { nonces, requestedNonces }: V2Context,
  { xonly }: PeerEntry,
  pong: Ping,
): boolean {
  if (pong.version !== 2) return false
  const requested = requestedNonces.allOf(xonly)
  const { theirs } = nonces.of(xonly)
  return pong.advertised_nonces.some(({ code }) => theirs.isUsed(code) && !requested.has(code))
}

/**
 * The codes listed in our ping that the answer does not recognise; none if it has no such list. Nonces that
 * came since are not among them. Only answers are read like this: in a ping of its own Igloo beta answers
 * our last ping, and leaves out what it has sent since.
 */
function unrecognized(pong: Ping, listed: readonly string[]): ReadonlySet<string> {
  if (pong.version === 1 || pong.recognized_peer_nonce_codes === undefined) return new Set()
  const recognized = new Set(pong.recognized_peer_nonce_codes)
  return new Set(listed.filter((code) => !recognized.has(code)))
}

/** The content of a ping to a peer, or of an answer to one. */
export async function pingFor(
  { nonces, wall }: V2Context,
  peer: PeerEntry,
  version: 1 | 2,
  { isAnswer, mayBring }: { isAnswer: boolean; mayBring?: () => boolean },
): Promise<Ping> {
  const policy_profile = profileFor(peer, wall())
  if (version === 1) {
    const all = await nonces.of(peer.xonly).own.advertiseVersion1({ isAnswer, mayBring })
    return { version, nonces: all.length === 0 ? null : all, policy_profile }
  }
  // First, because it forgets the nonces that the store has lost.
  const nonce_pool_generation = nonces.of(peer.xonly).own.poolId()
  const { own } = nonces.of(peer.xonly)
  const advertised_nonces = await own.advertise({ topUp: !isAnswer, mayBring })
  const held_peer_nonce_codes = nonces.of(peer.xonly).theirs.heldCodes
  // `recognized_peer_nonce_codes` is left out: see Ping2.
  const fields = { version, advertised_nonces, held_peer_nonce_codes, policy_profile }
  return { ...fields, nonce_pool_generation, weighted: true }
}

/** Which nonces a ping shows to be lost: the peer's that we held, or ours that it holds. */
export interface LostNonces {
  theirs: boolean
  ours: boolean
}

const NONE_LOST: LostNonces = { theirs: false, ours: false }

/** Processes a peer's ping, or its answer to one of ours. */
export function processPing(
  context: V2Context,
  peer: PeerEntry,
  ping: Ping,
  options: Pick<Advertised, 'replaces' | 'lost'> = {},
): LostNonces {
  const { nonces, persons, self, onMet } = context
  const state = peer.protocols.get('2026')
  if (state !== undefined) {
    if (ping.version === 1 && state.pingVersion !== 2) nonces.of(peer.xonly).own.reportVersion1()
    const isFirst = state.pingVersion === null
    state.pingVersion = ping.version
    if (isFirst) onMet()
    state.policy = policyOf(ping.policy_profile, state.policy, self.xonly)
  }
  if (ping.version === 1) {
    seenPing(context, peer, { version: 1, hasPoolId: false })
    nonces.receiveVersion1(peer.xonly, ping.nonces ?? [])
    return NONE_LOST
  }
  const { nonce_pool_generation: poolId, advertised_nonces, held_peer_nonce_codes } = ping
  const hasPoolId = poolId !== undefined
  seenPing(context, peer, { version: 2, hasPoolId, weighted: ping.weighted === true })
  const pair = nonces.of(peer.xonly)
  const ours = pair.own.report(held_peer_nonce_codes, { readsPoolId: hasPoolId })
  const theirs = pair.theirs.take({ nonces: advertised_nonces, poolId, ...options })
  // The peer's app has restarted and lost its questions to a person, unless the ping is of a second device.
  if (theirs && !peer.areTwoDevices) persons.forget(peer.xonly)
  return { theirs, ours }
}

/**
 * Whether to ping a peer at once because its nonces that we held are lost and it has sent too few new
 * ones. Two devices with one share cause such a loss with every ping; the regular pings serve them.
 */
export const needsPing = (
  { nonces, poolPings }: V2Context,
  { xonly, areTwoDevices }: PeerEntry,
  { theirs }: LostNonces,
): boolean =>
  theirs &&
  !areTwoDevices &&
  nonces.of(xonly).theirs.held < NONCES_REFILL_BELOW &&
  poolPings.take(xonly)
