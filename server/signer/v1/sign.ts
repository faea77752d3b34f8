import { REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { node, refusal, request } from '../../contract/messages.ts'
import { verifySignature } from '../../frostr/event.ts'
import {
  combinePartialSignatures,
  type HashContext,
  hashContext,
  partialSignature,
  verifyPartialSignature,
} from '../../frostr/v1/arithmetic.ts'
import {
  type PartialSignatures,
  parsePartialSignatures,
  type SighashVector,
  type SignSession,
} from '../../frostr/v1/messages.ts'
import { createSession } from '../../frostr/v1/session.ts'
import type { FailureCode } from '../failure.ts'
import { type Attempt, type AttemptOutcome, askHedged } from '../hedge.ts'
import type { PeerEntry } from '../peers.ts'
import type { BatchOutcome, Signature } from '../sign-queue.ts'
import { type Answers, askMembers } from './ask.ts'
import { OWN_TURNS, UNBOUNDED, type V1Context } from './context.ts'
import { hedgeDelay } from './hedge-delay.ts'

interface OwnPart {
  context: HashContext
  psig: string
}

/**
 * Signs up to 100 hashes together with threshold − 1 peers. Every signature is verified under the
 * group's (tweaked) key before it is handed out; when one fails, partial signatures are verified
 * to find the peer that lied, and others are asked. Never rejects.
 */
export async function signBatch(
  context: V1Context,
  vectors: SighashVector[],
  type = 'message',
): Promise<BatchOutcome> {
  const startedAt = context.now()
  let session: SignSession | undefined
  let asked: readonly PeerEntry[] = []
  const launch = (peers: readonly PeerEntry[]) => {
    const members = [context.self.idx, ...peers.map((peer) => peer.idx)]
    const stamp = Math.floor(context.now() / 1000)
    const created = createSession(context.group, members, vectors, { stamp, type })
    session = created
    asked = peers
    return attempt(context, created, peers)
  }
  const need = context.group.threshold - 1
  const outcome =
    need === 0
      ? await launch([]).done
      : await askHedged({
          peers: context.peers.all,
          need,
          timeout: REQUEST_TIMEOUT,
          hedgeAfter: (peers) => hedgeDelay(peers, vectors.length),
          launch,
          onSilent: context.onSilent,
          distrusted: context.distrusted.peers,
          random: context.random,
        })
  const took = context.now() - startedAt
  const done = outcome.ok ? outcome.value : null
  context.audit({
    direction: 'asked',
    peers: (done?.peers ?? asked).map((peer) => peer.xonly),
    sessionId: done?.session.sid ?? session?.sid ?? '',
    hashes: vectors.map((vector) => vector[0]),
    type,
    outcome: outcome.ok ? 'ok' : 'failed',
    took,
  })
  if (!outcome.ok) {
    context.log.add('error', `Signing failed: ${outcome.reason}`, { hashes: vectors.length, took })
    return { ok: false, reason: outcome.reason, code: outcome.code }
  }
  const { peers, signatures } = outcome.value
  const names = peers.map((peer) => peer.pubkey.slice(0, 8)).join(', ')
  const withWhom = peers.length === 0 ? '' : ` with ${names}`
  context.log.add('sign', `Signature completed${withWhom}, ${took} ms`, {
    peers: peers.map((peer) => peer.pubkey),
    session: outcome.value.session.sid,
    hashes: vectors.length,
    took,
  })
  return { ok: true, signatures }
}

interface Signed {
  session: SignSession
  peers: readonly PeerEntry[]
  signatures: Signature[]
}

function attempt(
  context: V1Context,
  session: SignSession,
  peers: readonly PeerEntry[],
): Attempt<Signed> {
  const ask = askMembers<PartialSignatures>(context, peers, {
    requestTag: '/sign/req',
    answerTag: '/sign/res',
    data: JSON.stringify(session),
    check: (data, peer) => checkAnswer(session, data, peer, context),
  })
  // Our own part is computed while the peers compute theirs.
  const own = context.turns.run(OWN_TURNS, ownSteps(context, session), UNBOUNDED)
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
    const steps = combineSteps(context, session, parts, answers.values)
    const combined = await context.turns.run(OWN_TURNS, steps, UNBOUNDED)
    if (combined === null) return failed(request.stopped, 'stopped')
    if (!combined.ok) {
      for (const liar of combined.culprits) context.distrusted.add(liar, combined.reason)
      return combined
    }
    return { ok: true, value: { session, peers, signatures: combined.value } }
  } catch {
    // Nothing that a peer did: only a tweak of the caller's can be out of range here.
    return failed(refusal.tweakInvalid, 'invalid')
  }
}

function* ownSteps({ group, share }: V1Context, session: SignSession) {
  const parts: OwnPart[] = []
  for (const vector of session.hashes) {
    yield
    const context = hashContext(group, session, vector)
    parts.push({ context, psig: partialSignature(context, share) })
  }
  return parts
}

function* combineSteps(
  { self }: V1Context,
  session: SignSession,
  parts: readonly OwnPart[],
  answers: ReadonlyMap<PeerEntry, PartialSignatures>,
): Generator<void, AttemptOutcome<Signature[]>> {
  const signatures: Signature[] = []
  for (const { context, psig } of parts) {
    yield
    const { sighash, pubkey } = context
    const theirs = [...answers].map(([peer, answer]) => ({
      peer,
      answer,
      psig: answer.psigs.find((entry) => entry[0] === sighash)?.[1] ?? '',
    }))
    const signature = combinePartialSignatures(context, [
      { idx: self.idx, pubkey: self.pubkey, psig },
      ...theirs.map(({ peer, psig: part }) => ({ idx: peer.idx, pubkey: peer.pubkey, psig: part })),
    ])
    if (verifySignature(signature, sighash, pubkey)) {
      signatures.push({ sighash, pubkey, signature })
      continue
    }
    const culprits: PeerEntry[] = []
    for (const { peer, answer, psig: part } of theirs) {
      yield
      if (!verifyPartialSignature(context, answer, part)) culprits.push(peer)
    }
    return { ok: false, reason: node.partialSignatureInvalid, culprits }
  }
  return signatures.length === session.hashes.length
    ? { ok: true, value: signatures }
    : failed(node.missingPartialSignatures)
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
  if (sid !== session.sid) return { ok: false, error: node.sessionIdMismatch }
  if (peers.get(pubkey)?.pubkey !== pubkey) return { ok: false, error: node.pubkeyNotInGroup }
  if (pubkey !== peer.pubkey || idx !== peer.idx) {
    return { ok: false, error: refusal.indexMismatch }
  }
  const answered = new Set(psigs.map((entry) => entry[0]))
  return session.hashes.every((vector) => answered.has(vector[0]))
    ? parsed
    : { ok: false, error: node.missingPartialSignatures }
}

const failed = (reason: string, code?: FailureCode) => ({
  ok: false as const,
  reason,
  code,
  culprits: [] as PeerEntry[],
})
