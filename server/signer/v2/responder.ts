import { refusal } from '#contract/messages.ts'
import type { Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import {
  methodOf,
  type Nonce,
  type OnboardRequest,
  type Payloads,
  type Ping,
} from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { handleEcdh } from './answer-exchange.ts'
import { handleSign } from './answer-sign.ts'
import type { V2Context } from './context.ts'
import { needsPing, pingFor, pingPeer, processPing } from './ping.ts'
import { deny, type Inbound, reject, rejectForm, reply, short, staleness } from './reply.ts'

/**
 * Answers a peer's request that is new and in time. Checks the peer's switches first, then the fields, then
 * the request, and then asks the policy. A denied request and an unavailable nonce get an error; everything
 * else that is wrong gets no answer.
 */
export async function respond(context: V2Context, inbound: Inbound): Promise<void> {
  const { peer, envelope } = inbound
  const method = methodOf(envelope.type)
  if (method === 'sign' || method === 'ecdh' || method === 'onboard') {
    const barred = context.authoriser.deniedBySwitch(peer, method)
    if (barred !== null) return deny(context, inbound, method, barred.reason)
  }
  switch (envelope.type) {
    case 'PingRequest':
      return take(context, inbound, parsePayload.PingRequest(envelope.data), answerPing)
    case 'OnboardRequest':
      return take(context, inbound, parsePayload.OnboardRequest(envelope.data), handleOnboard)
    case 'EcdhRequest':
      return take(context, inbound, parsePayload.EcdhRequest(envelope.data), handleEcdh)
    case 'SignRequest':
      return take(context, inbound, parsePayload.SignRequest(envelope.data), handleSign)
    default:
  }
}

async function take<T>(
  context: V2Context,
  inbound: Inbound,
  parsed: Result<T>,
  answer: (context: V2Context, inbound: Inbound, data: T) => Promise<void>,
): Promise<void> {
  if (parsed.ok) await answer(context, inbound, parsed.value)
  else rejectForm(context, inbound, parsed.error)
}

async function answerPing(context: V2Context, inbound: Inbound, ping: Ping): Promise<void> {
  const { peer } = inbound
  const lost = processPing(context, peer, ping)
  const mayBring = () => context.nonceLists.take(peer.xonly)
  const data = await pingFor(context, peer, ping.version, { isAnswer: true, mayBring })
  context.onIdleAnswer()
  await reply(context, inbound, { type: 'PingResponse', data }, { idle: true })
  if (needsPing(context, peer, lost) && context.mayPing())
    void pingPeer(context, peer, { idle: true })
}

async function handleOnboard(
  context: V2Context,
  inbound: Inbound,
  { nonces }: OnboardRequest,
): Promise<void> {
  const { peer } = inbound
  context.log.add('bifrost', `Onboarding request received from ${short(peer)}`, {
    peer: peer.pubkey,
  })
  context.onboarding.asked(peer)
  const heard = await context.authoriser.authorise(peer, {
    operation: 'onboard',
    subject: '',
    parts: [{}],
  })
  if (heard.verdict === 'refuse') {
    if (!heard.isLate) context.onboarding.refused(peer, heard.reason)
    return deny(context, inbound, 'onboard', heard.reason)
  }
  if (heard.verdict === 'wait') return
  const late = heard.isLate ? staleness(context, inbound) : null
  if (late !== null) return reject(context, inbound, late)
  return answerOnboard(context, heard.permit, inbound, nonces)
}

/** Sends the group. */
async function answerOnboard(
  context: V2Context,
  permit: Permit<'onboard'>,
  inbound: Inbound,
  nonces: readonly Nonce[],
): Promise<void> {
  const { peer } = inbound
  if (!context.nonceLists.take(peer.xonly)) return reject(context, inbound, refusal.rateLimited)
  // A joining device has only the nonces that it sends: earlier ones are lost.
  context.nonces.of(peer.xonly).theirs.replaceHeld(nonces)
  const data: Payloads['OnboardResponse'] = {
    group: { ...context.group, group_name: context.groupName() },
    nonces: await context.nonces.of(peer.xonly).own.advertiseAll(),
  }
  // Recorded before it is sent: whatever a peer may have seen must be in the audit.
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
