import { NONCES_TARGET } from '#protocol/limits.ts'
import { newRequestId } from '#protocol/v2/envelope.ts'
import { verifyPartialSignature } from '#protocol/v2/frost.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type { Message, SignResponse, SignSession } from '#protocol/v2/messages.ts'
import { createSession, sessionId } from '#protocol/v2/session.ts'
import type { Asker, AskerOptions } from './asker.ts'
import { steering } from './conduct.ts'
import { newHash } from './new-hash.ts'
import { onlyPings, V2Rogue } from './v2-rogue.ts'
import { present } from './v2-vectors.ts'

export async function startV2Asker({ keyset, idx, relay }: AskerOptions): Promise<Asker> {
  const rogue = await V2Rogue.start(keyset, idx, relay)
  const { xonly, group } = rogue
  const node = present(group.members.find((member) => member.idx === 1))
  // Nobody aggregates these sessions, so all of them, and all other members, can have the same nonces.
  const others = rogue.newNonces(NONCES_TARGET)
  return {
    idx,
    xonly,
    types: { ping: 'PingRequest', sign: 'SignRequest', ecdh: 'EcdhRequest' },
    supply: NONCES_TARGET,
    meet: (to) => rogue.ping(to),
    ping: async (to) => {
      const held = rogue.held.get(to) ?? []
      const codes = held.map(({ code }) => code)
      const { advertised_nonces } = await rogue.ping(to, codes)
      rogue.held.set(to, [...held, ...advertised_nonces])
    },
    pingData: (to) => rogue.pingData(to),
    session: (to, members, hashes = 1) => {
      const theirs = rogue.take(to, hashes)
      const nonces = new Map(
        members.map((member) => [member, member === 1 ? theirs : others.slice(0, hashes)]),
      )
      const stamp = Math.floor(Date.now() / 1000)
      return createSession(group, Array.from({ length: hashes }, newHash), nonces, { stamp })
    },
    changed: (session, wrong) => {
      const changed = { ...session, ...wrong } as SignSession
      return { ...changed, sid: sessionId(changed) }
    },
    exchange: (members, ecdhKey) =>
      rogue.keyshares({
        idx,
        members: [...members],
        entries: [{ ecdh_pk: ecdhKey.slice(2), keyshare: '' }],
      }),
    seal: (to, type, data, { id = newRequestId(), ahead = 0, fields } = {}) => {
      const sentAt = Math.floor(Date.now() / 1000) + ahead
      const message = { type, data } as Message
      return rogue.seal(to, message, { id, sentAt, fields: { created_at: sentAt, ...fields } })
    },
    publish: (event) => rogue.publish(event),
    answers: (id) =>
      id === undefined
        ? rogue.heard.filter(({ type }) => !type.endsWith('Request'))
        : rogue.answersTo(id),
    validPartials: (id, asked) => {
      const [answer] = rogue.answersTo(id)
      if (answer?.type !== 'SignResponse') return 0
      const { psigs } = answer.data as SignResponse
      return psigs.filter(({ hash_index, partial_sig }) =>
        verifyPartialSignature(
          contextOf(group, asked as SignSession, hash_index),
          node,
          partial_sig,
        ),
      ).length
    },
    ...steering(rogue, onlyPings),
    asked: () => rogue.heard.filter(({ type }) => type === 'SignRequest').length,
    stop: () => rogue.stop(),
  }
}
