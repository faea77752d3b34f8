import { get_session_id } from '@frostr/bifrost/lib'
import { hashContext, verifyPartialSignature } from '#protocol/v1/arithmetic.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import {
  parsePartialSignatures,
  type SighashVector,
  type SignSession,
} from '#protocol/v1/messages.ts'
import type { Asker, AskerOptions } from './asker.ts'
import { steering } from './conduct.ts'
import { newHash } from './new-hash.ts'
import { onlyPings, RoguePeer } from './rogue-peer.ts'

export async function startV1Asker(options: AskerOptions): Promise<Asker> {
  const rogue = await RoguePeer.start(options)
  const { xonly, idx, group } = rogue
  return {
    idx,
    xonly,
    types: { ping: '/ping/req', sign: '/sign/req', ecdh: '/ecdh/req' },
    supply: Number.POSITIVE_INFINITY,
    meet: (to) => rogue.ask(to, '/ping/req', 'ping'),
    ping: (to) => rogue.ask(to, '/ping/req', 'ping'),
    pingData: () => 'ping',
    session: (_, members, hashes = 1) =>
      rogue.session(
        members,
        Array.from({ length: hashes }, (): SighashVector => [newHash()]),
      ),
    changed: (session, wrong) => {
      const changed = { ...session, ...wrong } as SignSession
      return { ...changed, sid: get_session_id(changed.gid, structuredClone(changed)) }
    },
    exchange: (members, ecdh_pk) =>
      rogue.keyshare({ idx, members: [...members], ecdh_pk, keyshare: '' }),
    seal: (to, tag, data, { id = newMessageId(), ahead = 0, fields } = {}) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      const created_at = Math.floor(Date.now() / 1000) + ahead
      return rogue.seal(to, { tag, id, data: text }, { created_at, ...fields })
    },
    publish: (event) => rogue.publish(event),
    answers: (id) => (id === undefined ? rogue.answers : rogue.answersTo(id)),
    validPartials: (id, asked) => {
      const [message] = rogue.answersTo(id)
      const answer = message && parsePartialSignatures(message.data)
      if (!answer?.ok) return 0
      const session = asked as SignSession
      const psigs = new Map(answer.value.psigs)
      return session.hashes.filter((vector) =>
        verifyPartialSignature(
          hashContext(group, session, vector),
          answer.value,
          psigs.get(vector[0]) ?? '',
        ),
      ).length
    },
    ...steering(rogue, onlyPings),
    asked: () => rogue.heard.filter(({ tag }) => tag === '/sign/req').length,
    stop: () => rogue.stop(),
  }
}
