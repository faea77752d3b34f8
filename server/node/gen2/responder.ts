import { refusal } from '../../contract/messages.ts'
import { isPoint } from '../../curve/hex.ts'
import type { Result } from '../../errors.ts'
import type {
  EcdhPackage,
  Nonce,
  OnboardRequest,
  Payloads,
  Ping,
} from '../../frostr/gen2/messages.ts'
import { parsePayload } from '../../frostr/gen2/parse.ts'
import { methodOf } from '../../frostr/gen2/policy.ts'
import { checkEcdh } from '../../frostr/gen2/session.ts'
import type { Permit } from '../../rules/judge.ts'
import { reasonName } from '../../rules/reasons.ts'
import { hearSign } from './answer-sign.ts'
import type { Gen2Context } from './context.ts'
import { pingFor, takePing } from './ping.ts'
import {
  checkContext,
  deny,
  type Inbound,
  reject,
  rejectForm,
  reply,
  short,
  staleness,
  undone,
} from './reply.ts'

/**
 * Answers a peer's request that is new and in time: checks its switches first, then its fields, then the
 * request itself, then has the judge decide. A denied request gets an error, and so does an unavailable nonce; everything else
 * that is wrong gets no answer.
 */
export async function respond(context: Gen2Context, inbound: Inbound): Promise<void> {
  const { peer, envelope } = inbound
  const method = methodOf(envelope.type)
  if (method === 'sign' || method === 'ecdh' || method === 'onboard') {
    const barred = context.door.barred(peer, method)
    if (barred !== null) return deny(context, inbound, method, barred.reason)
  }
  switch (envelope.type) {
    case 'PingRequest':
      return take(context, inbound, parsePayload.PingRequest(envelope.data), answerPing)
    case 'OnboardRequest':
      return take(context, inbound, parsePayload.OnboardRequest(envelope.data), hearOnboard)
    case 'EcdhRequest':
      return take(context, inbound, parsePayload.EcdhRequest(envelope.data), hearEcdh)
    case 'SignRequest':
      return take(context, inbound, parsePayload.SignRequest(envelope.data), hearSign)
    default:
  }
}

async function take<T>(
  context: Gen2Context,
  inbound: Inbound,
  parsed: Result<T>,
  answer: (context: Gen2Context, inbound: Inbound, data: T) => Promise<void>,
): Promise<void> {
  if (parsed.ok) await answer(context, inbound, parsed.value)
  else rejectForm(context, inbound, parsed.error)
}

async function answerPing(context: Gen2Context, inbound: Inbound, ping: Ping): Promise<void> {
  const { peer } = inbound
  takePing(context, peer, ping)
  const mayBring = () => context.nonceLists.take(peer.xonly)
  const data = await pingFor(context, peer, ping.version, { isAnswer: true, mayBring })
  context.onIdleAnswer()
  await reply(context, inbound, { type: 'PingResponse', data }, { idle: true })
}

async function hearOnboard(
  context: Gen2Context,
  inbound: Inbound,
  { nonces }: OnboardRequest,
): Promise<void> {
  const { peer } = inbound
  context.log.add('bifrost', `Onboarding request received from ${short(peer)}`, {
    peer: peer.pubkey,
  })
  context.onboarding.asked(peer)
  const heard = await context.door.hear(peer, { operation: 'onboard', subject: '', parts: [{}] })
  if (heard.verdict === 'refuse') {
    if (!heard.isLate) context.onboarding.refused(peer, heard.reason)
    return deny(context, inbound, 'onboard', heard.reason)
  }
  if (heard.verdict === 'wait') return
  const late = heard.isLate ? staleness(context, inbound) : null
  if (late !== null) return reject(context, inbound, late)
  return answerOnboard(context, heard.permit, inbound, nonces)
}

/** Hands out the group. */
async function answerOnboard(
  context: Gen2Context,
  permit: Permit<'onboard'>,
  inbound: Inbound,
  nonces: readonly Nonce[],
): Promise<void> {
  const { peer } = inbound
  if (!context.nonceLists.take(peer.xonly)) return reject(context, inbound, refusal.rateLimited)
  // A joining device has only the nonces that it sends: what it gave out before is lost.
  context.nonces.replaceHeld(peer.xonly, nonces)
  const data: Payloads['OnboardResponse'] = {
    group: { ...context.group, group_name: context.groupName() },
    nonces: await context.nonces.advertiseAll(peer.xonly),
  }
  // Written down before it leaves: whatever a peer may have seen must be on record.
  context.onboarding.answered(peer)
  const { signal } = permit
  const sent = await reply(context, inbound, { type: 'OnboardResponse', data }, { signal })
  if (sent) {
    context.log.add('bifrost', `Onboarding response sent to ${short(peer)}`, {
      peer: peer.pubkey,
      onboarding: 'answered',
    })
  }
}

async function hearEcdh(
  context: Gen2Context,
  inbound: Inbound,
  request: EcdhPackage,
): Promise<void> {
  const { peer } = inbound
  const startedAt = context.now()
  const refused = checkEcdh(request, checkContext(context, peer))
  if (refused !== null) return reject(context, inbound, refused)
  const keys = request.entries.map(({ ecdh_pk }) => ecdh_pk)
  if (!keys.every((key) => isPoint(`02${key}`))) {
    return reject(context, inbound, refusal.publicKeyInvalid)
  }
  const unproven = await unprovenBlinding(context, inbound, request)
  if (unproven !== null) return reject(context, inbound, unproven)
  const asked = request.blinded === undefined ? keys : keys.slice(0, 1)
  const heard = await context.door.hear(peer, {
    operation: 'ecdh',
    subject: asked.toSorted().join(' '),
    parts: asked.map((counterparty) => ({ counterparty })),
  })
  if (heard.verdict === 'refuse') return deny(context, inbound, 'ecdh', heard.reason)
  if (heard.verdict === 'wait') return
  const late = heard.isLate ? staleness(context, inbound) : null
  if (late !== null) return reject(context, inbound, late)
  const by = reasonName(heard.reason)
  return answerEcdh(context, heard.permit, inbound, { request, keys, asked, startedAt, by })
}

/**
 * Why a second key is refused, or null. Once it is proved to be the first one, blinded, its part
 * gives no more than that of the first: it is not judged or counted by itself.
 */
async function unprovenBlinding(
  { work }: Gen2Context,
  { peer: { xonly }, envelope: { id } }: Inbound,
  { entries, blinded: proof }: EcdhPackage,
): Promise<string | null> {
  if (proof === undefined) return null
  const [first, second, ...more] = entries
  if (first === undefined || second === undefined || more.length > 0) return refusal.blindedUnproven
  const [publicKey, key] = [first.ecdh_pk, second.ecdh_pk]
  const context = { asker: xonly, id }
  const isProven = await work.run(xonly, 'isBlinded', { publicKey, key, proof, context })
  if (isProven === null) return refusal.tooManyWaiting
  return isProven ? null : refusal.blindedUnproven
}

async function answerEcdh(
  context: Gen2Context,
  permit: Permit<'ecdh'>,
  inbound: Inbound,
  {
    request,
    keys,
    asked,
    startedAt,
    by,
  }: { request: EcdhPackage; keys: string[]; asked: string[]; startedAt: number; by: string },
): Promise<void> {
  const { peer } = inbound
  const { members } = request
  if (request.weighted !== true) context.onUnweighted(peer)
  context.log.add('ecdh', `ECDH request received from ${short(peer)}`, {
    peer: peer.pubkey,
    members,
  })
  const answer = await context.work.run(peer.xonly, 'keyshares', { members, keys }, { permit })
  if (answer === null) return undone(context, permit, inbound, 'ecdh')
  if (!answer.ok) return reject(context, inbound, answer.error)
  // Written down before it leaves: whatever a peer may have seen must be on record.
  context.auditExchange({ peer: peer.xonly, keys: asked, by, took: context.now() - startedAt })
  const message = { type: 'EcdhResponse', data: answer.value } as const
  const sent = await reply(context, inbound, message, { signal: permit.signal })
  if (sent) {
    const took = context.now() - startedAt
    context.log.add('ecdh', `ECDH response sent, ${took} ms`, { peer: peer.pubkey, took })
  }
}
