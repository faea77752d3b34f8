import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  ownerWarning,
  protocolTexts,
  refusal,
  store as storeTexts,
  v2Refusal,
} from '#contract/messages.ts'
import {
  NONCES_PER_PEER_MAX,
  V2_AGE_MAX_S,
  V2_AHEAD_MAX_S,
  V2_HASHES_MAX,
} from '#protocol/limits.ts'
import {
  type Message,
  type Nonce,
  type NonceEntry,
  nonceUnavailable,
  type SignSession,
} from '#protocol/v2/messages.ts'

import {
  NONCE_LIST_INTERVAL,
  NONCE_LISTS_AT_ONCE,
  NONCE_REFUSAL_INTERVAL,
  NONCE_REFUSALS_AT_ONCE,
  NONCE_REFUSALS_PER_PING,
} from '#signer/limits.ts'
import type { NonceStore } from '#signer/v2/nonce-store.ts'
import { StoreError } from '#store/errors.ts'
import { SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor, type V2Member, v2Group } from '../support/v2-group.ts'
import { lyingIn, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const hash = () => randomBytes(32).toString('hex')
const G = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

/** A Floe node with index 1, and a peer with index 2 that holds nonces of the node's. */
async function setUp(scope: Scope) {
  const group = await v2Group(scope, { threshold: 2, totalMembers: 3 })
  const floe = await group.start(1)
  const rogue = await startRogue(scope, group, 2)
  await rogue.ping(floe.xonly)
  return { group, floe, rogue }
}

async function startRogue(scope: Scope, group: Awaited<ReturnType<typeof v2Group>>, idx: number) {
  const rogue = await V2Rogue.start(group.keyset, idx, group.relay.url)
  scope.onTestFinished(() => rogue.stop())
  return rogue
}

/** What the log says of a request that was answered with silence. */
const reasonsOf = ({ entries }: V2Member): unknown[] =>
  entries.flatMap(({ data }) => (data as { reason?: unknown } | undefined)?.reason ?? [])

/** Sends a session and expects no answer, for a reason that the log names. */
async function expectSilence(
  { floe, rogue }: { floe: V2Member; rogue: V2Rogue },
  session: SignSession,
  reason: string,
): Promise<void> {
  const id = rogue.send(floe.xonly, { type: 'SignRequest', data: session })
  await until(() => reasonsOf(floe).includes(reason), { what: reason })
  expect(rogue.answersTo(id)).toEqual([])
}

/** Sends a session and expects to be told that its nonce is not available, and no more. */
async function expectUnavailable(
  { floe, rogue }: { floe: V2Member; rogue: V2Rogue },
  session: SignSession,
): Promise<void> {
  const answer = await rogue.ask(floe.xonly, { type: 'SignRequest', data: session })
  expect(answer).toMatchObject({ type: 'Error', data: nonceUnavailable })
  expect(reasonsOf(floe)).toContain(v2Refusal.nonceUnavailable)
}

/** An onboarding brings as many as there may be. */
async function hundredNonces({ floe, rogue }: { floe: V2Member; rogue: V2Rogue }) {
  const nonces = rogue.newNonces(1)
  const data = { version: 1, nonces } as const
  const answer = await rogue.ask(floe.xonly, { type: 'OnboardRequest', data })
  return answer.data.nonces as Nonce[]
}

test('an honest request is answered with valid partial signatures, each nonce once', async (t) => {
  const { floe, rogue } = await setUp(t)
  const session = rogue.session(1, rogue.take(floe.xonly, 3), [hash(), hash(), hash()])
  const answer = await rogue.ask(floe.xonly, { type: 'SignRequest', data: session })
  expect(answer).toMatchObject({ type: 'SignResponse', data: { idx: 1, sid: session.sid } })
  expect(answer.data.psigs).toHaveLength(3)
  await expectUnavailable({ floe, rogue }, session)
})

describe('no partial signature is given for', () => {
  test('a code that nobody was given', async (t) => {
    const at = await setUp(t)
    const [nonce] = at.rogue.take(at.floe.xonly, 1)
    const session = at.rogue.session(1, [{ ...present(nonce), code: hash() }], [hash()])
    await expectUnavailable(at, session)
  })

  test('a code that another peer was given', async (t) => {
    const at = await setUp(t)
    const other = await startRogue(t, at.group, 3)
    await other.ping(at.floe.xonly)
    const session = at.rogue.session(1, other.take(at.floe.xonly, 1), [hash()])
    await expectUnavailable(at, session)
  })

  test('two hashes with one code, which stays good for one hash', async (t) => {
    const at = await setUp(t)
    const [nonce] = at.rogue.take(at.floe.xonly, 1)
    const twice = at.rogue.session(1, [present(nonce), present(nonce)], [hash(), hash()])
    await expectSilence(at, twice, v2Refusal.nonceTwice)
    const once = at.rogue.session(1, [present(nonce)], [hash()])
    expect(await at.rogue.ask(at.floe.xonly, { type: 'SignRequest', data: once })).toMatchObject({
      type: 'SignResponse',
    })
  })

  test.for<[string, (nonce: Nonce) => Nonce]>([
    ['another hidden point', (nonce) => ({ ...nonce, hidden_pn: G })],
    ['another binder point', (nonce) => ({ ...nonce, binder_pn: G })],
    [
      'its points swapped',
      (nonce) => ({ ...nonce, hidden_pn: nonce.binder_pn, binder_pn: nonce.hidden_pn }),
    ],
  ])('our nonce with %s', async ([, change], t) => {
    const at = await setUp(t)
    const [nonce] = at.rogue.take(at.floe.xonly, 1)
    const session = at.rogue.session(1, [change(present(nonce))], [hash()])
    await expectSilence(at, session, v2Refusal.nonceMismatch)
  })

  test('an asker’s nonce that is no point; ours stays unspent', async (t) => {
    const at = await setUp(t)
    const [nonce] = at.rogue.take(at.floe.xonly, 1)
    const session = at.rogue.session(1, [present(nonce)], [hash()])
    const theirs = present(session.nonces.find(({ idx }) => idx === 2)?.entries[0])
    const honest = theirs.hidden_pn
    theirs.hidden_pn = `02${'ff'.repeat(32)}`
    await expectSilence(at, session, v2Refusal.nonceInvalid)
    theirs.hidden_pn = honest
    expect(await at.rogue.ask(at.floe.xonly, { type: 'SignRequest', data: session })).toMatchObject(
      { type: 'SignResponse' },
    )
  })

  type Refused = (at: Awaited<ReturnType<typeof setUp>>, session: SignSession) => Promise<void>
  const bad: [string, (entry: NonceEntry) => NonceEntry, Refused][] = [
    ['an unknown code', (entry) => ({ ...entry, code: hash() }), expectUnavailable],
    [
      'a point that is not ours',
      (entry) => ({ ...entry, hidden_pn: G }),
      (at, session) => expectSilence(at, session, v2Refusal.nonceMismatch),
    ],
  ]

  test.for(bad)(
    'a hundred hashes of which one has %s; no nonce is spent',
    async ([, change, expectRefused], t) => {
      const at = await setUp(t)
      const hashes = Array.from({ length: V2_HASHES_MAX }, hash)
      const session = at.rogue.session(1, await hundredNonces(at), hashes)
      const wrong = structuredClone(session)
      const ours = present(wrong.nonces.find(({ idx }) => idx === 1)).entries
      ours[70] = change(present(ours[70]))
      await expectRefused(at, wrong)
      const answer = await at.rogue.ask(at.floe.xonly, { type: 'SignRequest', data: session })
      expect(answer.data.psigs).toHaveLength(V2_HASHES_MAX)
    },
  )

  test('a hundred hashes, one of which has an asker’s nonce that is no point', async (t) => {
    const at = await setUp(t)
    const hashes = Array.from({ length: V2_HASHES_MAX }, hash)
    const session = at.rogue.session(1, await hundredNonces(at), hashes)
    const wrong = structuredClone(session)
    const theirs = present(wrong.nonces.find(({ idx }) => idx === 2)).entries
    present(theirs[99]).binder_pn = `03${'ff'.repeat(32)}`
    await expectSilence(at, wrong, v2Refusal.nonceInvalid)
    const answer = await at.rogue.ask(at.floe.xonly, { type: 'SignRequest', data: session })
    expect(answer.data.psigs).toHaveLength(V2_HASHES_MAX)
  })

  test('a peer that the owner does not allow to ask; it is told so', async (t) => {
    const { floe, rogue } = await setUp(t)
    floe.node.peers.setPolicy(rogue.xonly, { allowSend: true, allowReceive: false })
    const session = rogue.session(1, rogue.take(floe.xonly, 1), [hash()])
    const answer = await rogue.ask(floe.xonly, { type: 'SignRequest', data: session })
    expect(answer).toMatchObject({
      type: 'Error',
      data: { code: 'peer_denied', message: 'inbound sign denied by local policy' },
    })
    expect((await rogue.ping(floe.xonly)).policy_profile).toMatchObject({
      respond: { sign: false, ecdh: false, ping: true },
    })
    floe.node.peers.setPolicy(rogue.xonly, { allowSend: true, allowReceive: true })
    const again = await rogue.ask(floe.xonly, { type: 'SignRequest', data: session })
    expect(again.type).toBe('SignResponse')
  })
})

describe('a peer that asks with nonces that are not available', () => {
  test('is told so for as many as it can hold, then seldom, and its pings are answered', async (t) => {
    const clock = { now: Date.now() }
    const group = await v2Group(t, { threshold: 2, totalMembers: 3 })
    const floe = await group.start(1, { now: () => clock.now })
    const rogue = await startRogue(t, group, 2)
    const other = await startRogue(t, group, 3)
    await rogue.ping(floe.xonly)
    const [nonce] = rogue.take(floe.xonly, 1)
    /** Sends this many requests that are refused; returns how many of them are answered. */
    const answered = async (by: V2Rogue, count: number) => {
      const ids = Array.from({ length: count }, () => {
        const data = by.session(1, [{ ...present(nonce), code: hash() }], [hash()])
        return by.send(floe.xonly, { type: 'SignRequest', data })
      })
      await by.afterwards(floe.xonly)
      return ids.flatMap((id) => by.answersTo(id)).length
    }

    expect(await answered(rogue, 2 * NONCE_REFUSALS_AT_ONCE)).toBe(NONCE_REFUSALS_AT_ONCE)
    const pings = rogue.heard.filter(({ type }) => type === 'PingRequest').length
    expect(pings).toBeLessThanOrEqual(NONCE_REFUSALS_AT_ONCE / NONCE_REFUSALS_PER_PING)
    expect(await answered(other, 1)).toBe(1)
    clock.now += NONCE_REFUSAL_INTERVAL
    expect(await answered(rogue, 3)).toBe(1)
    // The nonces it has are as good as they were.
    const data = rogue.session(1, [present(nonce)], [hash()])
    expect(await rogue.ask(floe.xonly, { type: 'SignRequest', data })).toMatchObject({
      type: 'SignResponse',
    })
  })

  test('gets the same answer about each, whatever became of the nonce', async (t) => {
    const at = await setUp(t)
    const other = await startRogue(t, at.group, 3)
    await other.ping(at.floe.xonly)
    const [used, mine] = at.rogue.take(at.floe.xonly, 2)
    const request = (nonce: Nonce | undefined, changed: Partial<Nonce> = {}) => {
      const session = at.rogue.session(1, [{ ...present(nonce), ...changed }], [hash()])
      return { type: 'SignRequest', data: session } as const
    }
    await at.rogue.ask(at.floe.xonly, request(used))
    const answers = await Promise.all(
      [
        request(used),
        request(mine, { code: hash() }),
        request(other.take(at.floe.xonly, 1)[0]),
      ].map((message) => at.rogue.ask(at.floe.xonly, message)),
    )
    for (const { type, data } of answers) {
      expect({ type, data }).toEqual({ type: 'Error', data: nonceUnavailable })
    }
  })
})

describe('a message is not even read that', () => {
  const ping = (rogue: V2Rogue, to: string) =>
    ({ type: 'PingRequest', data: rogue.pingData(to) }) as const
  const now = () => Math.floor(Date.now() / 1000)

  test.for<[string, number, string]>([
    ['is too old', -V2_AGE_MAX_S - 5, v2Refusal.tooOld(V2_AGE_MAX_S)],
    ['comes from the future', V2_AHEAD_MAX_S + 5, v2Refusal.tooFarAhead(V2_AHEAD_MAX_S)],
  ])('%s', async ([, offset, reason], t) => {
    const { floe, rogue } = await setUp(t)
    const options = { sentAt: now() + offset }
    const id = rogue.send(floe.xonly, ping(rogue, floe.xonly), options)
    await until(() => reasonsOf(floe).includes(reason))
    expect(rogue.answersTo(id)).toEqual([])
  })

  test('was sent before, in an event of its own', async (t) => {
    const { floe, rogue } = await setUp(t)
    const { id } = await rogue.ask(floe.xonly, ping(rogue, floe.xonly))
    rogue.send(floe.xonly, ping(rogue, floe.xonly), { id })
    await until(() => reasonsOf(floe).includes(v2Refusal.replayed))
    expect(rogue.answersTo(id)).toHaveLength(1)
  })

  test('was answered before a restart', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 3 })
    const { folder, nonces, groupName } = noncesFor(t)
    const before = await group.start(1, { v2: { nonces, groupName } })
    const rogue = await startRogue(t, group, 2)
    await rogue.ping(before.xonly)
    const session = rogue.session(1, rogue.take(before.xonly, 1), [hash()])
    const request = { type: 'SignRequest', data: session } as const
    const { id } = await rogue.ask(before.xonly, request)
    await before.node.stop()
    const floe = await group.start(1, { v2: noncesFor(t, folder) })
    rogue.send(floe.xonly, request, { id })
    // What it spent is gone, under whatever id it is sent.
    await until(() => reasonsOf(floe).includes(v2Refusal.nonceUnavailable))
    await until(() => rogue.answersTo(id).length === 2)
    expect(rogue.answersTo(id)[1]).toMatchObject({ type: 'Error', data: nonceUnavailable })
  })

  test('is for us and for another', async (t) => {
    const { group, floe, rogue } = await setUp(t)
    const tags = [
      ['p', floe.xonly],
      ['p', group.xonly(3)],
    ]
    rogue.send(floe.xonly, ping(rogue, floe.xonly), { fields: { tags } })
    await until(() => reasonsOf(floe).includes(v2Refusal.recipients))
  })

  test('is encrypted with the padding that base64 has elsewhere', async (t) => {
    const { floe, rogue } = await setUp(t)
    const message = (codes: number) => {
      const data = rogue.pingData(floe.xonly, Array.from({ length: codes }, hash))
      return { type: 'PingRequest', data } as const
    }
    const contents = [0, 1, 2, 4, 8].map((codes) => rogue.seal(floe.xonly, message(codes)).content)
    const unpadded = present(contents.find((content) => content.length % 4 !== 0))
    const content = unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, '=')
    rogue.send(floe.xonly, message(0), { fields: { content } })
    await until(() => reasonsOf(floe).includes(refusal.decryption))
  })
})

describe('while its nonces can’t be written down', () => {
  /** A store that fails at one operation, as on a full disk, as long as it is told to. */
  const failing = (
    scope: Scope,
    method: keyof NonceStore,
    problem: Error = new Error('disk full'),
  ) => {
    const kept = noncesFor(scope)
    const disk = { isFull: false }
    const nonces: typeof kept.nonces = (identity) =>
      new Proxy(kept.nonces(identity), {
        get: (target, name) => {
          if (name === method && disk.isFull) {
            return () => {
              throw problem
            }
          }
          return Reflect.get(target, name).bind(target)
        },
      })
    return { disk, v2: { ...kept, nonces } }
  }

  test.for<keyof NonceStore>(['spend', 'note'])(
    'a signer answers nothing and says so, until they can: %s',
    async (method, t) => {
      const { disk, v2 } = failing(t, method)
      const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
      const floe = await group.start(1, { v2 })
      const rogue = await startRogue(t, group, 2)
      await rogue.ping(floe.xonly)
      const session = rogue.session(1, rogue.take(floe.xonly, 1), [hash()])
      disk.isFull = true
      await expectSilence({ floe, rogue }, session, protocolTexts.nodeError)
      expect(floe.node.warnings.list).toEqual([ownerWarning.noncesFailing])
      expect(floe.audited).toEqual([])
      disk.isFull = false
      const answer = await rogue.ask(floe.xonly, { type: 'SignRequest', data: session })
      expect(answer.type).toBe('SignResponse')
      expect(floe.node.warnings.list).toEqual([])
    },
  )

  test('a signer asks for nothing with a nonce that it might use again', async (t) => {
    const { disk, v2 } = failing(t, 'keepPeerNonces')
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1, { v2 })
    const rogue = await startRogue(t, group, 2)
    await until(async () => (await floe.node.ping(rogue.xonly)).success)
    disk.isFull = true
    expect(await floe.node.sign(SIGNING, hash())).toMatchObject({ ok: false })
    expect(rogue.heard.filter(({ type }) => type === 'SignRequest')).toEqual([])
    expect(floe.node.warnings.list).toEqual([ownerWarning.noncesFailing])
    disk.isFull = false
    expect(await floe.node.sign(SIGNING, hash())).toMatchObject({ ok: true })
    expect(floe.node.warnings.list).toEqual([])
  })

  test('a signer still gets the signature that came with them, and says so', async (t) => {
    const { disk, v2 } = failing(t, 'keepPeerNonces')
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1, { v2 })
    const rogue = await startRogue(t, group, 2)
    await until(async () => (await floe.node.ping(rogue.xonly)).success)
    rogue.conduct = lyingIn('SignResponse', (answer) => {
      disk.isFull = true
      return { ...answer, replenish: rogue.newNonces(5) }
    })
    expect(await floe.node.sign(SIGNING, hash())).toMatchObject({ ok: true })
    expect(floe.node.warnings.list).toEqual([ownerWarning.noncesFailing])
  })

  test.for<keyof NonceStore>(['unspent', 'peerNonces'])(
    'or read, a signer that is asked for a signature fails, and says so: %s',
    async (method, t) => {
      const { disk, v2 } = failing(t, method)
      disk.isFull = true
      const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
      const floe = await group.start(1, { v2 })
      const rogue = await startRogue(t, group, 2)
      rogue.send(floe.xonly, { type: 'PingRequest', data: rogue.pingData(floe.xonly) })
      await until(() => floe.node.peers.get(rogue.xonly)?.protocols.has('2026') === true)
      expect(await floe.node.sign(SIGNING, hash())).toEqual({
        ok: false,
        why: { error: protocolTexts.nodeError },
      })
      expect(floe.node.warnings.list).toEqual([ownerWarning.noncesFailing])
    },
  )

  test('for want of room, whoever asks and the owner are told the same sentence', async (t) => {
    const full = new StoreError('FULL', storeTexts.full('/data'))
    const { disk, v2 } = failing(t, 'keepPeerNonces', full)
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1, { v2 })
    const rogue = await startRogue(t, group, 2)
    await until(async () => (await floe.node.ping(rogue.xonly)).success)
    disk.isFull = true

    const outcome = await floe.node.sign(SIGNING, hash())

    expect(outcome).toMatchObject({ ok: false, why: { error: full.message }, code: 'notPersisted' })
    expect(floe.node.warnings.list).toEqual([full.message])
  })
})

describe('a peer that asks for nonces again and again', () => {
  /** Floe's clock stands still. */
  const atRest = async (scope: Scope) => {
    const clock = { now: Date.now() }
    const group = await v2Group(scope, { threshold: 2, totalMembers: 3 })
    const floe = await group.start(1, { now: () => clock.now })
    const rogue = await startRogue(scope, group, 2)
    const brought = async (held: readonly string[] = []) =>
      (await rogue.ping(floe.xonly, held)).advertised_nonces.map(({ code }) => code)
    return { clock, group, floe, rogue, brought }
  }

  test('gets all of them a few times, then seldom, but always an answer', async (t) => {
    const { clock, group, floe, brought } = await atRest(t)
    const all = await brought()
    expect(all).toHaveLength(NONCES_PER_PEER_MAX)
    for (let more = NONCE_LISTS_AT_ONCE - 1; more > 0; more -= 1) {
      expect(await brought()).toEqual(all)
    }
    for (let more = 3; more > 0; more -= 1) expect(await brought()).toEqual([])
    const other = await startRogue(t, group, 3)
    expect((await other.ping(floe.xonly)).advertised_nonces).toHaveLength(NONCES_PER_PEER_MAX)
    clock.now += NONCE_LIST_INTERVAL
    expect(await brought()).toEqual(all)
    expect(await brought()).toEqual([])
  })

  test('gets them whenever it has lost them, however often it said that it had some', async (t) => {
    const { brought } = await atRest(t)
    const all = await brought()
    for (let more = 2 * NONCE_LISTS_AT_ONCE; more > 0; more -= 1) {
      expect(await brought(all)).toEqual([])
    }
    expect(await brought()).toEqual(all)
  })

  test('gets none by asking to be taken in', async (t) => {
    const { clock, floe, rogue, brought } = await atRest(t)
    for (let more = NONCE_LISTS_AT_ONCE; more > 0; more -= 1) {
      expect(await hundredNonces({ floe, rogue })).toHaveLength(NONCES_PER_PEER_MAX)
    }
    const data = { version: 1, nonces: rogue.newNonces(1) } as const
    const id = rogue.send(floe.xonly, { type: 'OnboardRequest', data })
    await until(() => reasonsOf(floe).includes(refusal.rateLimited))
    expect(rogue.answersTo(id)).toEqual([])
    expect(await brought()).toEqual([])
    clock.now += NONCE_LIST_INTERVAL
    expect(await hundredNonces({ floe, rogue })).toHaveLength(NONCES_PER_PEER_MAX)
  })
})

test('a warning says when a peer’s clock is too far ahead for it to be heard', async (t) => {
  const { floe, rogue } = await setUp(t)
  const ahead = Math.floor(Date.now() / 1000) + V2_AHEAD_MAX_S + 10
  for (let n = 0; n < 3; n += 1) {
    const message = { type: 'PingRequest', data: rogue.pingData(floe.xonly) } as const
    rogue.send(floe.xonly, message, { sentAt: ahead, fields: { created_at: ahead } })
  }
  await until(() => floe.node.warnings.list.length > 0)
  expect(floe.node.warnings.list).toEqual([
    expect.stringMatching(/clock of device .* ahead of ours/),
  ])
})

describe('a request that our owner allows once it is too old', () => {
  type Asked = (at: { rogue: V2Rogue; floe: V2Member }) => () => Message
  const signature: Asked = ({ rogue, floe }) => {
    const [wanted, theirs] = [hash(), rogue.take(floe.xonly, 1)]
    return () => ({ type: 'SignRequest', data: rogue.session(1, theirs, [wanted]) })
  }
  const keyExchange: Asked = () => {
    const entries = [{ ecdh_pk: G.slice(2), keyshare: G }]
    return () => ({ type: 'EcdhRequest', data: { idx: 2, members: [1, 2], entries } })
  }

  test.for<[string, 'sign' | 'ecdh', Asked]>([
    ['a signature, and spends no nonce', 'sign', signature],
    ['a key exchange', 'ecdh', keyExchange],
  ])('gets no answer: %s', async ([, operation, asked], t) => {
    let passed = 0
    const group = await v2Group(t, { threshold: 2, totalMembers: 3 })
    const floe = await group.start(1, { now: () => Date.now() + passed })
    const rogue = await startRogue(t, group, 2)
    await rogue.ping(floe.xonly)
    const { ruleSet, approvals, answer } = floe.rules
    ruleSet.add({ whom: { door: 'peer' }, operation, verdict: 'ask', for: 'ever' })
    const request = asked({ rogue, floe })
    const id = rogue.send(floe.xonly, request())
    await until(() => approvals.list().length > 0, { what: 'the question' })
    const [question] = approvals.list()

    passed = (V2_AGE_MAX_S + 1) * 1_000
    answer(present(question).id, { verdict: 'allow' })

    const tooOld = v2Refusal.tooOld(V2_AGE_MAX_S)
    const isRefused = () => reasonsOf(floe).includes(tooOld)
    await until(() => isRefused() || rogue.answersTo(id).length > 0, { what: tooOld })
    expect(rogue.answersTo(id)).toEqual([])
    // The owner's answer stands for one that is sent again.
    passed = 0
    expect((await rogue.ask(floe.xonly, request())).type).toMatch(/^(Sign|Ecdh)Response$/)
  })
})
