import { protocolTexts, v2Refusal } from '#contract/messages.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import type { Permit } from '#policy/engine.ts'
import { type Envelope, newRequestId } from '#protocol/v2/envelope.ts'
import type { Nonce, SignResponse, SignSession } from '#protocol/v2/messages.ts'
import { checkSignResponse, createSession } from '#protocol/v2/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { Asked } from '../signing/ask-peers.ts'
import {
  ATTEMPT_STOPPED,
  type Attempt,
  type AttemptOutcome,
  attemptFailed,
} from '../signing/hedge.ts'
import type { Signed } from '../signing/session-end.ts'
import { OURSELVES } from '../worker/work-queue.ts'
import { askMembers } from './ask-members.ts'
import { detectsLoss } from './build.ts'
import type { V2Context } from './context.ts'
import { ifKept, thrownFailure } from './nonce-store.ts'
import { aboutHash } from './persons.ts'
import type { Purpose } from './purpose.ts'

/** Codes of nonces in unanswered requests, by the peer's x-only key. */
export type Unanswered = Map<string, Set<string>>

interface AttemptInput {
  hashes: readonly string[]
  purpose: Purpose
  /** The codes of this attempt are added to it. */
  unanswered: Unanswered
}

/** Asks these peers to sign, with a fresh nonce of each signer for each hash, and adds up the parts. */
export function attempt(
  context: V2Context,
  permit: Permit<'sign'>,
  { hashes, purpose, unanswered }: AttemptInput,
  peers: readonly PeerEntry[],
): Attempt<Signed> {
  let asked: Asked<SignResponse> | undefined
  let isCancelled = false

  const sign = async (): Promise<AttemptOutcome<Signed>> => {
    // Before anything is awaited: another session might take them.
    const nonces = takeNonces(context, peers, hashes.length)
    if (nonces === null) return attemptFailed({ error: v2Refusal.noNoncesHeld })
    const id = newRequestId()
    for (const { idx, xonly } of peers) {
      const codes = codesOf(nonces.get(idx))
      unanswered.set(xonly, new Set([...(unanswered.get(xonly) ?? []), ...codes]))
      // Before they are sent: a peer that offers them again would otherwise look rolled back.
      context.requestedNonces.add(id, xonly, codes)
    }
    const own = await context.work.run(OURSELVES, 'nonces', hashes.length)
    if (own === null || isCancelled) return ATTEMPT_STOPPED
    nonces.set(context.self.idx, own)
    const stamp = Math.floor(context.wall() / 1000)
    const { group, gid } = context
    const session = createSession(group, hashes, nonces, { ...purpose, stamp, gid })
    asked = askMembers(context, peers, {
      id,
      message: { type: 'SignRequest', data: session },
      about: hashes.map(aboutHash),
      waitsForPersons: true,
      answerType: 'SignResponse',
      signal: permit.signal,
      check: (answer, peer) => {
        const refused = takeAnswer(context, session, answer, peer)
        if (refused !== null) return refused
        for (const code of context.requestedNonces.remove(id, peer.xonly)) {
          unanswered.get(peer.xonly)?.delete(code)
        }
        return null
      },
    })
    // Our own part is computed while the peers compute theirs. Without it theirs are useless.
    const parts = await context.work
      .run(OURSELVES, 'open', { session, own }, { permit })
      .catch(() => 'invalid' as const)
    if (parts === 'invalid') {
      asked.cancel()
      return blameForNonces(context, session, peers)
    }
    const answers = await asked.done
    if (!answers.ok) return answers
    if (parts === null) return ATTEMPT_STOPPED
    const input = { session, parts, answers: [...answers.value.values()] }
    const combined = await context.work.run(OURSELVES, 'aggregate', input)
    if (combined === null) return ATTEMPT_STOPPED
    if (combined.ok) {
      const signatures = combined.signatures.map((signature, at) => ({
        sighash: hashes[at] ?? '',
        pubkey: context.group.group_pk,
        signature,
      }))
      return { ok: true, value: { sid: session.sid, peers, signatures } }
    }
    const reason = protocolTexts.partialSignatureInvalid
    const culprits = peers.filter(({ idx }) => combined.culprits.includes(idx))
    for (const culprit of culprits) context.untrusted.add(culprit, reason)
    return attemptFailed({ error: reason }, { culprits })
  }

  return {
    done: sign().catch((error) => {
      const { why, code } = thrownFailure(error)
      return attemptFailed(why, { code })
    }),
    // Nobody is silent before they are asked.
    silent: () => asked?.silent() ?? [],
    resend: (isFor) => asked?.resend(isFor),
    cancel: () => {
      isCancelled = true
      asked?.cancel()
    },
  }
}

/** The peers' nonces, one per hash from each; null when one of them has too few. */
function takeNonces(
  { nonces }: V2Context,
  peers: readonly PeerEntry[],
  hashes: number,
): Map<number, readonly Nonce[]> | null {
  if (!peers.every((peer) => nonces.of(peer.xonly).theirs.held >= hashes)) return null
  return new Map(
    peers.map((peer) => {
      const setsAside = detectsLoss(peer)
      return [peer.idx, nonces.of(peer.xonly).theirs.use(hashes, { setsAside }) ?? []]
    }),
  )
}

/**
 * Records an answer that came after its timeout: the peer has used nonces that may count as unused
 * again. A peer that was rolled back would sign with them again, and three signatures with one nonce
 * give its share away.
 */
export function takeLateAnswer(
  { nonces, requestedNonces }: V2Context,
  peer: PeerEntry,
  envelope: Envelope,
): void {
  if (envelope.type !== 'SignResponse') return
  const codes = requestedNonces.remove(envelope.id, peer.xonly)
  // Nothing is requested while the store fails.
  if (codes.length > 0) ifKept(() => nonces.of(peer.xonly).theirs.markUsed(codes))
}

/**
 * A peer's app no longer keeps a request: its nonces count as unused again. If the store fails, they stay used
 * until the peer makes new ones.
 */
export function giveBackNonces(
  { nonces, requestedNonces }: V2Context,
  peer: string,
  requestId: string,
): void {
  ifKept(() => nonces.of(peer).theirs.giveBack(requestedNonces.codesOf(requestId, peer)))
}

const codesOf = (nonces: readonly Nonce[] = []): string[] => nonces.map(({ code }) => code)

/** Checks an answer, and accepts the nonces in it; the answer is valid even if they can't be kept. */
function takeAnswer(
  { nonces, ping }: V2Context,
  session: SignSession,
  answer: SignResponse,
  peer: PeerEntry,
): string | null {
  const refused = checkSignResponse(answer, session, peer.idx)
  if (refused !== null) return refused
  const { replenish } = answer
  // If they can't be kept, the peer sends them again.
  const received = replenish
    ? ifKept(() => nonces.of(peer.xonly).theirs.receive(replenish))
    : undefined
  // Other implementations send all of them with every answer, until a ping lists those that we hold.
  if (replenish && received !== undefined && received < replenish.length) void ping(peer)
  return null
}

/** Distrusts the peers whose nonces are not points. There are none if valid points cancel out. */
function blameForNonces(
  { nonces, untrusted }: V2Context,
  session: SignSession,
  peers: readonly PeerEntry[],
) {
  const reason = v2Refusal.nonceInvalid
  const culprits = peers.filter(({ idx }) =>
    session.nonces.some(
      (set) =>
        set.idx === idx &&
        set.entries.some(({ binder_pn, hidden_pn }) => !isPoint(binder_pn) || !isPoint(hidden_pn)),
    ),
  )
  for (const culprit of culprits) {
    untrusted.add(culprit, reason)
    nonces.drop(culprit.xonly)
  }
  return attemptFailed({ error: reason }, { culprits })
}
