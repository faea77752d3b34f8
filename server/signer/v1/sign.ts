import { protocolTexts, refusal, request } from '#contract/messages.ts'
import type { Permit } from '#policy/engine.ts'
import type { Signature } from '#protocol/packages.ts'
import type { OwnPart } from '#protocol/v1/jobs.ts'
import {
  type PartialSignatures,
  parsePartialSignatures,
  type SighashVector,
  type SignSession,
} from '#protocol/v1/messages.ts'
import { createSession } from '#protocol/v1/session.ts'
import type { Failure, FailureCode } from '../failure.ts'
import { tellCompleted } from '../journal.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { SignOptions } from '../protocol.ts'
import type { Answers } from '../signing/ask-peers.ts'
import { type Attempt, type AttemptOutcome, askHedged } from '../signing/hedge.ts'
import { hedgeDelay } from '../signing/hedge-delay.ts'
import type { BatchOutcome, MadeSignature } from '../signing/sign-queue.ts'
import { OURSELVES } from '../worker/work-queue.ts'
import { askMembers } from './ask-members.ts'
import { backlogOf, isBusy, withRoom } from './batch-size.ts'
import type { V1Context } from './context.ts'

/** What a session says it is for. */
const TYPE = 'message'

/**
 * Signs hashes together with threshold − 1 peers, in as many sessions as it takes: none is larger than
 * its peers can answer in time. The first that fails ends it. Never rejects.
 */
export async function signBatch(
  context: V1Context,
  permit: Permit<'sign'>,
  vectors: readonly SighashVector[],
  { onSigned }: SignOptions = {},
): Promise<BatchOutcome> {
  const signatures: MadeSignature[] = []
  const left = [...vectors]
  const use = { operation: 'sign', signal: permit.signal } as const
  while (left.length > 0) {
    const outcome = await withRoom(context, use, (room) =>
      signSession(context, permit, left.splice(0, room)),
    )
    if (!outcome.ok) return { ...outcome, signatures }
    signatures.push(...outcome.signatures)
    onSigned?.(outcome.signatures)
  }
  return { ok: true, signatures }
}

/**
 * Signs them in one session. Every signature is verified under the group's (tweaked) key before it is
 * handed out; when one fails, partial signatures are verified to find the peer that lied, and others
 * are asked.
 */
async function signSession(
  context: V1Context,
  permit: Permit<'sign'>,
  vectors: SighashVector[],
): Promise<{ ok: true; signatures: MadeSignature[] } | Failure> {
  const startedAt = context.now()
  let session: SignSession | undefined
  let asked: readonly PeerEntry[] = []
  const launch = (peers: readonly PeerEntry[]) => {
    const members = [context.self.idx, ...peers.map((peer) => peer.idx)]
    const stamp = Math.floor(context.wall() / 1000)
    const created = createSession(context.group, members, vectors, { stamp, type: TYPE })
    session = created
    asked = peers
    context.exposing(peers, vectors.length)
    return attempt(context, permit, created, peers)
  }
  const need = context.group.threshold - 1
  const outcome =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: context.peers.all,
          generation: '1.x',
          operation: 'sign',
          need,
          timeout: context.requestTimeout,
          hedgeAfter: (peers) => hedgeDelay(peers, vectors.length, backlogOf(context, peers)),
          launch,
          onSilent: context.onSilent,
          distrusted: context.distrusted.peers,
          isBusy: isBusy(context, vectors.length),
          signal: permit.signal,
          random: context.random,
        })
  const took = context.now() - startedAt
  const done = outcome.ok ? outcome.value : null
  // Subtracting theirs from the finished signature leaves ours.
  for (const peer of done?.peers ?? []) peer.partialSignatures += vectors.length
  context.audit({
    direction: 'asked',
    peers: (done?.peers ?? asked).map((peer) => peer.xonly),
    sessionId: done?.session.sid ?? session?.sid ?? '',
    hashes: vectors.map((vector) => vector[0]),
    type: TYPE,
    outcome: outcome.ok ? 'ok' : 'failed',
    took,
  })
  if (!outcome.ok) {
    context.log.add('error', `Signing failed: ${outcome.reason}`, { hashes: vectors.length, took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { peers, signatures } = outcome.value
  tellCompleted(context, 'sign', {
    peers,
    session: outcome.value.session.sid,
    hashes: vectors.length,
    took,
  })
  const withWhom = peers.map((peer) => peer.xonly)
  return { ok: true, signatures: signatures.map((made) => ({ ...made, peers: withWhom })) }
}

interface Signed {
  session: SignSession
  peers: readonly PeerEntry[]
  signatures: Signature[]
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
  return { ...ask.controls, done: finish(context, session, peers, own, ask.answers) }
}

async function finish(
  context: V1Context,
  session: SignSession,
  peers: readonly PeerEntry[],
  own: Promise<OwnPart[] | null>,
  asked: Promise<Answers<PartialSignatures>>,
): Promise<AttemptOutcome<Signed>> {
  try {
    const [parts, answers] = await Promise.all([own, asked])
    if (!answers.ok) return answers
    if (parts === null) return failed(request.stopped, 'stopped')
    const input = { session, parts, answers: [...answers.values.values()] }
    const combined = await context.work.run(OURSELVES, 'combine', input)
    if (combined === null) return failed(request.stopped, 'stopped')
    if (combined.ok) {
      return { ok: true, value: { session, peers, signatures: combined.signatures } }
    }
    const reason = protocolTexts.partialSignatureInvalid
    const culprits = peers.filter(({ idx }) => combined.culprits.includes(idx))
    for (const liar of culprits) context.distrusted.add(liar, reason)
    return { ok: false, reason, culprits }
  } catch {
    // No peer's fault: only a tweak from the caller can be out of range here.
    return failed(refusal.tweakInvalid, 'invalid')
  }
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

const failed = (reason: string, code?: FailureCode) => ({
  ok: false as const,
  reason,
  code,
  culprits: [] as PeerEntry[],
})
