import { refusal, v2Refusal } from '#contract/messages.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import type { Permit } from '#policy/engine.ts'
import { reasonName } from '#policy/reasons.ts'
import { answeredOneByOne, type EcdhPackage } from '#protocol/v2/messages.ts'
import { checkEcdh } from '#protocol/v2/session.ts'
import { logSent } from '../protocol-log.ts'
import { expectsWeighted } from './build.ts'
import type { V2Context } from './context.ts'
import {
  checkContext,
  deny,
  type Inbound,
  reject,
  rejectUnfinished,
  reply,
  short,
  staleness,
} from './reply.ts'

/** Keys to answer, and the name of the rule that allowed them. */
interface Given {
  keys: string[]
  by: string
}

interface Allowed {
  permit: Permit<'ecdh'>
  given: readonly Given[]
}

/** Answers a request for parts of key exchanges, if it is valid and the policy allows it. */
export async function handleEcdh(
  context: V2Context,
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
  const asked = request.blinded === undefined ? keys : keys.slice(0, -1)
  const isBatch = request.blinded === undefined || asked.length === 1
  const allowed = isBatch
    ? await authoriseBatch(context, inbound, asked)
    : await authoriseEach(context, inbound, asked)
  if (allowed === null) return
  const { permit, given } = allowed
  const { members } = request
  context.log.add('ecdh', `ECDH request received from ${short(peer)}`, {
    peer: peer.pubkey,
    members,
    ...(given.length > 1 && { keys: given.length }),
  })
  const isWeighted = await expectsWeighted(context, peer, request)
  if (peer.build === 'igloo') context.onUnweighted(peer)
  const input = { members, keys, isWeighted }
  const answer = await context.work.run(peer.xonly, 'keyshares', input, { permit })
  if (answer === null) return rejectUnfinished(context, permit, inbound, 'ecdh')
  if (!answer.ok) return reject(context, inbound, answer.error)
  // Recorded before it is sent: whatever a peer may have seen must be in the audit.
  for (const { keys, by } of given) {
    context.auditExchange({ peer: peer.xonly, keys, by, took: context.now() - startedAt })
  }
  const message = { type: 'EcdhResponse', data: answer.value } as const
  const sent = await reply(context, inbound, message, { signal: permit.signal })
  if (sent) logSent(context, 'ecdh', peer, { took: context.now() - startedAt })
}

/**
 * Why the last key of a request with a blinded key is refused, or null. Once it is proved to be made from
 * the others, its part reveals no more than theirs, and needs no decision of its own.
 */
async function unprovenBlinding(
  { work }: V2Context,
  { peer: { xonly }, envelope: { id } }: Inbound,
  { entries, blinded: proof }: EcdhPackage,
): Promise<string | null> {
  if (proof === undefined) return null
  const publicKeys = entries.map(({ ecdh_pk }) => ecdh_pk)
  const key = publicKeys.pop()
  if (key === undefined || publicKeys.length === 0) return refusal.blindedUnproven
  const context = { asker: xonly, id }
  const isProven = await work.run(xonly, 'isBlinded', { publicKeys, key, proof, context })
  if (isProven === null) return refusal.tooManyWaiting
  return isProven ? null : refusal.blindedUnproven
}

/** Decides about one key, or about all keys of another implementation's request together. */
async function authoriseBatch(
  context: V2Context,
  inbound: Inbound,
  keys: string[],
): Promise<Allowed | null> {
  const heard = await context.authoriser.authorise(inbound.peer, {
    operation: 'ecdh',
    subject: keys.toSorted().join(' '),
    parts: keys.map((counterparty) => ({ counterparty })),
  })
  if (heard.verdict === 'wait') return null
  if (heard.verdict === 'refuse') {
    await deny(context, inbound, 'ecdh', heard.reason)
    return null
  }
  const late = heard.isLate ? staleness(context, inbound) : null
  if (late !== null) {
    reject(context, inbound, late)
    return null
  }
  return { permit: heard.permit, given: [{ keys, by: reasonName(heard.reason) }] }
}

/**
 * Decides about each key of another Floe's request, as if it were a request of its own. If one is not
 * allowed at once, none is answered: the error names the keys to ask for one by one. So nothing is
 * counted twice, and the owner is asked about one key only.
 */
async function authoriseEach(
  context: V2Context,
  inbound: Inbound,
  keys: readonly string[],
): Promise<Allowed | null> {
  const { authoriser } = context
  const { peer } = inbound
  const apart = authoriser.keysToAskSingly(peer, keys)
  if (apart.length > 0) {
    reject(context, inbound, v2Refusal.notTogetherHere, { keys: keys.length })
    await reply(context, inbound, { type: 'Error', data: answeredOneByOne(apart) })
    return null
  }
  // Nothing may happen between `apart` and these decisions.
  const outcomes = await Promise.all(
    keys.map((key) =>
      authoriser.authorise(peer, {
        operation: 'ecdh',
        subject: key,
        parts: [{ counterparty: key }],
      }),
    ),
  )
  const given: Given[] = []
  let permit: Permit<'ecdh'> | undefined
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.verdict === 'refuse') await deny(context, inbound, 'ecdh', outcome.reason)
    if (outcome.verdict !== 'allow') return null
    permit = outcome.permit
    given.push({ keys: keys.slice(at, at + 1), by: reasonName(outcome.reason) })
  }
  return permit ? { permit, given } : null
}
