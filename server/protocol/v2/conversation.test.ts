import { describe, expect, test } from 'vitest'
import { v2Refusal } from '#contract/messages.ts'
import { NIP44_PLAINTEXT_MAX } from '#crypto/nip44.ts'
import { fail } from '#lib/errors.ts'
import { verifySignature } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { present } from '#tests/support/v2-vectors.ts'
import { V2_HASHES_MAX } from '../limits.ts'
import { dealKey } from './dealing.ts'
import { conversationKey, newRequestId, openEnvelope, sealEnvelope } from './envelope.ts'
import {
  aggregate,
  generateNonce,
  type HashContext,
  hashContext,
  partialSignature,
  type SecretNonce,
  verifyPartialSignature,
} from './frost.ts'
import { groupId, peerKeys, type SharePackage } from './group.ts'
import type { Message, MessageType, Payloads, SignResponse, SignSession } from './messages.ts'
import { parsePayload } from './parse.ts'
import { advertise, receive, spend, use } from './pool.ts'
import { checkSession, checkSignResponse, createSession } from './session.ts'

const prng = seededPrng(413)
const hex32 = () => Buffer.from(prng.bytes(32)).toString('hex')
const dealt = dealKey(undefined, { threshold: 2, totalMembers: 3, name: 'T', random: prng.bytes })
if (!dealt.ok) throw new Error(dealt.error)
const { group, shares } = dealt.value
const [asker, answerer, third] = shares.map((share) => present(share))
const keys = peerKeys(group)
const NOW = 1_795_188_261

const maker = (share: SharePackage) => () => generateNonce(share.seckey, prng.bytes)
const contextOf = ({ hashes, nonces }: SignSession, at: number): HashContext =>
  hashContext(
    group.group_pk,
    nonces.map(({ idx, entries }) => ({
      idx,
      ...present(entries.find(({ hash_index }) => hash_index === at)),
    })),
    present(hashes[at]),
  )

/** The payload of a message as its receiver reads it. */
function sent<T extends MessageType>(
  from: SharePackage,
  to: SharePackage,
  type: T,
  data: Payloads[T],
): Payloads[T] {
  const message = { type, data } as Message
  const key = conversationKey(from.seckey, present(keys[to.idx - 1]))
  const content = sealEnvelope({ id: newRequestId(prng.bytes), sentAt: NOW, message }, key)
  if (!content.ok) throw new Error(content.error)
  const theirKey = conversationKey(to.seckey, present(keys[from.idx - 1]))
  const opened = openEnvelope(content.value, theirKey)
  if (!opened.ok) throw new Error(opened.error)
  const read = parsePayload[type](opened.value.data)
  if (!read.ok) throw new Error(read.error)
  return read.value
}

/** A session of these members, with new nonces. */
const sessionOf = (members: readonly SharePackage[], hashes: number): SignSession => {
  const sets = new Map(
    members.map((share) => [share.idx, Array.from({ length: hashes }, maker(share))]),
  )
  const list = Array.from({ length: hashes }, hex32)
  return createSession(group, list, sets, { stamp: NOW })
}

test('two devices that have met once sign hash after hash together, using every nonce once', () => {
  const [us, peer] = [present(asker), present(answerer)]
  const answererKey = present(keys[peer.idx - 1])
  const advertised = advertise({ unspent: new Map(), reported: [] }, maker(peer))
  const theirs = {
    unspent: new Map(advertised.fresh.map((nonce) => [nonce.code, nonce])),
    reported: [],
  }
  const ping = sent(peer, us, 'PingResponse', {
    version: 2,
    advertised_nonces: advertised.nonces,
    held_peer_nonce_codes: [],
    policy_profile: null,
  })
  const nothing = { held: [], used: new Set<string>() }
  let ours = receive(nothing, ping.version === 2 ? ping.advertised_nonces : [])

  const context = { group, gid: groupId(group), self: peer.idx, asker: us.idx }
  const spent = new Set<string>()
  for (const hashes of [1, 3, 1]) {
    const used = present(use(ours, hashes))
    ours = used.pool
    const own = Array.from({ length: hashes }, maker(us))
    const list = Array.from({ length: hashes }, hex32)
    const sets = new Map([
      [us.idx, own],
      [peer.idx, used.nonces],
    ])
    const session = createSession(group, list, sets, { stamp: NOW })

    const request = sent(us, peer, 'SignRequest', session)
    const unspent: ReadonlyMap<string, SecretNonce> = new Map(theirs.unspent)
    expect(checkSession(request, context, (code) => unspent.get(code))).toBeNull()
    const entries = present(request.nonces.find(({ idx }) => idx === peer.idx)).entries
    const contexts = entries.map(({ hash_index }) => contextOf(request, hash_index))
    spend(
      theirs,
      entries.map(({ code }) => code),
    )
    for (const { code } of entries) {
      expect(spent.has(code)).toBe(false)
      spent.add(code)
    }
    const answer: SignResponse = {
      idx: peer.idx,
      sid: request.sid,
      pubkey: answererKey,
      psigs: entries.map(({ hash_index, code }, at) => ({
        hash_index,
        sighash: present(request.hashes[hash_index]),
        partial_sig: partialSignature(present(contexts[at]), peer, present(unspent.get(code))),
      })),
      nonce_code: null,
      replenish: null,
    }

    const response = sent(peer, us, 'SignResponse', answer)
    expect(checkSignResponse(response, session, peer.idx)).toBeNull()
    for (const { hash_index, sighash, partial_sig } of response.psigs) {
      const signing = contextOf(session, hash_index)
      const member = present(group.members.find(({ idx }) => idx === peer.idx))
      expect(verifyPartialSignature(signing, member, partial_sig)).toBe(true)
      const psig = partialSignature(signing, us, present(own[hash_index]))
      const signature = aggregate(signing, [psig, partial_sig])
      expect(verifySignature(signature, sighash, group.group_pk)).toBe(true)
    }
    expect(checkSession(request, context, (code) => theirs.unspent.get(code))).toBe(
      v2Refusal.nonceUnavailable,
    )
  }
})

describe('a message has room for', () => {
  const key = conversationKey(present(asker).seckey, present(keys[1]))
  const sealed = (session: SignSession) => {
    const message = { type: 'SignRequest', data: session } as const
    return sealEnvelope({ id: newRequestId(prng.bytes), sentAt: NOW, message }, key)
  }

  test('as many hashes as a session may have, with two members', () => {
    const session = sessionOf([present(asker), present(answerer)], V2_HASHES_MAX)
    expect(sealed(session).ok).toBe(true)
  })

  test('three quarters of that, with three', () => {
    const members = [present(asker), present(answerer), present(third)]
    expect(sealed(sessionOf(members, 75)).ok).toBe(true)
    expect(sealed(sessionOf(members, V2_HASHES_MAX))).toMatchObject(
      fail(v2Refusal.envelopeTooLarge(NIP44_PLAINTEXT_MAX)),
    )
  })
})
