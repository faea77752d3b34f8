import { protocolTexts, refusal } from '#contract/messages.ts'
import type { Permit } from '#policy/engine.ts'
import { MAX_HASHES } from '#protocol/limits.ts'
import {
  type PartialSignatures,
  parsePartialSignatures,
  type SighashVector,
  type SignSession,
} from '#protocol/v1/messages.ts'
import { createSession } from '#protocol/v1/session.ts'
import { type Failure, STOPPED, STOPPED_BY_OWNER } from '../failure.ts'
import { chooseCosigners } from '../peers/choose-cosigners.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { SignOptions } from '../protocol.ts'
import {
  ATTEMPT_STOPPED,
  type Attempt,
  type AttemptOutcome,
  askHedged,
  attemptFailed,
  hedgeDelay,
} from '../signing/hedge.ts'
import { type EndedSession, endSession, type Signed } from '../signing/session-end.ts'
import type { BatchOutcome, MadeSignature } from '../signing/sign-queue.ts'
import { OURSELVES } from '../worker/work-queue.ts'
import { askMembers } from './ask-members.ts'
import type { V1Context } from './context.ts'

/** The type that our sessions state. */
const TYPE = 'message'

/**
 * Signs hashes with threshold − 1 peers, in as many sessions as it takes. No session is larger than its
 * peers can answer in time. Stops at the first session that fails. Never rejects.
 */
export async function signBatch(
  context: V1Context,
  permit: Permit<'sign'>,
  vectors: readonly SighashVector[],
  { onSigned }: SignOptions = {},
): Promise<BatchOutcome> {
  const signatures: MadeSignature[] = []
  const left = [...vectors]
  while (left.length > 0) {
    const capacity = await peerCapacity(context, permit.signal)
    const outcome =
      typeof capacity === 'number'
        ? await signSession(context, permit, left.splice(0, capacity))
        : capacity
    if (!outcome.ok) return { ...outcome, signatures }
    signatures.push(...outcome.signatures)
    onSigned?.(outcome.signatures)
  }
  return { ok: true, signatures }
}

/**
 * Waits until the peers that would be asked can take more hashes. Hashes that they could not sign in time
 * are not sent yet, and get the whole timeout once they are sent.
 *
 * @returns how many hashes they may be asked for at once
 */
async function peerCapacity(context: V1Context, signal: AbortSignal): Promise<number | Failure> {
  const { pending, peers, requestTimeout } = context
  for (;;) {
    if (signal.aborted) return STOPPED_BY_OWNER
    if (pending.isStopped) return STOPPED
    const hashes = capacityNow(context)
    if (hashes > 0) return hashes
    // By then, their present requests are answered or have timed out.
    await peers.changes.next(requestTimeout)
  }
}

/** How many hashes the peers that would be asked can take now. With nobody to ask, there is no limit. */
function capacityNow(context: V1Context): number {
  const { group, peers, loads, untrusted, random } = context
  const chosen = chooseCosigners({
    ...{ peers: peers.all, need: group.threshold - 1, protocol: '1.x', operation: 'sign' },
    ...{ excluded: NOBODY, silent: NOBODY, untrusted: untrusted.peers },
    isBusy: isBusy(context, 1),
    random,
  })
  return Math.min(MAX_HASHES, ...(chosen ?? []).map(({ xonly }) => loads.room(xonly)))
}

const NOBODY: ReadonlySet<string> = new Set()

/** Whether a peer can't take this many more hashes. */
const isBusy =
  ({ loads }: V1Context, hashes: number) =>
  ({ xonly }: PeerEntry): boolean =>
    loads.room(xonly) < hashes

/** How long the slowest of these peers needs for its present requests, as far as known. Milliseconds. */
const backlogOf = ({ loads }: V1Context, peers: readonly PeerEntry[]): number =>
  Math.max(0, ...peers.map(({ xonly }) => loads.backlog(xonly)))

/**
 * Signs hashes in one session. Every signature is verified under the group's (tweaked) key. When one is invalid,
 * the partial signatures are verified to find the wrong one's peer, and other peers are asked.
 */
async function signSession(
  context: V1Context,
  permit: Permit<'sign'>,
  vectors: SighashVector[],
): Promise<{ ok: true; signatures: MadeSignature[] } | Failure> {
  const startedAt = context.now()
  let last: EndedSession['last'] = { sid: '', peers: [] }
  const launch = (peers: readonly PeerEntry[]) => {
    const members = [context.self.idx, ...peers.map((peer) => peer.idx)]
    const stamp = Math.floor(context.wall() / 1000)
    const session = createSession(context.group, members, vectors, { stamp, type: TYPE })
    last = { sid: session.sid, peers }
    return attempt(context, permit, session, peers)
  }
  const need = context.group.threshold - 1
  const outcome = await askHedged({
    peers: context.peers.all,
    protocol: '1.x',
    operation: 'sign',
    need,
    timeout: context.requestTimeout,
    hedgeAfter: (peers) => hedgeDelay(peers, vectors.length, backlogOf(context, peers)),
    launch,
    onSilent: context.onSilent,
    untrusted: context.untrusted.peers,
    isBusy: isBusy(context, vectors.length),
    signal: permit.signal,
    random: context.random,
  })
  const took = context.now() - startedAt
  // The peers together learn our partial signature by subtracting theirs from the finished one.
  if (outcome.ok) context.v1Policy.exposing(outcome.value.peers, vectors.length)
  const hashes = vectors.map(([hash]) => hash)
  return endSession(context, { outcome, hashes, type: TYPE, last, took })
}

function attempt(
  context: V1Context,
  permit: Permit<'sign'>,
  session: SignSession,
  peers: readonly PeerEntry[],
): Attempt<Signed> {
  const ask = askMembers<PartialSignatures>(context, peers, {
    requestTag: '/sign/req',
    answerTag: '/sign/res',
    data: JSON.stringify(session),
    hashes: session.hashes.length,
    signal: permit.signal,
    check: (data, peer) => checkAnswer(session, data, peer, context),
  })
  // Our own part is computed while the peers compute theirs.
  const own = context.work.run(OURSELVES, 'begin', session, { permit })
  const sign = async (): Promise<AttemptOutcome<Signed>> => {
    const [parts, answers] = await Promise.all([own, ask.done])
    if (!answers.ok) return answers
    if (parts === null) return ATTEMPT_STOPPED
    const input = { session, parts, answers: [...answers.value.values()] }
    const combined = await context.work.run(OURSELVES, 'combine', input)
    if (combined === null) return ATTEMPT_STOPPED
    if (combined.ok) {
      return { ok: true, value: { sid: session.sid, peers, signatures: combined.signatures } }
    }
    const reason = protocolTexts.partialSignatureInvalid
    const culprits = peers.filter(({ idx }) => combined.culprits.includes(idx))
    for (const culprit of culprits) context.untrusted.add(culprit, reason)
    return attemptFailed({ error: reason }, { culprits })
  }
  // No peer's fault: only a tweak from the caller can be out of range here.
  const failed = () => attemptFailed({ error: refusal.tweakInvalid }, { code: 'invalid' })
  return { ...ask, done: sign().catch(failed) }
}

function checkAnswer(
  session: SignSession,
  data: string,
  peer: PeerEntry,
  { peers }: V1Context,
): { ok: true; value: PartialSignatures } | { ok: false; error: string } {
  const parsed = parsePartialSignatures(data)
  if (!parsed.ok) return parsed
  const { idx, psigs, pubkey, sid } = parsed.value
  if (sid !== session.sid) return { ok: false, error: protocolTexts.sessionIdMismatch }
  if (peers.get(pubkey)?.pubkey !== pubkey)
    return { ok: false, error: protocolTexts.pubkeyNotInGroup }
  if (pubkey !== peer.pubkey || idx !== peer.idx) {
    return { ok: false, error: refusal.indexMismatch }
  }
  const answered = new Set(psigs.map((entry) => entry[0]))
  return session.hashes.every((vector) => answered.has(vector[0]))
    ? parsed
    : { ok: false, error: protocolTexts.missingPartialSignatures }
}
