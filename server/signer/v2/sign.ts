import type { Permit } from '#policy/engine.ts'
import { shownEvents } from '#protocol/v2/event-session.ts'
import { type Failure, STOPPED_BY_OWNER } from '../failure.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { SignOptions as AnySignOptions } from '../protocol.ts'
import { askHedged, hedgeDelay } from '../signing/hedge.ts'
import { endSession } from '../signing/session-end.ts'
import type { BatchOutcome, MadeSignature } from '../signing/sign-queue.ts'
import { nextBatchSize } from './batch-size.ts'
import { isWilling, signers, speakers } from './candidates.ts'
import type { V2Context } from './context.ts'
import { ifKept, thrownFailure } from './nonce-store.ts'
import { aboutHash, alreadyAsked, mayAskPerson, splitByAsked, waitForPersons } from './persons.ts'
import { pingPeer } from './ping.ts'
import { eventsInOneSession, type Purpose, purposeFor, purposeOf } from './purpose.ts'
import { attempt, type Unanswered } from './sign-attempt.ts'

export interface SignOptions extends AnySignOptions {
  /** The event whose id each hash is, serialised (NIP-01); null for bare hashes. */
  events?: readonly string[] | null
  /** Milliseconds for each session. */
  timeout?: number
  /** A peer that must take part; others are asked only if the threshold needs more peers. */
  through?: PeerEntry | null
}

/**
 * Signs hashes with threshold − 1 peers, in as many sessions as it takes. Every signature is verified
 * under the group's key. Never rejects.
 */
export async function signHashes(
  context: V2Context,
  permit: Permit<'sign'>,
  hashes: readonly string[],
  options: SignOptions = {},
): Promise<BatchOutcome> {
  try {
    const parts = splitByQuestion(context, hashes).map((ats) =>
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
    // The store can't be read, and has warned: we don't know which peers have nonces.
    const failure = thrownFailure(error)
    context.log.add('error', `Signing failed: ${failure.why.error}`, { hashes: hashes.length })
    return failure
  }
}

/**
 * The positions of the hashes in one or two groups: hashes about which a person is being asked must
 * not delay the others.
 */
function splitByQuestion(context: V2Context, hashes: readonly string[]): number[][] {
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
  // A fallback has less time, and does not wait for persons.
  const isPatient = options.timeout === undefined
  const signatures: MadeSignature[] = []
  const beganAt = performance.now()
  while (signatures.length < hashes.length) {
    const from = signatures.length
    const wait = { beganAt, timeout }
    const { most, isLast } = await nextBatchSize(context, hashes.length - from, wait)
    if (permit.signal.aborted) return { ...STOPPED_BY_OWNER, signatures }
    const next = events?.slice(from, from + most) ?? []
    const shown = eventsInOneSession(context, signers(context, 1), next)
    // An event too large for a message is signed by its hash only.
    const size = events === null ? most : Math.max(1, shown.length)
    const batch = hashes.slice(from, from + size)
    const purpose = purposeOf(shown)
    const outcome = await context.sessions.run((onIdle) =>
      signSession(context, permit, batch, {
        ...{ purpose, timeout, isLast, through },
        onWaiting: isPatient ? onIdle : null,
      }),
    )
    if (outcome === 'short') continue
    if (!outcome.ok) return { ...outcome, signatures }
    signatures.push(...outcome.signatures)
    onSigned?.(outcome.signatures)
  }
  return { ok: true, signatures }
}

/** What a session signs, and how long it waits. */
interface Request {
  purpose: Purpose
  /** Milliseconds. */
  timeout: number
  /** No more nonces are waited for. */
  isLast: boolean
  through: PeerEntry | null
  /** Called when only persons are still waited for; null when they are not waited for. */
  onWaiting: (() => void) | null
}

/** `short`: another session took the available nonces, and more may come. */
async function signSession(
  context: V2Context,
  permit: Permit<'sign'>,
  hashes: readonly string[],
  { purpose, timeout, isLast, through, onWaiting }: Request,
): Promise<{ ok: true; signatures: MadeSignature[] } | Failure | 'short'> {
  const startedAt = context.now()
  const kinds = shownEvents({ ...purpose, hashes: [...hashes] })?.map(({ kind }) => kind)
  const need = context.group.threshold - 1
  const overdue = new Set<PeerEntry>()
  const unanswered: Unanswered = new Map()
  let asked: readonly PeerEntry[] = []
  let sentPurpose = purpose
  const launch = (peers: readonly PeerEntry[]) => {
    asked = peers
    sentPurpose = purposeFor(peers, purpose)
    return attempt(context, permit, { hashes, purpose: sentPurpose, unanswered }, peers)
  }
  const able = cosignersFor(context, hashes.length, through)
  const { fresh, asked: withPersons } = splitByAsked(context, able, hashes.map(aboutHash))
  if (fresh.length < need && able.length >= need) return alreadyAsked(withPersons)
  const outcome = await askHedged({
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
    // A peer silently refuses requests with nonces that it has lost, or does not know us to
    // hold, as after a restart. A ping finds out which it still has. It asks for all of them,
    // because we may hold lost ones before new ones. A peer whose person is being asked has our request.
    isBack: async (peer) => {
      const mayAsk = mayAskPerson(peer)
      const { ok } = await pingPeer(context, peer, { replacesHeld: true })
      return ok && !(mayAsk && context.persons.isAsked(peer))
    },
    persons: onWaiting ? waitForPersons(context, 'sign', onWaiting) : undefined,
    isBusy: context.persons.isAsked.bind(context.persons),
    untrusted: context.untrusted.peers,
    signal: permit.signal,
    random: context.random,
  })
  const took = context.now() - startedAt
  if (outcome.ok) for (const peer of outcome.value.peers) overdue.delete(peer)
  if (permit.signal.aborted) {
    // A stopped request may have arrived, and no answer is awaited: its nonces are lost.
    for (const xonly of unanswered.keys()) {
      const peer = context.peers.get(xonly)
      if (peer !== undefined) overdue.add(peer)
    }
  }
  dropOverdue(context, overdue, unanswered)
  const isShort = !outcome.ok && unanswered.size === 0 && lacksNonces(context, hashes)
  if (isShort && !isLast) return 'short'
  const last = { sid: '', peers: asked }
  return endSession(context, { outcome, hashes, type: sentPurpose.kind, kinds, last, took })
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
 * Drops the nonces of peers that have not answered: they may have lost them. A ping brings those that
 * they still have. A peer whose person may be asked keeps the nonces in its request while it is online;
 * its pings report lost ones.
 */
function dropOverdue(
  context: V2Context,
  overdue: ReadonlySet<PeerEntry>,
  unanswered: Unanswered,
): void {
  // If the store fails, these nonces are used once more, which costs a timeout.
  const drop = (peer: PeerEntry) =>
    ifKept(() => context.nonces.drop(peer.xonly, unanswered.get(peer.xonly)))
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
const lacksNonces = (context: V2Context, hashes: readonly string[]): boolean =>
  signers(context, hashes.length).length < context.group.threshold - 1 &&
  speakers(context, 'sign').length >= context.group.threshold - 1
