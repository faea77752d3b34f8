import { gen2Refusal, refusal } from '../../contract/messages.ts'
import { eventKinds } from '../../frostr/gen2/event-session.ts'
import type { SignSession } from '../../frostr/gen2/messages.ts'
import { checkSession } from '../../frostr/gen2/session.ts'
import type { Gen2Context } from './context.ts'
import { refuseNonces } from './lost-nonces.ts'
import { checkContext, type Inbound, reject, rejectForm, reply, short } from './reply.ts'

/** How much of a session's kind is kept; it may be any text of any length. */
const KIND_CHARS = 64

/** How many kinds of events one line names. */
const KINDS_NAMED = 5

/**
 * Answers a signing request: everything is checked, and every point is known to be one, before the
 * nonces are spent; they are gone from the disk before anything is computed with them. Whatever
 * fails after that is lost and never retried.
 */
export async function answerSign(
  context: Gen2Context,
  inbound: Inbound,
  session: SignSession,
): Promise<void> {
  const { peer } = inbound
  const startedAt = context.now()
  // Right after a start, its nonces count only once we know what it speaks, which a ping tells.
  if (context.nonces.awaitsReport(peer.xonly)) await context.ping(peer)
  const refused = checkSession(session, checkContext(context, peer), (code) =>
    context.nonces.unspent(peer.xonly, code),
  )
  const hashes = session.hashes.length
  if (refused === gen2Refusal.nonceUnavailable) return refuseNonces(context, inbound, { hashes })
  if (refused !== null) return rejectForm(context, inbound, refused, { hashes })
  const type = session.kind.slice(0, KIND_CHARS)
  const kinds = eventKinds(session)
  context.log.add('sign', `Signature request received from ${short(peer)}${wordsOf(kinds)}`, {
    peer: peer.pubkey,
    session: session.sid,
    hashes,
    type,
    ...(kinds && { kinds }),
  })
  const parts = await context.work
    .run(peer.xonly, 'prepare', session)
    .catch(() => 'invalid' as const)
  if (parts === 'invalid') return rejectForm(context, inbound, gen2Refusal.nonceInvalid)
  if (parts === null) return reject(context, inbound, refusal.tooManyWaiting)
  const codes = parts.map(({ entry }) => entry.code)
  const secrets = context.nonces.spend(peer.xonly, codes, inbound.envelope.id)
  if (secrets === null) return refuseNonces(context, inbound, { hashes })
  const input = { parts, secrets }
  const psigs = await context.work.run(peer.xonly, 'sign', input, {
    mustEnd: true,
    hadTurn: true,
  })
  if (psigs === null) return reject(context, inbound, refusal.tooManyWaiting)
  const replenish = await context.nonces.replenish(peer.xonly).catch(() => [])
  // Written down before it leaves: whatever a peer may have seen must be on record.
  context.audit({
    direction: 'given',
    peers: [peer.xonly],
    sessionId: session.sid,
    hashes: session.hashes,
    type,
    ...(kinds && { kinds }),
    outcome: 'ok',
    took: context.now() - startedAt,
  })
  const sent = await reply(context, inbound, {
    type: 'SignResponse',
    data: {
      idx: context.self.idx,
      sid: session.sid,
      pubkey: context.self.xonly,
      psigs,
      nonce_code: null,
      replenish: replenish.length === 0 ? null : replenish,
    },
  })
  if (sent) {
    const took = context.now() - startedAt
    context.log.add('sign', `Signature response sent, ${took} ms`, {
      peer: peer.pubkey,
      session: session.sid,
      took,
    })
  }
}

/** What is signed, in words: an event's kind, and nothing of its content. */
function wordsOf(kinds: readonly number[] | undefined): string {
  if (kinds === undefined) return ''
  const different = [...new Set(kinds)]
  const named = different.slice(0, KINDS_NAMED).join(', ')
  const more = different.length > KINDS_NAMED ? ' and others' : ''
  return kinds.length === 1
    ? `: an event of kind ${named}`
    : `: ${kinds.length} events of kind ${named}${more}`
}
