import { refusal, v2Refusal } from '#contract/messages.ts'
import type { ShownEvent } from '#contract/questions.ts'
import type { Allowed } from '#policy/engine.ts'
import { reasonName } from '#policy/reasons.ts'
import type { Part } from '#policy/request.ts'
import { shownEvents } from '#protocol/v2/event-session.ts'
import type { SignResponse, SignSession } from '#protocol/v2/messages.ts'
import { checkSession } from '#protocol/v2/session.ts'
import { signSubject } from '../peers/authorise-peer.ts'
import { logSent } from '../protocol-log.ts'
import { detectsLoss } from './build.ts'
import type { V2Context } from './context.ts'
import {
  checkContext,
  deny,
  type Inbound,
  refuseNonces,
  reject,
  rejectForm,
  rejectUnfinished,
  reply,
  short,
  staleness,
} from './reply.ts'

/** How much of a session's kind is kept; it may be any text of any length. */
const KIND_CHARS = 64

/** How many kinds of events a log line names. */
const KINDS_NAMED = 5

/** Checks a signing request, asks the policy, and answers the request. */
export async function handleSign(
  context: V2Context,
  inbound: Inbound,
  session: SignSession,
): Promise<void> {
  const { peer } = inbound
  const startedAt = context.now()
  // Right after a start, its nonces count only once a ping has listed those that it holds.
  if (context.nonces.of(peer.xonly).own.awaitsReport) await context.ping(peer)
  if (!(await checkRequest(context, inbound, session))) return
  const events = shownEvents(session)
  const heard = await context.authoriser.authorise(peer, {
    operation: 'sign',
    subject: signSubject(session.hashes),
    parts: session.hashes.map((_, at) => partOf(events?.[at])),
  })
  if (heard.verdict === 'refuse') return deny(context, inbound, 'sign', heard.reason)
  if (heard.verdict === 'wait') return
  if (heard.isLate) {
    const late = staleness(context, inbound)
    if (late !== null) return reject(context, inbound, late)
    if (!(await checkRequest(context, inbound, session))) return
  }
  const kinds = events?.map(({ kind }) => kind)
  return answerSign(context, heard, inbound, { session, kinds, startedAt })
}

const partOf = (event: ShownEvent | undefined): Part => (event === undefined ? {} : { event })

/** Whether a session is valid and its nonces are available. If not, refuses it. */
async function checkRequest(
  context: V2Context,
  inbound: Inbound,
  session: SignSession,
): Promise<boolean> {
  const { peer } = inbound
  const refused = checkSession(session, checkContext(context, peer), (code) =>
    context.nonces.of(peer.xonly).own.unspent(code),
  )
  const hashes = session.hashes.length
  if (refused === v2Refusal.nonceUnavailable) await refuseNonces(context, inbound, { hashes })
  else if (refused !== null) rejectForm(context, inbound, refused, { hashes })
  return refused === null
}

/**
 * Answers a signing request that was checked and allowed. Every point is checked before the nonces are spent, and
 * the nonces are deleted from the disk before anything is computed with them. After a failure the nonces are lost;
 * it is never retried.
 *
 * @param kinds of its events, if it shows them
 */
async function answerSign(
  context: V2Context,
  { permit, reason }: Allowed<'sign'>,
  inbound: Inbound,
  {
    session,
    kinds,
    startedAt,
  }: { session: SignSession; kinds: number[] | undefined; startedAt: number },
): Promise<void> {
  const { peer } = inbound
  const hashes = session.hashes.length
  const type = session.kind.slice(0, KIND_CHARS)
  context.log.add('sign', `Signature request received from ${short(peer)}${describeKinds(kinds)}`, {
    peer: peer.pubkey,
    session: session.sid,
    hashes,
    type,
    ...(kinds && { kinds }),
  })
  const parts = await context.work
    .run(peer.xonly, 'prepare', session)
    .catch(() => 'invalid' as const)
  if (parts === 'invalid') return rejectForm(context, inbound, v2Refusal.nonceInvalid)
  if (parts === null) return reject(context, inbound, refusal.tooManyWaiting)
  if (permit.signal.aborted) return rejectUnfinished(context, permit, inbound, 'sign')
  const codes = parts.map(({ entry }) => entry.code)
  const { own } = context.nonces.of(peer.xonly)
  const secrets = own.spend(permit, codes, {
    setsAside: detectsLoss(peer),
  })
  if (secrets === null) return refuseNonces(context, inbound, { hashes })
  context.knownRequests.spent(peer.xonly, inbound.envelope.id)
  const input = { parts, secrets }
  const psigs = await context.work.run(peer.xonly, 'sign', input, {
    permit,
    mustEnd: true,
    hadTurn: true,
  })
  if (psigs === null) return rejectUnfinished(context, permit, inbound, 'sign')
  const replenish = await own.replenish(peer.build === 'igloo-beta').catch(() => [])
  // Recorded before it is sent: whatever a peer may have seen must be in the audit.
  context.audit({
    direction: 'given',
    peers: [peer.xonly],
    sessionId: session.sid,
    hashes: session.hashes,
    type,
    ...(kinds && { kinds }),
    outcome: 'ok',
    by: reasonName(reason),
    took: context.now() - startedAt,
  })
  const data: SignResponse = {
    idx: context.self.idx,
    sid: session.sid,
    pubkey: context.self.xonly,
    psigs,
    nonce_code: null,
    replenish: replenish.length === 0 ? null : replenish,
  }
  const { signal } = permit
  const sent = await reply(context, inbound, { type: 'SignResponse', data }, { signal })
  const took = context.now() - startedAt
  if (sent) logSent(context, 'sign', peer, { session: session.sid, took })
}

/** The kinds of events that are signed, for a log line. */
function describeKinds(kinds: readonly number[] | undefined): string {
  if (kinds === undefined) return ''
  const different = [...new Set(kinds)]
  const named = different.slice(0, KINDS_NAMED).join(', ')
  const more = different.length > KINDS_NAMED ? ' and others' : ''
  return kinds.length === 1
    ? `: an event of kind ${named}`
    : `: ${kinds.length} events of kind ${named}${more}`
}
