import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { v2Refusal } from '#contract/messages.ts'
import { eventId, serializeEvent } from '#nostr/event.ts'
import { EVENT_SESSION, eventContent } from '#protocol/v2/event-session.ts'
import type { Message, Nonce, SignSession } from '#protocol/v2/messages.ts'
import { createSession } from '#protocol/v2/session.ts'
import { startAsker } from '../support/asker.ts'
import { GENERATOR, hexOfPoint, multiply } from '../support/curve.ts'
import type { FloeSigner, FloeSignerOptions } from '../support/floe-signer.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { newHash } from '../support/new-hash.ts'
import { PATIENT } from '../support/patient.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { meet, v2Group } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'

const [FRIEND, STRANGER] = [2n, 3n].map((scalar) => hexOfPoint(multiply(scalar, GENERATOR)))
const xonly = (point = ''): string => point.slice(2)

/** Milliseconds that a genuine node waits for an answer that never comes. */
const NEVER = 500

/** Peers get notes signed, and keys exchanged with one friend; nothing else. */
function layDown({ rules: { ruleSet } }: FloeSigner): void {
  const whom = { door: 'peer' } as const
  const forever = { for: 'ever' } as const
  ruleSet.add({ whom, verdict: 'refuse', ...forever })
  ruleSet.add({ whom, operation: 'sign', kinds: [1], verdict: 'allow', ...forever })
  ruleSet.add({
    whom,
    operation: 'ecdh',
    counterparty: xonly(FRIEND),
    verdict: 'allow',
    ...forever,
  })
}

/** A Floe node with these rules, and a member with a share that tries what it likes in 2026. */
async function setUp(scope: Scope, options: Pick<FloeSignerOptions, 'onAudit'> = {}) {
  const group = await v2Group(scope, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1, { v1Mode: 'answer', ...options })
  const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
  scope.onTestFinished(() => rogue.stop())
  await rogue.ping(floe.xonly)
  const pubkey = rogue.group.group_pk
  const eventOf = (kind: number) => {
    const content = randomBytes(8).toString('hex')
    const event = { pubkey, created_at: 1_700_000_000, kind, tags: [], content }
    return { hash: eventId(event), line: serializeEvent(event) }
  }
  /** A session over hashes, with the kind and the content that the test wants. */
  const session = (
    hashes: readonly string[],
    says: { kind?: string; content?: string | null } = {},
    theirs: readonly Nonce[] = rogue.take(floe.xonly, hashes.length),
  ): SignSession => {
    const nonces = new Map([
      [1, theirs],
      [2, rogue.newNonces(hashes.length)],
    ])
    return createSession(rogue.group, hashes, nonces, {
      stamp: Math.floor(Date.now() / 1000),
      ...says,
    })
  }
  const shown = (events: readonly { hash: string; line: string }[], theirs?: readonly Nonce[]) =>
    session(
      events.map(({ hash }) => hash),
      { kind: EVENT_SESSION, content: eventContent(events.map(({ line }) => line)) },
      theirs,
    )
  /** When a ping is answered, all that was sent before it is handled. */
  const afterwards = async () => {
    const held = rogue.held.get(floe.xonly) ?? []
    const codes = held.map(({ code }) => code)
    const { advertised_nonces } = await rogue.ping(floe.xonly, codes)
    rogue.held.set(floe.xonly, [...held, ...advertised_nonces])
  }
  /** Sends a request. @returns the types of its answers, or an error's code */
  const tryOut = async (message: Message) => {
    const id = rogue.send(floe.xonly, message)
    await until(() => rogue.answersTo(id).length > 0)
    await afterwards()
    return rogue.answersTo(id).map(({ type, data }) => (type === 'Error' ? data.code : type))
  }
  const sign = (data: SignSession) => tryOut({ type: 'SignRequest', data })
  /** Sends a request that may get no answer. @returns what answers it once it is handled */
  const signInVain = async (data: SignSession) => {
    const id = rogue.send(floe.xonly, { type: 'SignRequest', data })
    await afterwards()
    return rogue.answersTo(id)
  }
  const exchange = (...keys: string[]) => {
    const entries = keys.map((key) => ({ ecdh_pk: xonly(key), keyshare: FRIEND ?? '' }))
    return tryOut({ type: 'EcdhRequest', data: { idx: 2, members: [1, 2], entries } })
  }
  return {
    group,
    floe,
    rogue,
    eventOf,
    session,
    shown,
    sign,
    exchange,
    signInVain,
    tryOut,
    afterwards,
  }
}

test('A peer of 2026 gets no partial signature outside the rules, whatever it tries', async (t) => {
  const { group, floe, rogue, eventOf, session, shown, sign, signInVain, tryOut } = await setUp(t)
  layDown(floe)
  const [note, profile] = [eventOf(1), eventOf(0)]
  const denied = ['peer_denied']

  expect(await sign(shown([profile]))).toEqual(denied)
  expect(await sign(session([profile.hash]))).toEqual(denied)
  expect(await sign(session([profile.hash], { content: eventContent([note.line]) }))).toEqual(
    denied,
  )
  const wrapped = { kind: 'message', content: eventContent([profile.line]) }
  expect(await sign(session([profile.hash], wrapped))).toEqual(denied)
  // What is shown must be what is signed; this is no refusal by rule, and gets no answer.
  const other = { kind: EVENT_SESSION, content: eventContent([note.line]) }
  expect(await signInVain(session([profile.hash], other))).toEqual([])

  const batch = Array.from({ length: 50 }, () => eventOf(1))
  expect(await sign(shown(batch.with(25, eventOf(0))))).toEqual(denied)

  const nonces = { version: 1, nonces: rogue.newNonces(3) } as const
  expect(await tryOut({ type: 'OnboardRequest', data: nonces })).toEqual(denied)
  expect(await sign(shown([profile]))).toEqual(denied)

  const older = await startAsker['1.x']({ keyset: group.keyset, idx: 2, relay: group.relay.url })
  t.onTestFinished(() => older.stop())
  await older.meet(floe.xonly)
  for (const hashes of [1, 100]) {
    const asked = older.session(floe.xonly, [1, 2], hashes)
    older.publish(older.seal(floe.xonly, older.types.sign, asked))
  }
  await older.ping(floe.xonly)

  const allSessions = rogue.heard.filter(({ type }) => type === 'SignResponse')
  expect(allSessions).toEqual([])
  expect(floe.audited).toEqual([])
  expect(older.answers().filter(({ data }) => String(data).includes('psigs'))).toEqual([])

  expect(await sign(shown([note]))).toEqual(['SignResponse'])
  expect(floe.audited).toMatchObject([{ direction: 'given', kinds: [1], by: 'rule 2' }])
})

test('A refusal spends no nonce, and what was refused stays so when it is sent again', async (t) => {
  const { floe, rogue, eventOf, shown, sign, afterwards } = await setUp(t)
  layDown(floe)
  const profile = eventOf(0)
  const theirs = rogue.take(floe.xonly, 1)
  const request: Message = { type: 'SignRequest', data: shown([profile], theirs) }
  const event = rogue.seal(floe.xonly, request, { id: 'the-same' })
  rogue.publish(event)
  await until(() => rogue.answersTo('the-same').length === 1)

  floe.rules.ruleSet.add({
    whom: { door: 'peer', id: rogue.xonly },
    operation: 'sign',
    verdict: 'allow',
    for: 'ever',
  })
  rogue.publish(event)
  rogue.publish(rogue.seal(floe.xonly, request, { id: 'the-same' }))
  await afterwards()
  expect(rogue.answersTo('the-same')).toHaveLength(1)

  expect(await sign(shown([profile], theirs))).toEqual(['SignResponse'])
  expect(await sign(shown([eventOf(1)], theirs))).toEqual(['nonce_unavailable'])
})

test('A peer of 2026 gets no key share outside the rules, not even beside one within', async (t) => {
  const { floe, rogue, exchange } = await setUp(t)
  layDown(floe)
  const [friend = '', stranger = ''] = [FRIEND, STRANGER]
  expect(await exchange(stranger)).toEqual(['peer_denied'])
  expect(await exchange(friend, stranger)).toEqual(['peer_denied'])
  expect(await exchange(friend)).toEqual(['EcdhResponse'])
  expect(rogue.heard.filter(({ type }) => type === 'EcdhResponse')).toHaveLength(1)
})

test('A genuine peer of 1.x gets nothing signed unseen, and exchanges only with whom it may', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1, { v1Mode: 'answer' })
  const genuine = await GenuinePeer.start({
    group: group.keyset.groupCredential,
    share: group.keyset.shareCredentials[1] ?? '',
    relays: [group.relay.url],
    patience: PATIENT.request,
  })
  t.onTestFinished(() => genuine.stop())
  await until(async () => (await genuine.ping(floe.xonly)).ok)
  layDown(floe)

  const withFriend = await genuine.ecdh(FRIEND ?? '', [floe.xonly])
  await genuine.waitFor(NEVER)
  const [signed, batch, withStranger] = await Promise.all([
    genuine.sign([[newHash()]], [floe.xonly]),
    genuine.sign(
      Array.from({ length: 100 }, () => [newHash()]),
      [floe.xonly],
    ),
    genuine.ecdh(STRANGER ?? '', [floe.xonly]),
  ])
  await genuine.waitFor(PATIENT.request)
  // Floe takes what one peer sends in turn: by then it has seen all requests.
  expect(await genuine.ping(floe.xonly)).toMatchObject({ ok: true })
  expect([signed.ok, batch.ok, withStranger.ok, withFriend.ok]).toEqual([false, false, false, true])
  expect(floe.audited).toEqual([])
  expect(floe.node.peers.get(group.xonly(2))?.partialSignatures).toBe(0)
  const logged = floe.entries.map(({ message }) => message).join('\n')
  expect(logged).toContain('Request /sign/req rejected: Refused by rule 1')
})

test('A Floe peer shows what it asks for, and is refused in so many words', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1)
  const peer = await group.start(2)
  await meet(floe, peer)
  layDown(floe)
  const pubkey = peer.node.group.pubkey.slice(2)
  const sign = (kind: number) => {
    const event = { pubkey, created_at: 1_700_000_000, kind, tags: [], content: newHash() }
    return peer.node.sign(SIGNING, eventId(event), [], serializeEvent(event))
  }
  expect(await sign(1)).toMatchObject({ ok: true })
  const refused = { ok: false, why: { error: v2Refusal.peerDenied } }
  expect(await sign(0)).toMatchObject(refused)
  expect(await peer.node.sign(SIGNING, newHash())).toMatchObject(refused)
  expect(await peer.node.ecdh(EXCHANGING, STRANGER ?? '')).toMatchObject(refused)
  expect(await sign(1)).toMatchObject({ ok: true })
})

test('A question holds up nothing else, and is joined by whoever asks for the same again', async (t) => {
  const { floe, rogue, eventOf, shown, sign, signInVain, afterwards } = await setUp(t)
  layDown(floe)
  const whom = { door: 'peer' } as const
  floe.rules.ruleSet.add({ whom, operation: 'sign', kinds: [0], verdict: 'ask', for: 'ever' })
  const profile = eventOf(0)
  const theirs = rogue.take(floe.xonly, 1)
  expect(await signInVain(shown([profile], theirs))).toEqual([])
  expect(floe.rules.approvals.list()).toMatchObject([
    { asked: { operation: 'sign', parts: [{ event: { kind: 0, tags: [] } }] } },
  ])
  expect(await sign(shown([eventOf(1)]))).toEqual(['SignResponse'])

  const again = rogue.send(floe.xonly, { type: 'SignRequest', data: shown([profile]) })
  await afterwards()
  const [question, ...more] = floe.rules.approvals.list()
  expect(more).toEqual([])
  floe.rules.answer(question?.id ?? '', { verdict: 'allow' })
  await until(() => rogue.answersTo(again).length > 0)
  expect(rogue.answersTo(again)).toMatchObject([{ type: 'SignResponse' }])

  // The nonce of the first request was not spent, and the owner's answer stands for that request as well.
  expect(await sign(shown([profile], theirs))).toEqual(['SignResponse'])
  expect(floe.audited.map(({ by }) => by)).toEqual(['rule 2', 'answer', 'answer'])
})

test('Nothing of what is under way leaves once everything is stopped', async (t) => {
  let isFirst = true
  const { group, floe, rogue, eventOf, shown, sign, afterwards } = await setUp(t, {
    // What a peer may see is recorded before it is sent.
    onAudit: () => {
      if (isFirst) floe.rules.stop.stop()
      isFirst = false
    },
  })
  const requests = Array.from({ length: 16 }, (_, n) => {
    const message = { type: 'SignRequest', data: shown([eventOf(1)]) } as const
    return rogue.seal(floe.xonly, message, { id: `request ${n}` })
  })
  for (const request of requests) group.relay.inject(request)
  await until(() => floe.audited.length > 0)
  await afterwards()

  expect(floe.audited).toHaveLength(1)
  expect(rogue.heard.filter(({ type }) => type === 'SignResponse')).toEqual([])
  expect(await sign(shown([eventOf(1)]))).toEqual(['peer_denied'])

  floe.rules.stop.lift()
  expect(await sign(shown([eventOf(1)]))).toEqual(['SignResponse'])
})
