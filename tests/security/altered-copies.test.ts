import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts, refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { sharedX as keyOf1x } from '#crypto/cipher.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { conversationKey, encryptContent } from '#protocol/v2/envelope.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { type Asker, type Session, send, startAsker } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { isLong } from '../support/long.ts'
import { seededPrng } from '../support/prng.ts'
import { type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { simulateRelays } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { credentialsIn } from '../support/v2-group.ts'
import { present } from '../support/v2-vectors.ts'

/** All bits take half a minute; otherwise one in so many is tried, at each place of a byte in turn. */
const STRIDE = isLong ? 1 : 23
/** How many copies go out before their effect is checked. */
const AT_ONCE = 64
/** Signatures in each direction. */
const ROUNDS = 15

const random = seededPrng(41)

interface Scene {
  asker: Asker
  floe: FloeSigner
  relay: RelayFixture
  /** Makes any text the content of an event. */
  encrypt(text: string): string
}

/** A Floe with index 1 that a peer with index 2 has met, over a relay that checks nothing. */
async function startScene(t: Scope, generation: ProtocolName): Promise<Scene> {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const relay = await startRelayFor(t)
  relay.setFaults({ ignoreFilters: true })
  const floe = await startPeerFor(t, {
    ...credentialsIn(t, generation, keyset, 1),
    relays: [relay.url],
    // Forged copies use up their sender's rate on this relay; others would still bring the true one.
    senderRate: { capacity: 1e6, perSecond: 1e6 },
  })
  const asker = await startAsker[generation]({ keyset, idx: 2, relay: relay.url })
  t.onTestFinished(() => asker.stop())
  await asker.meet(floe.node.self.xonly)
  const { seckey } = present(keyset.shares[1])
  const to = floe.node.self.xonly
  const encrypt = { '1.x': encryptV1(seckey, to), '2026': encryptV2(seckey, to) }[generation]
  return { asker, floe, relay, encrypt }
}

function encryptV1(seckey: string, to: string): Scene['encrypt'] {
  const key = keyOf1x(seckey, to)
  return (text) => {
    const iv = randomBytes(24)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${sealed.toString('base64url')}?iv=${iv.toString('base64url')}`
  }
}

function encryptV2(seckey: string, to: string): Scene['encrypt'] {
  const key = conversationKey(seckey, to)
  return (text) => {
    const content = encryptContent(text, key)
    if (!content.ok) throw new Error(content.error)
    return content.value
  }
}

/** The plaintext with which a generation asks for a signature. */
function plaintext(generation: ProtocolName, id: string, type: string, data: Session): string {
  if (generation === '1.x') return JSON.stringify([type, id, JSON.stringify(data)])
  const sent_at = Math.floor(Date.now() / 1000)
  return JSON.stringify({ request_id: id, sent_at, payload: { type, data } })
}

/** A text with one bit of one character changed. */
function flipped(text: string, bit: number): string {
  const at = bit >> 3
  const changed = String.fromCharCode(text.charCodeAt(at) ^ (1 << (bit & 7)))
  return text.slice(0, at) + changed + text.slice(at + 1)
}

/** Which bits of a text to change, by place. */
function bitsOf(text: string): number[] {
  const start = random.integer(STRIDE)
  const count = Math.ceil((8 * text.length - start) / STRIDE)
  return Array.from({ length: count }, (_, n) => start + n * STRIDE)
}

/** Publishes events one by one, and lets each lot be handled before the next. */
async function publishAll(
  { asker, floe, relay }: Scene,
  events: Iterable<NostrEvent>,
): Promise<void> {
  let count = 0
  for (const event of events) {
    // As if the relay itself had made them: from a client it takes only one event of an id.
    relay.inject(event)
    count += 1
    if (count % AT_ONCE === 0) await asker.ping(floe.node.self.xonly)
  }
  await asker.ping(floe.node.self.xonly)
}

/** Delivers the true request, and expects one good answer to it. */
async function expectOneAnswer(
  scene: Scene,
  { event, id, session }: { event: NostrEvent; id: string; session: Session },
): Promise<void> {
  const { asker, floe, relay } = scene
  expect(asker.answers(id)).toEqual([])
  relay.inject(event)
  await until(() => asker.answers(id).length > 0, { what: 'an answer to the true request' })
  await asker.ping(floe.node.self.xonly)
  expect(asker.answers(id)).toHaveLength(1)
  expect(asker.validPartials(id, session)).toBe(1)
  expect(floe.audited).toHaveLength(1)
}

const LONG = { timeout: STRIDE === 1 ? 600_000 : 60_000 }

describe.each(protocolNames)('in %s, a request is answered once and correctly', (generation) => {
  test(
    'behind copies of its event with one bit changed, over a relay that lets them through',
    LONG,
    async (t) => {
      const scene = await startScene(t, generation)
      const { asker, floe } = scene
      const to = floe.node.self.xonly
      const id = newMessageId()
      const session = asker.session(to, [1, 2])
      const event = asker.seal(to, asker.types.sign, session, { id })
      const copies = function* (): Generator<NostrEvent> {
        for (const field of ['id', 'pubkey', 'sig', 'content'] as const) {
          for (const bit of bitsOf(event[field])) {
            yield { ...event, [field]: flipped(event[field], bit) }
          }
        }
        for (const bit of bitsOf(to)) yield { ...event, tags: [['p', flipped(to, bit)]] }
        for (let bit = 0; bit < 31; bit += 1) {
          yield { ...event, created_at: event.created_at ^ (1 << bit) }
          yield { ...event, kind: event.kind ^ (1 << bit) }
        }
      }
      await publishAll(scene, copies())
      expect(reasonsOf(floe)).toEqual(
        expect.arrayContaining([
          protocolTexts.eventIdMismatch,
          protocolTexts.invalidEventSignature,
          refusal.wrongKind,
        ]),
      )
      await expectOneAnswer(scene, { event, id, session })
    },
  )

  test('behind copies of its content with one bit changed, each sealed anew', LONG, async (t) => {
    const scene = await startScene(t, generation)
    const { asker, floe, encrypt } = scene
    const to = floe.node.self.xonly
    const id = newMessageId()
    const session = asker.session(to, [1, 2])
    const { sign } = asker.types
    const text = plaintext(generation, id, sign, session)
    const seal = (content: string) =>
      asker.seal(to, sign, session, { id, fields: { content: encrypt(content) } })
    const left = placesOf(text, [
      id,
      /"sent_at":\d+/,
      /"content"(?=:null)/,
      ownNonces(asker.idx),
      OUR_CODE,
    ])
    const letters = lettersOfHex(text)
    const bits = bitsOf(text).filter(
      (bit) => !left.has(bit >> 3) && !((bit & 7) === 5 && letters.has(bit >> 3)),
    )
    const copies = function* (): Generator<NostrEvent> {
      for (const bit of bits) yield seal(flipped(text, bit))
    }
    await publishAll(scene, copies())
    expect(reasonsOf(floe)).toContain(protocolTexts.sessionIdMismatch)
    await expectOneAnswer(scene, { event: seal(text), id, session })
  })
})

/**
 * The places of parts of a request. Copies leave alone what can be changed in a good request: its id, the time
 * it was sent, the name of an optional field, and the asker's own nonces, which the session id does not cover.
 * And our code: with another one the asker gets an error, which is an answer.
 */
const placesOf = (text: string, parts: readonly (string | RegExp)[]): Set<number> =>
  new Set(
    parts.flatMap((part) => {
      const [found = ''] = typeof part === 'string' ? [part] : (part.exec(text) ?? [])
      return Array.from(found, (_, at) => text.indexOf(found) + at)
    }),
  )

/** The text before it shows that it is in the first set, which is ours. */
const OUR_CODE = /(?<=\{"idx":1,"entries":\[\{"hash_index":0,[^}]*"code":")[0-9a-f]{64}/
const ownNonces = (idx: number) => new RegExp(`\\{"idx":${idx},"entries":\\[[^\\]]*\\]`)

/** The places of letters in hex numbers, which mean the same in capitals. */
function lettersOfHex(text: string): Set<number> {
  const found = new Set<number>()
  for (const { 0: hex, index } of text.matchAll(/[0-9a-f]{64,}/g)) {
    for (let at = 0; at < hex.length; at += 1)
      if (/[a-f]/.test(hex[at] ?? '')) found.add(index + at)
  }
  return found
}

/** The reasons its log gives for what was dropped or refused. */
const reasonsOf = ({ entries }: FloeSigner): unknown[] =>
  entries.flatMap(({ data }) => (data as { reason?: unknown } | undefined)?.reason ?? [])

describe('over a relay that delivers everything three times', () => {
  test.each(protocolNames)(
    'Floe signs with Floe in %s, in either direction',
    LONG,
    async (generation) => {
      const t = { onTestFinished }
      const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
      // In simulated time nobody is late, so nobody is asked twice.
      const { time, startRelay } = simulateRelays(t)
      const relay = await startRelay()
      const start = (idx: number) =>
        startPeerFor(t, { ...credentialsIn(t, generation, keyset, idx), relays: [relay.url] })
      const [one, two] = [await start(1), await start(2)]
      relay.setFaults({ duplicate: 3 })
      expect(await time.until(one.node.ping(two.node.self.xonly))).toMatchObject({ success: true })
      for (const asker of [one, two]) {
        for (let round = 0; round < ROUNDS; round += 1) {
          const vectors = randomVectors(random, 1)
          const signed = await time.until(signByFloe(asker.node, vectors))
          expect(faultsOf(keyset.group.group_pk, vectors, signed)).toEqual([])
        }
      }
      const given = [...one.audited, ...two.audited].filter(
        ({ direction }) => direction === 'given',
      )
      expect(given).toHaveLength(2 * ROUNDS)
    },
  )

  test.each(protocolNames)(
    'each request of a device in %s is answered once',
    LONG,
    async (generation) => {
      const scene = await startScene({ onTestFinished }, generation)
      const { asker, floe, relay } = scene
      const to = floe.node.self.xonly
      relay.setFaults({ duplicate: 3 })
      for (let round = 1; round <= ROUNDS; round += 1) {
        const session = asker.session(to, [1, 2])
        const id = send(asker, to, asker.types.sign, session)
        await until(() => asker.validPartials(id, session) === 1)
        await asker.ping(to)
        expect(floe.audited).toHaveLength(round)
      }
    },
  )
})
