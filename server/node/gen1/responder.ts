import { node, refusal } from '../../contract/messages.ts'
import type { Envelope } from '../../frostr/gen1/envelope.ts'
import { parseEcdh, parseSession } from '../../frostr/gen1/messages.ts'
import { type CheckContext, checkEcdh, checkSession } from '../../frostr/gen1/session.ts'
import { xOnly } from '../../nostr/x-only.ts'
import { allows, type PeerEntry, type PeerPolicy } from '../peers.ts'
import type { Gen1Context } from './context.ts'

/** How much of a session's type is kept; it may be any text of any length. */
const TYPE_CHARS = 64

/**
 * Answers a verified message of a peer. Pings and echoes are answered whoever sends them; signing
 * and key exchange only for peers whose policy lets them ask for it.
 */
export async function respond(
  context: Gen1Context,
  peer: PeerEntry,
  envelope: Envelope,
  policy: PeerPolicy,
): Promise<void> {
  switch (envelope.tag) {
    case '/ping/req':
      return answerPing(context, peer, envelope, policy)
    case '/echo/req':
      if (!context.echoBudget.take(peer, Buffer.byteLength(envelope.data))) {
        return reject(context, peer, envelope, refusal.tooManyEchoes)
      }
      context.onIdleAnswer()
      await reply(context, peer, envelope, '/echo/res', envelope.data, { idle: true })
      return
    case '/ecdh/req':
      return allows(policy, 'receive.ecdh')
        ? answerEcdh(context, peer, envelope)
        : bounce(context, peer, envelope)
    case '/sign/req':
      return allows(policy, 'receive.sign')
        ? answerSign(context, peer, envelope)
        : bounce(context, peer, envelope)
    default:
      return bounce(context, peer, envelope)
  }
}

async function answerPing(
  context: Gen1Context,
  peer: PeerEntry,
  envelope: Envelope,
  policy: PeerPolicy,
): Promise<void> {
  // Only about signing: this generation can't express the rest.
  const [send, recv] = [allows(policy, 'send.sign'), allows(policy, 'receive.sign')]
  const data = JSON.stringify({ send, recv })
  context.onIdleAnswer()
  await reply(context, peer, envelope, '/ping/res', data, { idle: true })
}

async function answerEcdh(
  context: Gen1Context,
  peer: PeerEntry,
  envelope: Envelope,
): Promise<void> {
  const startedAt = context.now()
  const parsed = parseEcdh(envelope.data)
  if (!parsed.ok) return reject(context, peer, envelope, parsed.error)
  const refused = checkEcdh(parsed.value, checkContext(context, peer))
  if (refused !== null) return reject(context, peer, envelope, refused)
  const { members, ecdh_pk } = parsed.value
  context.log.add('ecdh', `ECDH request received from ${short(peer)}`, {
    peer: peer.pubkey,
    members,
  })
  const answer = await context.work
    .run(peer.xonly, 'keyshare', { members, ecdhPk: ecdh_pk })
    .catch(() => 'invalid' as const)
  if (answer === 'invalid') return reject(context, peer, envelope, refusal.publicKeyInvalid)
  if (answer === null) return reject(context, peer, envelope, refusal.tooManyWaiting)
  // Written down before it leaves: whatever a peer may have seen must be on record.
  context.auditExchange({
    peer: peer.xonly,
    keys: [xOnly(ecdh_pk)],
    took: context.now() - startedAt,
  })
  const sent = await reply(context, peer, envelope, '/ecdh/res', JSON.stringify(answer))
  if (sent) {
    const took = context.now() - startedAt
    context.log.add('ecdh', `ECDH response sent, ${took} ms`, { peer: peer.pubkey, took })
  }
}

async function answerSign(
  context: Gen1Context,
  peer: PeerEntry,
  envelope: Envelope,
): Promise<void> {
  const startedAt = context.now()
  const parsed = parseSession(envelope.data)
  if (!parsed.ok) return reject(context, peer, envelope, parsed.error)
  const session = parsed.value
  const refused = checkSession(session, checkContext(context, peer))
  if (refused !== null) {
    return reject(context, peer, envelope, refused, { hashes: session.hashes.length })
  }
  const type = session.type.slice(0, TYPE_CHARS)
  context.log.add('sign', `Signature request received from ${short(peer)}`, {
    peer: peer.pubkey,
    session: session.sid,
    hashes: session.hashes.length,
    type,
  })
  context.exposing([peer], session.hashes.length)
  const psigs = await context.work
    .run(peer.xonly, 'answer', session)
    .catch(() => 'invalid' as const)
  if (psigs === 'invalid') return reject(context, peer, envelope, refusal.tweakInvalid)
  if (psigs === null) return reject(context, peer, envelope, refusal.tooManyWaiting)
  const { idx, pubkey } = context.self
  const data = JSON.stringify({ idx, psigs, pubkey, sid: session.sid })
  // Written down before it leaves: whatever a peer may have seen must be on record.
  peer.partialSignatures += psigs.length
  context.audit({
    direction: 'given',
    peers: [peer.xonly],
    sessionId: session.sid,
    hashes: session.hashes.map((vector) => vector[0]),
    type,
    outcome: 'ok',
    took: context.now() - startedAt,
  })
  const sent = await reply(context, peer, envelope, '/sign/res', data)
  if (sent) {
    const took = context.now() - startedAt
    context.log.add('sign', `Signature response sent, ${took} ms`, {
      peer: peer.pubkey,
      session: session.sid,
      took,
    })
  }
}

/** Sends an answer; true when a relay took it. `idle`: no signature or decryption depends on it. */
async function reply(
  context: Gen1Context,
  peer: PeerEntry,
  { id, tag }: Envelope,
  answerTag: string,
  data: string,
  options: { idle?: boolean } = {},
): Promise<boolean> {
  const result = await context.messenger.send(peer.xonly, { tag: answerTag, id, data }, options)
  if (!result.ok) {
    context.reporter.rejected(tag, node.publishResponse, peer.xonly, { failures: result.failures })
  }
  return result.ok
}

function reject(
  context: Gen1Context,
  peer: PeerEntry,
  { tag }: Envelope,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  context.reporter.rejected(tag, reason, peer.xonly, data)
}

function bounce(context: Gen1Context, peer: PeerEntry, { tag }: Envelope): void {
  context.reporter.bounced(node.unauthorized, peer.xonly, { tag: tag.slice(0, 32) })
}

const checkContext = (context: Gen1Context, peer: PeerEntry): CheckContext => ({
  group: context.group,
  gid: context.gid,
  self: context.self.idx,
  asker: peer.idx,
  now: Math.floor(context.now() / 1000),
})

const short = (peer: PeerEntry): string => peer.pubkey.slice(0, 8)
