import { protocolTexts, refusal } from '#contract/messages.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import { parseXOnly, xOnly } from '#nostr/x-only.ts'
import type { Permit } from '#policy/engine.ts'
import { type RefusedBy, reasonName } from '#policy/reasons.ts'
import type { Envelope } from '#protocol/v1/envelope.ts'
import { type EcdhPackage, parseEcdh, parseSession } from '#protocol/v1/messages.ts'
import { type CheckContext, checkEcdh, checkSession } from '#protocol/v1/session.ts'
import { loggedFailures, type PublishOptions } from '#relay/session.ts'
import { signSubject } from '../peers/authorise-peer.ts'
import { allows, type PeerEntry } from '../peers/peers.ts'
import { logSent } from '../protocol-log.ts'
import type { V1Context } from './context.ts'

/** How much of a session's type is kept; it may be any text of any length. */
const TYPE_CHARS = 64

/**
 * Answers a verified message of a peer. Pings and echoes of every peer are answered; requests that use our
 * share only once they are checked and the policy allows them.
 */
export async function respond(
  context: V1Context,
  peer: PeerEntry,
  envelope: Envelope,
): Promise<void> {
  switch (envelope.tag) {
    case '/ping/req':
      return answerPing(context, peer, envelope)
    case '/echo/req':
      if (!context.echoBudget.take(peer, Buffer.byteLength(envelope.data))) {
        return reject(context, peer, envelope, refusal.tooManyEchoes)
      }
      context.onIdleAnswer()
      await reply(context, peer, envelope, '/echo/res', envelope.data, { idle: true })
      return
    case '/ecdh/req':
      return context.v1Policy.serves(peer)
        ? answerEcdh(context, peer, envelope)
        : bounce(context, peer, envelope)
    case '/sign/req':
      return context.v1Policy.serves(peer)
        ? answerSign(context, peer, envelope)
        : bounce(context, peer, envelope)
    default:
      return bounce(context, peer, envelope)
  }
}

async function answerPing(context: V1Context, peer: PeerEntry, envelope: Envelope): Promise<void> {
  const policy = context.v1Policy.policyOf(peer)
  // Only about signing: 1.x can't express the rest.
  const [send, recv] = [allows(policy, 'send.sign'), allows(policy, 'receive.sign')]
  const data = JSON.stringify({ send, recv })
  context.onIdleAnswer()
  await reply(context, peer, envelope, '/ping/res', data, { idle: true })
}

/** Checks a request for our part of a key exchange, asks the policy, and answers it. */
async function answerEcdh(context: V1Context, peer: PeerEntry, envelope: Envelope): Promise<void> {
  const startedAt = context.now()
  const barred = context.authoriser.deniedBySwitch(peer, 'ecdh')
  if (barred !== null) return refuse(context, peer, envelope, barred.reason)
  const parsed = parseEcdh(envelope.data)
  if (!parsed.ok) return reject(context, peer, envelope, parsed.error)
  const request = parsed.value
  const refused = checkEcdh(request, checkContext(context, peer))
  if (refused !== null) return reject(context, peer, envelope, refused)
  const counterparty = parseXOnly(request.ecdh_pk)
  if (counterparty === undefined || !isPoint(`02${counterparty}`)) {
    return reject(context, peer, envelope, refusal.publicKeyInvalid)
  }
  const unproven = await unprovenBlinding(context, peer, envelope, request)
  if (unproven !== null) return reject(context, peer, envelope, unproven)
  const heard = await context.authoriser.authorise(peer, {
    operation: 'ecdh',
    subject: counterparty,
    parts: [{ counterparty }],
  })
  if (heard.verdict === 'refuse') return refuse(context, peer, envelope, heard.reason)
  if (heard.verdict === 'wait') return
  if (heard.isLate && !context.v1Policy.serves(peer)) return bounce(context, peer, envelope)
  context.v1Policy.served(peer)
  const { permit, reason } = heard
  const { members, ecdh_pk, blinded } = request
  context.log.add('ecdh', `ECDH request received from ${short(peer)}`, {
    peer: peer.pubkey,
    members,
  })
  const input = { members, ecdhPk: ecdh_pk, blinded: blinded?.ecdh_pk }
  const answer = await context.work
    .run(peer.xonly, 'keyshare', input, { permit })
    .catch(() => 'invalid' as const)
  if (answer === 'invalid') return reject(context, peer, envelope, refusal.publicKeyInvalid)
  if (answer === null) return rejectUnfinished(context, permit, peer, envelope)
  // Recorded before it is sent: whatever a peer may have seen must be in the audit.
  context.auditExchange({
    peer: peer.xonly,
    keys: [xOnly(ecdh_pk)],
    by: reasonName(reason),
    took: context.now() - startedAt,
  })
  const { signal } = permit
  const data = JSON.stringify(answer)
  const sent = await reply(context, peer, envelope, '/ecdh/res', data, { signal })
  if (sent) logSent(context, 'ecdh', peer, { took: context.now() - startedAt })
}

/**
 * Why a blinded key is refused, or null. Once it is proved to be made from the first key, its part reveals
 * no more than the first one's, and needs no decision of its own.
 */
async function unprovenBlinding(
  { work }: V1Context,
  { xonly }: PeerEntry,
  { id }: Envelope,
  { ecdh_pk, blinded }: EcdhPackage,
): Promise<string | null> {
  if (blinded === undefined) return null
  const { ecdh_pk: key, ...proof } = blinded
  const context = { asker: xonly, id }
  const publicKeys = [ecdh_pk]
  const isProven = await work.run(xonly, 'isBlinded', { publicKeys, key, proof, context })
  if (isProven === null) return refusal.tooManyWaiting
  return isProven ? null : refusal.blindedUnproven
}

/** Checks a signing request, asks the policy, and answers it. */
async function answerSign(context: V1Context, peer: PeerEntry, envelope: Envelope): Promise<void> {
  const startedAt = context.now()
  const barred = context.authoriser.deniedBySwitch(peer, 'sign')
  if (barred !== null) return refuse(context, peer, envelope, barred.reason)
  const parsed = parseSession(envelope.data)
  if (!parsed.ok) return reject(context, peer, envelope, parsed.error)
  const session = parsed.value
  const hashes = session.hashes.length
  const refused = checkSession(session, checkContext(context, peer))
  if (refused !== null) return reject(context, peer, envelope, refused, { hashes })
  const heard = await context.authoriser.authorise(peer, {
    operation: 'sign',
    subject: signSubject(session.hashes.map((vector) => vector.join(':'))),
    // A session of 1.x does not show the events of its hashes.
    parts: session.hashes.map(() => ({})),
  })
  if (heard.verdict === 'refuse') return refuse(context, peer, envelope, heard.reason)
  if (heard.verdict === 'wait') return
  if (heard.isLate) {
    if (!context.v1Policy.serves(peer)) return bounce(context, peer, envelope)
    const stale = checkSession(session, checkContext(context, peer))
    if (stale !== null) return reject(context, peer, envelope, stale, { hashes })
  }
  context.v1Policy.served(peer)
  const { permit, reason } = heard
  const type = session.type.slice(0, TYPE_CHARS)
  context.log.add('sign', `Signature request received from ${short(peer)}`, {
    peer: peer.pubkey,
    session: session.sid,
    hashes,
    type,
  })
  const psigs = await context.work
    .run(peer.xonly, 'answer', session, { permit })
    .catch(() => 'invalid' as const)
  if (psigs === 'invalid') return reject(context, peer, envelope, refusal.tweakInvalid)
  if (psigs === null) return rejectUnfinished(context, permit, peer, envelope)
  const { idx, pubkey } = context.self
  const data = JSON.stringify({ idx, psigs, pubkey, sid: session.sid })
  // Recorded before it is sent: whatever a peer may have seen must be in the audit.
  context.v1Policy.exposing([peer], psigs.length)
  context.audit({
    direction: 'given',
    peers: [peer.xonly],
    sessionId: session.sid,
    hashes: session.hashes.map((vector) => vector[0]),
    type,
    outcome: 'ok',
    by: reasonName(reason),
    took: context.now() - startedAt,
  })
  const { signal } = permit
  const sent = await reply(context, peer, envelope, '/sign/res', data, { signal })
  const took = context.now() - startedAt
  if (sent) logSent(context, 'sign', peer, { session: session.sid, took })
}

/** Sends an answer; true when a relay took it. `idle`: no signature or decryption depends on it. */
async function reply(
  context: V1Context,
  peer: PeerEntry,
  { id, tag }: Envelope,
  answerTag: string,
  data: string,
  options: Pick<PublishOptions, 'idle' | 'signal'> = {},
): Promise<boolean> {
  const result = await context.messenger.send(peer.xonly, { tag: answerTag, id, data }, options)
  if (!result.ok) {
    context.reporter.rejected(tag, protocolTexts.publishResponse, peer.xonly, {
      failures: loggedFailures(result.failures),
    })
  }
  return result.ok
}

function reject(
  context: V1Context,
  peer: PeerEntry,
  { tag }: Envelope,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  context.reporter.rejected(tag, reason, peer.xonly, data)
}

/** Logs a refusal by the policy: 1.x has no error message. */
function refuse(
  { reporter }: V1Context,
  peer: PeerEntry,
  { tag }: Envelope,
  reason: RefusedBy,
): void {
  reporter.refused(tag, reason, peer.xonly)
}

/** Refuses a request whose computation was allowed but did not run to its end. */
function rejectUnfinished(
  context: V1Context,
  { signal }: Permit,
  peer: PeerEntry,
  envelope: Envelope,
): void {
  if (signal.aborted) refuse(context, peer, envelope, { by: 'stopped' })
  else reject(context, peer, envelope, refusal.tooManyWaiting)
}

function bounce(context: V1Context, peer: PeerEntry, { tag }: Envelope): void {
  context.reporter.bounced(protocolTexts.unauthorized, peer.xonly, { tag: tag.slice(0, 32) })
}

const checkContext = (context: V1Context, peer: PeerEntry): CheckContext => ({
  group: context.group,
  gid: context.gid,
  self: context.self.idx,
  asker: peer.idx,
  now: Math.floor(context.wall() / 1000),
})

const short = (peer: PeerEntry): string => peer.pubkey.slice(0, 8)
