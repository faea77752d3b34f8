import { node, refusal } from '../../contract/messages.ts'
import type { Result } from '../../errors.ts'
import type {
  EcdhPackage,
  Method,
  OnboardRequest,
  Payloads,
  Ping,
} from '../../frostr/gen2/messages.ts'
import { parsePayload } from '../../frostr/gen2/parse.ts'
import { denial, methodOf } from '../../frostr/gen2/policy.ts'
import { checkEcdh } from '../../frostr/gen2/session.ts'
import { xOnly } from '../../nostr/x-only.ts'
import { answerSign } from './answer-sign.ts'
import type { Gen2Context } from './context.ts'
import { pingFor, takePing } from './ping.ts'
import { answers } from './profile.ts'
import { checkContext, type Inbound, reject, rejectForm, reply, short } from './reply.ts'

/**
 * Answers a peer's request that is new and in time: checks its policy first, then its fields, then
 * the request itself. A denied request gets an error, and so does an unavailable nonce; everything
 * else that is wrong gets no answer.
 */
export async function respond(context: Gen2Context, inbound: Inbound): Promise<void> {
  const { peer, envelope } = inbound
  const method = methodOf(envelope.type)
  if (method === undefined) return
  if (!answers(peer, method)) return deny(context, inbound, method)
  switch (envelope.type) {
    case 'PingRequest':
      return take(context, inbound, parsePayload.PingRequest(envelope.data), answerPing)
    case 'OnboardRequest':
      return take(context, inbound, parsePayload.OnboardRequest(envelope.data), answerOnboard)
    case 'EcdhRequest':
      return take(context, inbound, parsePayload.EcdhRequest(envelope.data), answerEcdh)
    case 'SignRequest':
      return take(context, inbound, parsePayload.SignRequest(envelope.data), answerSign)
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

async function deny(context: Gen2Context, inbound: Inbound, method: Method): Promise<void> {
  const { type } = inbound.envelope
  context.reporter.bounced(node.unauthorized, inbound.peer.xonly, { tag: type })
  await reply(context, inbound, { type: 'Error', data: denial(method) })
}

async function answerPing(context: Gen2Context, inbound: Inbound, ping: Ping): Promise<void> {
  const { peer } = inbound
  takePing(context, peer, ping)
  const mayBring = () => context.nonceLists.take(peer.xonly)
  const data = await pingFor(context, peer, ping.version, { isAnswer: true, mayBring })
  context.onIdleAnswer()
  await reply(context, inbound, { type: 'PingResponse', data }, { idle: true })
}

async function answerOnboard(
  context: Gen2Context,
  inbound: Inbound,
  { nonces }: OnboardRequest,
): Promise<void> {
  const { peer } = inbound
  context.log.add('bifrost', `Onboarding request received from ${short(peer)}`, {
    peer: peer.pubkey,
  })
  const verdict = await context.onboarding.ask(peer)
  if (verdict === 'deny') return deny(context, inbound, 'onboard')
  if (verdict === 'silence') return
  if (!context.nonceLists.take(peer.xonly)) return reject(context, inbound, refusal.rateLimited)
  // A joining device has only the nonces that it sends: what it gave out before is lost.
  context.nonces.replaceHeld(peer.xonly, nonces)
  const data: Payloads['OnboardResponse'] = {
    group: { ...context.group, group_name: context.groupName() },
    nonces: await context.nonces.advertiseAll(peer.xonly),
  }
  // Written down before it leaves: whatever a peer may have seen must be on record.
  context.onboarding.answered(peer)
  const sent = await reply(context, inbound, { type: 'OnboardResponse', data })
  if (sent) {
    context.log.add('bifrost', `Onboarding response sent to ${short(peer)}`, {
      peer: peer.pubkey,
      onboarding: 'answered',
    })
  }
}

async function answerEcdh(
  context: Gen2Context,
  inbound: Inbound,
  request: EcdhPackage,
): Promise<void> {
  const { peer } = inbound
  const startedAt = context.now()
  const refused = checkEcdh(request, checkContext(context, peer))
  if (refused !== null) return reject(context, inbound, refused)
  const { members } = request
  if (request.weighted !== true) context.onUnweighted(peer)
  context.log.add('ecdh', `ECDH request received from ${short(peer)}`, {
    peer: peer.pubkey,
    members,
  })
  const keys = request.entries.map(({ ecdh_pk }) => ecdh_pk)
  const answer = await context.work.run(peer.xonly, 'keyshares', { members, keys })
  if (answer === null) return reject(context, inbound, refusal.tooManyWaiting)
  if (!answer.ok) return reject(context, inbound, answer.error)
  // Written down before it leaves: whatever a peer may have seen must be on record.
  context.auditExchange({
    peer: peer.xonly,
    keys: keys.map(xOnly),
    took: context.now() - startedAt,
  })
  const sent = await reply(context, inbound, { type: 'EcdhResponse', data: answer.value })
  if (sent) {
    const took = context.now() - startedAt
    context.log.add('ecdh', `ECDH response sent, ${took} ms`, { peer: peer.pubkey, took })
  }
}
