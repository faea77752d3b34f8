import { protocolTexts, request } from '#contract/messages.ts'
import { NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { type Envelope, newRequestId } from '#protocol/v2/envelope.ts'
import type { Ping } from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { isThrottled } from '#relay/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { PingOutcome } from '../protocol.ts'
import { type Answer, notPublished } from '../signing/ask-peers.ts'
import { askForAll } from './ask-for-all.ts'
import { isVersion1 } from './candidates.ts'
import type { V2Context } from './context.ts'
import { forgetLost } from './persons.ts'
import { NO_NEWS, type PoolNews, pingFor, takePing, unrecognized, wantsAll } from './ping-data.ts'
import { UNSAID } from './profile.ts'

/** A peer that leaves this many pings of version 2 unanswered is sent one of version 1. */
const OTHER_VERSION_AFTER = 3

export interface PingPeerOptions {
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
  { anew = false, idle = false, guess }: PingPeerOptions = {},
): Promise<PingOutcome> {
  try {
    const isKnown = isVersion1(peer)
    const { outcome, news } = await ask(context, peer, { anew, idle, guess })
    if (!outcome.ok) return outcome
    const mayAsk = () => !idle || context.mayPing()
    if (!isVersion1(peer)) {
      const isDue = news.ours || wantsAll(context, peer, news)
      if (isDue && mayAsk()) await ask(context, peer, { anew: false, idle, guess })
      const gaveUsed = peer.protocols.get('2026')?.gaveUsedNonces === true
      if (gaveUsed && mayAsk()) await askForAll(context, peer)
      return outcome
    }
    const isUsable = context.nonces.isUsable(peer.xonly, 1)
    if (isUsable) context.onNonces(peer, true)
    const isShort = anew || !isUsable
    if (isShort && mayAsk()) await askForAll(context, peer)
    // It could not read what went in a ping of version 2.
    else if (!isKnown) await ask(context, peer, { anew, idle, guess })
    return outcome
  } catch {
    return { ok: false, error: protocolTexts.nodeError, stopped: true }
  }
}

async function ask(
  context: V2Context,
  peer: PeerEntry,
  { anew, idle, guess }: Required<Omit<PingPeerOptions, 'guess'>> & { guess: 1 | 2 | undefined },
): Promise<{ outcome: PingOutcome; news: PoolNews }> {
  const { messenger, nonces, pending, pingTimeout: timeout, unanswered } = context
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
  const policy = peer.protocols.get('2026')?.policy ?? UNSAID
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
  const dialect = peer.protocols.get('2026')
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
  const known = peer.protocols.get('2026')?.pingVersion ?? guess
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
