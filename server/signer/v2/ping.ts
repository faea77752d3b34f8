import { PING_TIMEOUT } from '#contract/limits.ts'
import { protocolTexts, request } from '#contract/messages.ts'
import { NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { type Envelope, newRequestId } from '#protocol/v2/envelope.ts'
import type { Ping } from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { isThrottled } from '#relay/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { PingOutcome } from '../peers/pings.ts'
import { notPublished } from '../signing/ask-peers.ts'
import type { Answer } from '../signing/pending.ts'
import { seenPing } from './build.ts'
import { isVersion1 } from './candidates.ts'
import type { V2Context } from './context.ts'
import type { Advertised } from './nonces.ts'
import { askForAll } from './onboard.ts'
import { forgetLost } from './persons.ts'
import { policyOf, profileFor, UNSAID } from './profile.ts'

/** A peer that leaves this many pings of version 2 unanswered is sent one of version 1. */
const OTHER_VERSION_AFTER = 3

export interface PingPeerOptions {
  /** Milliseconds. */
  timeout?: number
  /**
   * Has a peer send all nonces that it has, to replace those that we hold: it may have lost some of
   * them.
   */
  anew?: boolean
  /** Nobody asked for this ping. */
  idle?: boolean
  /** The version to use if we don't know which one the peer speaks. */
  guess?: 1 | 2
}

/**
 * Pings a peer, in the version that it speaks: each side sends the other nonces, and says which
 * ones it still has and what it would do. Never rejects.
 */
export async function pingPeer(
  context: V2Context,
  peer: PeerEntry,
  { timeout = PING_TIMEOUT, anew = false, idle = false, guess }: PingPeerOptions = {},
): Promise<PingOutcome> {
  try {
    const isKnown = isVersion1(peer)
    const { outcome, news } = await ask(context, peer, { timeout, anew, idle, guess })
    if (!outcome.ok) return outcome
    const mayAsk = () => !idle || context.mayPing()
    if (!isVersion1(peer)) {
      const isDue = news.ours || wantsAll(context, peer, news)
      if (isDue && mayAsk()) await ask(context, peer, { timeout, anew: false, idle, guess })
      const gaveUsed = peer.dialects.get('2026')?.gaveUsedNonces === true
      if (gaveUsed && mayAsk()) await askForAll(context, peer)
      return outcome
    }
    const isUsable = context.nonces.isUsable(peer.xonly, 1)
    if (isUsable) context.onNonces(peer, true)
    const isShort = anew || !isUsable
    if (isShort && mayAsk()) await askForAll(context, peer)
    // It could not read what went in a ping of version 2.
    else if (!isKnown) await ask(context, peer, { timeout, anew, idle, guess })
    return outcome
  } catch {
    return { ok: false, error: protocolTexts.nodeError, stopped: true }
  }
}

async function ask(
  context: V2Context,
  peer: PeerEntry,
  {
    timeout,
    anew,
    idle,
    guess,
  }: Required<Omit<PingPeerOptions, 'guess'>> & { guess: 1 | 2 | undefined },
): Promise<{ outcome: PingOutcome; news: PoolNews }> {
  const { messenger, nonces, pending, unanswered } = context
  const failures = unanswered.get(peer.xonly) ?? 0
  const version = versionFor(peer, failures, guess)
  const ping = await pingFor(context, peer, version, { isAnswer: false })
  const asksForAll = anew && ping.version === 2
  if (asksForAll) ping.held_peer_nonce_codes = []
  const id = newRequestId()
  const heldBefore = nonces.held(peer.xonly)
  const said = ping.version === 2 ? ping.held_peer_nonce_codes : []
  const startedAt = performance.now()
  context.expectFrom(peer)
  let isPong = false
  let news = NO_NEWS
  // Processed at once: the peer's next request may depend on what it reports here.
  const answered = pending.expect(id, peer.xonly, timeout, (envelope) => {
    const pong = readPong(envelope)
    isPong = pong !== null
    if (pong !== null) news = takePong(context, peer, pong, { heldBefore, asksForAll, said })
  })
  let refusal: string | null = null
  let isTaken = false
  let isHeldBack = false
  void messenger
    .send(peer.xonly, id, { type: 'PingRequest', data: ping }, { idle })
    .then((result) => {
      isTaken = result.ok
      if (result.ok) return
      refusal = notPublished(result.failures)
      isHeldBack = isThrottled(result.failures)
      pending.cancel(id, peer.xonly)
    })
  const answer = await answered
  if (!isPong) {
    if (!isHeldBack) unanswered.set(peer.xonly, failures + 1)
    nonces.unanswered(peer.xonly)
    const stopped = isHeldBack || (!answer.ok && answer.reason === 'stopped')
    const error = refusal ?? reasonOf(answer, timeout, isTaken)
    return { outcome: { ok: false, error, stopped }, news }
  }
  const latency = Math.max(1, Math.round(performance.now() - startedAt))
  unanswered.delete(peer.xonly)
  const policy = peer.dialects.get('2026')?.policy ?? UNSAID
  return { outcome: { ok: true, latency, policy }, news }
}

/**
 * @param heldBefore how many of the peer's nonces we held when we pinged it
 * @param said the codes of those that we said we hold
 */
function takePong(
  context: V2Context,
  peer: PeerEntry,
  pong: Ping,
  { heldBefore, asksForAll, said }: { heldBefore: number; asksForAll: boolean; said: string[] },
): PoolNews {
  // A peer that holds enough is sent none, so one that sends some does not know those that we hold.
  const takesTheirPlace = asksForAll || heldBefore >= NONCES_REFILL_BELOW
  const isList = pong.version === 2 && pong.advertised_nonces.length > 0
  // The used ones stay used: a request with them may have crossed the answer.
  const news = takePing(context, peer, pong, {
    replaces: takesTheirPlace && isList,
    lost: unrecognized(pong, said),
  })
  if (asksForAll && pong.version === 2) forgetLost(context, peer, pong.advertised_nonces)
  const dialect = peer.dialects.get('2026')
  if (dialect === undefined) return news
  dialect.gaveNoNonces = !context.nonces.isUsable(peer.xonly, 1)
  dialect.gaveUsedNonces = dialect.gaveNoNonces && hasUsed(context, peer, pong)
  return news
}

/**
 * Whether a peer offers nonces that it signed with; those it was only asked to use it may still
 * have.
 */
function hasUsed({ nonces, lateAnswers }: V2Context, { xonly }: PeerEntry, pong: Ping): boolean {
  if (pong.version !== 2) return false
  const awaited = lateAnswers.awaited(xonly)
  return pong.advertised_nonces.some(({ code }) => nonces.isUsed(xonly, code) && !awaited.has(code))
}

function versionFor(peer: PeerEntry, failures: number, guess: 1 | 2 | undefined): 1 | 2 {
  const known = peer.dialects.get('2026')?.pingVersion ?? guess
  if (known !== undefined) return known
  return failures % (OTHER_VERSION_AFTER + 1) === OTHER_VERSION_AFTER ? 1 : 2
}

function readPong({ type, data }: Envelope): Ping | null {
  if (type !== 'PingResponse') return null
  const pong = parsePayload.PingResponse(data)
  return pong.ok ? pong.value : null
}

function reasonOf(answer: Answer<Envelope>, timeout: number, isTaken: boolean): string {
  if (answer.ok) return protocolTexts.invalidPingResponse
  if (answer.reason !== 'timeout') return request.stopped
  return isTaken ? protocolTexts.pingTimeout(timeout) : request.notTaken(timeout)
}

/** What we tell a peer, whether it asked or not. */
export async function pingFor(
  { nonces, wall }: V2Context,
  peer: PeerEntry,
  version: 1 | 2,
  { isAnswer, mayBring }: { isAnswer: boolean; mayBring?: () => boolean },
): Promise<Ping> {
  const policy_profile = profileFor(peer, wall())
  if (version === 1) {
    const all = await nonces.advertiseVersion1(peer.xonly, { isAnswer, mayBring })
    return { version, nonces: all.length === 0 ? null : all, policy_profile }
  }
  // First: with it, what the store has lost is forgotten.
  const nonce_pool_generation = nonces.poolId(peer.xonly)
  const advertised_nonces = await nonces.advertise(peer.xonly, { topUp: !isAnswer, mayBring })
  const held_peer_nonce_codes = nonces.heldCodes(peer.xonly)
  // What we recognise of the codes that it has said it holds is left out: see Ping2.
  const fields = { version, advertised_nonces, held_peer_nonce_codes, policy_profile }
  return { ...fields, nonce_pool_generation, weighted: true }
}

/** Whether a ping says that nonces are lost: the peer's that we held, or ours that it holds. */
export interface PoolNews {
  theirs: boolean
  ours: boolean
}

export const NO_NEWS: PoolNews = { theirs: false, ours: false }

/** Processes what a peer tells us, whether we asked or not. */
export function takePing(
  context: V2Context,
  peer: PeerEntry,
  ping: Ping,
  how: Pick<Advertised, 'replaces' | 'lost'> = {},
): PoolNews {
  const { nonces, persons, self, onMet } = context
  const dialect = peer.dialects.get('2026')
  if (dialect !== undefined) {
    if (ping.version === 1 && dialect.pingVersion !== 2) nonces.reportVersion1(peer.xonly)
    const isMet = dialect.pingVersion !== null
    dialect.pingVersion = ping.version
    if (!isMet) onMet()
    dialect.policy = policyOf(ping.policy_profile, dialect.policy, self.xonly)
  }
  if (ping.version === 1) {
    seenPing(context, peer, { version: 1, hasGeneration: false })
    nonces.receiveVersion1(peer.xonly, ping.nonces ?? [])
    return NO_NEWS
  }
  const { nonce_pool_generation: poolId, advertised_nonces, held_peer_nonce_codes } = ping
  const readsPoolId = poolId !== undefined
  seenPing(context, peer, {
    version: 2,
    hasGeneration: readsPoolId,
    weighted: ping.weighted === true,
  })
  const ours = nonces.report(peer.xonly, held_peer_nonce_codes, { readsPoolId })
  const theirs = nonces.take(peer.xonly, { nonces: advertised_nonces, poolId, ...how })
  // Its app was started again, and what a person was to be asked there is gone: unless another device said so.
  if (theirs && !peer.areTwoDevices) persons.forget(peer.xonly)
  return { theirs, ours }
}

/**
 * Whether a peer is asked at once for its nonces, those that we held being lost: unless it has just sent enough.
 * Two devices with one share lose each other's with every ping; they are left to the pings that come anyway.
 */
export const wantsAll = (
  { nonces, poolPings }: V2Context,
  { xonly, areTwoDevices }: PeerEntry,
  { theirs }: PoolNews,
): boolean =>
  theirs && !areTwoDevices && nonces.held(xonly) < NONCES_REFILL_BELOW && poolPings.take(xonly)

/**
 * Those of the codes in our ping that its answer does not count among the good ones; none if it does not say.
 * What we have got since is not among them. Only answers are read so: in a ping of its own Igloo beta goes by
 * our last one, and leaves out what it has sent since.
 */
export function unrecognized(pong: Ping, said: readonly string[]): ReadonlySet<string> {
  if (pong.version === 1 || pong.recognized_peer_nonce_codes === undefined) return new Set()
  const recognized = new Set(pong.recognized_peer_nonce_codes)
  return new Set(said.filter((code) => !recognized.has(code)))
}
