import type { Permit } from '#policy/engine.ts'
import { shownEvents } from '#protocol/v2/event-session.ts'
import { type Failure, STOPPED_BY_OWNER } from '../failure.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { SignOptions as AnySignOptions } from '../protocol.ts'
import { logCompleted } from '../protocol-log.ts'
import { askHedged, hedgeDelay } from '../signing/hedge.ts'
import type { BatchOutcome, MadeSignature } from '../signing/sign-queue.ts'
import { roomFor } from './batch-size.ts'
import { isWilling, signers, speakers } from './candidates.ts'
import type { V2Context } from './context.ts'
import { thrownFailure } from './not-persisted.ts'
import {
  aboutHash,
  alreadyAsked,
  freshFor,
  isBackWithout,
  mayAskPerson,
  waitForPersons,
} from './persons.ts'
import { pingPeer } from './ping.ts'
import { type Purpose, purposeOf, shownTogether, toldTo } from './purpose.ts'
import { attempt, type Unanswered } from './sign-attempt.ts'

export interface SignOptions extends AnySignOptions {
  /** The event whose id each hash is, serialised (NIP-01); null for bare hashes. */
  events?: readonly string[] | null
  /** Milliseconds for each session. */
  timeout?: number
  /** A peer that must take part; others are asked only where it takes more of them. */
  through?: PeerEntry | null
}

/**
 * Signs hashes together with threshold − 1 peers, in as many sessions as it takes. Every signature
 * is verified under the group's key before it is handed out. Never rejects.
 */
export async function signHashes(
  context: V2Context,
  permit: Permit<'sign'>,
  hashes: readonly string[],
  options: SignOptions = {},
): Promise<BatchOutcome> {
  try {
    const parts = apart(context, hashes).map((ats) =>
      signAll(context, permit, pick(hashes, ats), {
        ...options,
        events: options.events ? pick(options.events, ats) : null,
      }),
    )
    const outcomes = await Promise.all(parts)
    const failure = outcomes.find(({ ok }) => !ok)
    const signatures = outcomes.flatMap((outcome) => outcome.signatures ?? [])
    return failure === undefined ? { ok: true, signatures } : { ...failure, signatures }
  } catch (error) {
    // The store can't be read, and has warned: we don't know whom to ask.
    const failure = thrownFailure(error)
    context.log.add('error', `Signing failed: ${failure.reason}`, { hashes: hashes.length })
    return failure
  }
}

/** Where they stand, in groups: those that a person is asked for already must not hold back the others. */
function apart(context: V2Context, hashes: readonly string[]): number[][] {
  const all = hashes.map((_, at) => at)
  const peers = hashes.length > 1 ? context.peers.all : []
  const isAsked = (at: number) => {
    const about = [aboutHash(hashes[at] ?? '')]
    return peers.some((peer) => context.persons.isAskedFor(peer, about))
  }
  const asked = new Set(all.filter(isAsked))
  const others = all.filter((at) => !asked.has(at))
  return asked.size === 0 || others.length === 0 ? [all] : [others, [...asked]]
}

const pick = (list: readonly string[], ats: readonly number[]): string[] =>
  ats.map((at) => list[at] ?? '')

async function signAll(
  context: V2Context,
  permit: Permit<'sign'>,
  hashes: readonly string[],
  options: SignOptions,
): Promise<BatchOutcome> {
  const { events = null, timeout = context.requestTimeout, through = null, onSigned } = options
  // Where a fallback has less time, it does not wait for persons either.
  const isPatient = options.timeout === undefined
  const signatures: MadeSignature[] = []
  const beganAt = performance.now()
  while (signatures.length < hashes.length) {
    const from = signatures.length
    const patience = { beganAt, timeout }
    const { most, isLast } = await roomFor(context, hashes.length - from, patience)
    if (permit.signal.aborted) return { ...STOPPED_BY_OWNER, signatures }
    const next = events?.slice(from, from + most) ?? []
    const shown = shownTogether(context, signers(context, 1), next)
    // An event too large for a message is signed by its hash only.
    const size = events === null ? most : Math.max(1, shown.length)
    const batch = hashes.slice(from, from + size)
    const purpose = purposeOf(shown)
    const outcome = await context.sessions.run((rest) =>
      signSession(context, permit, batch, {
        ...{ purpose, timeout, isLast, through },
        onWaiting: isPatient ? rest : null,
      }),
    )
    if (outcome === 'short') continue
    if (!outcome.ok) return { ...outcome, signatures }
    signatures.push(...outcome.value)
    onSigned?.(outcome.value)
  }
  return { ok: true, signatures }
}

/** What is asked for in a session, and for how long. */
interface Request {
  purpose: Purpose
  /** Milliseconds. */
  timeout: number
  /** No more nonces are waited for. */
  isLast: boolean
  through: PeerEntry | null
  /** Told when only persons are still waited for; null: they are not. */
  onWaiting: (() => void) | null
}

/** `short`: another session took the available nonces, and more may come. */
async function signSession(
  context: V2Context,
  permit: Permit<'sign'>,
  hashes: readonly string[],
  { purpose, timeout, isLast, through, onWaiting }: Request,
): Promise<{ ok: true; value: MadeSignature[] } | Failure | 'short'> {
  const startedAt = context.now()
  const kinds = shownEvents({ ...purpose, hashes: [...hashes] })?.map(({ kind }) => kind)
  const need = context.group.threshold - 1
  const overdue = new Set<PeerEntry>()
  const unanswered: Unanswered = new Map()
  let asked: readonly PeerEntry[] = []
  let told = purpose
  const launch = (peers: readonly PeerEntry[]) => {
    asked = peers
    told = toldTo(peers, purpose)
    return attempt(context, permit, { hashes, purpose: told, unanswered }, peers)
  }
  const able = cosignersFor(context, hashes.length, through)
  const { fresh, asked: withPersons } = freshFor(context, able, hashes.map(aboutHash))
  if (fresh.length < need && able.length >= need) return alreadyAsked(withPersons)
  const outcome =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: fresh,
          protocol: '2026',
          operation: 'sign',
          need,
          timeout,
          hedgeAfter: (peers) => hedgeDelay(peers, hashes.length),
          launch,
          onSilent: (peer) => {
            overdue.add(peer)
            context.onSilent(peer)
          },
          // It silently refuses requests with nonces that it has lost, or that it does not know us
          // to hold, as after a restart. A ping shows which there are, for a session with others:
          // one that asks for all, because lost ones may be held before its new ones.
          isBack: (peer) => {
            const isThere = pingPeer(context, peer, { anew: true }).then(({ ok }) => ok)
            return mayAskPerson(peer) ? isBackWithout(context, peer, isThere) : isThere
          },
          persons: onWaiting ? waitForPersons(context, 'sign', onWaiting) : undefined,
          isBusy: context.persons.isAsked.bind(context.persons),
          untrusted: context.untrusted.peers,
          signal: permit.signal,
          random: context.random,
        })
  const took = context.now() - startedAt
  const done = outcome.ok ? outcome.value : null
  for (const peer of done?.peers ?? []) overdue.delete(peer)
  if (permit.signal.aborted) {
    // What the stop took back may have arrived or not, and no answer is waited for: those nonces are lost.
    for (const xonly of unanswered.keys()) {
      const peer = context.peers.get(xonly)
      if (peer !== undefined) overdue.add(peer)
    }
  }
  renew(context, overdue, unanswered)
  const isShort = !outcome.ok && unanswered.size === 0 && isShortOf(context, hashes)
  if (isShort && !isLast) return 'short'
  context.audit({
    direction: 'asked',
    peers: (done?.peers ?? asked).map((peer) => peer.xonly),
    sessionId: done?.session.sid ?? '',
    hashes: [...hashes],
    type: told.kind,
    ...(kinds && { kinds }),
    outcome: outcome.ok ? 'ok' : 'failed',
    took,
  })
  if (!outcome.ok) {
    context.log.add('error', `Signing failed: ${outcome.reason}`, { hashes: hashes.length, took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { session, peers, signatures } = outcome.value
  logCompleted(context, 'sign', {
    peers,
    session: session.sid,
    hashes: hashes.length,
    ...(kinds && { kinds }),
    took,
  })
  const withWhom = peers.map((peer) => peer.xonly)
  return { ok: true, value: signatures.map((made) => ({ ...made, peers: withWhom })) }
}

/** The peers that may be asked: all, or just as many as it takes with one that must take part. */
function cosignersFor(context: V2Context, hashes: number, through: PeerEntry | null) {
  const able = signers(context, hashes)
  if (through === null) return able
  if (!able.includes(through)) return []
  const others = able.filter((peer) => peer !== through && isWilling(peer, 'sign'))
  return [through, ...others].slice(0, context.group.threshold - 1)
}

/**
 * A peer that has not answered may have lost its nonces, and would not answer requests with them:
 * they are dropped, and a ping brings those that it has. One whose person may be asked tells by its pings
 * when it has lost them; as long as it is there, those in the request may still be used.
 */
function renew(context: V2Context, overdue: ReadonlySet<PeerEntry>, unanswered: Unanswered): void {
  const drop = (peer: PeerEntry) => {
    try {
      context.nonces.drop(peer.xonly, unanswered.get(peer.xonly))
    } catch {
      // They are tried once more, which costs a time-out.
    }
  }
  for (const peer of overdue) {
    const mayAsk = mayAskPerson(peer)
    if (!mayAsk) drop(peer)
    void context.ping(peer).then(({ success }) => {
      if (success || !mayAsk || context.persons.isAsked(peer)) return
      context.persons.forgetUnheard(peer)
      drop(peer)
    })
  }
}

/** Whether too few peers have the nonces for a session. */
const isShortOf = (context: V2Context, hashes: readonly string[]): boolean =>
  signers(context, hashes.length).length < context.group.threshold - 1 &&
  speakers(context, 'sign').length >= context.group.threshold - 1
