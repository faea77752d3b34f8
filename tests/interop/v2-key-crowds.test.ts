import { describe, expect, test } from 'vitest'
import { refusal } from '#contract/messages.ts'
import { answeredOneByOne, type EcdhPackage } from '#protocol/v2/messages.ts'
import { EXCHANGES_ALONE_AT_ONCE } from '#signer/limits.ts'
import type { ExchangeRecord } from '#signer/protocol-log.ts'
import { GENERATOR, hexOfPoint, multiply, pointOfHex } from '../support/curve.ts'
import type { FloeSignerOptions } from '../support/floe-signer.ts'
import { EXCHANGING, openRules, permitFor } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { meet, type V2Member, v2Group } from '../support/v2-group.ts'
import { type Conduct, type Heard, lyingIn, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const SECRET_KEY = '5'.repeat(64)
const KIND = 20_000
const whom = { door: 'peer' } as const
const forever = { for: 'ever' } as const
const xonly = (point: string): string => point.slice(2)

let lastKey = 1_000n
/** Keys that nobody has met, with an even y. */
const newKeys = (count: number): string[] =>
  Array.from({ length: count }, () => {
    lastKey += 1n
    return `02${xonly(hexOfPoint(multiply(lastKey, GENERATOR)))}`
  })

/** What the group shares with a key, from the definition. */
const sharedWith = (key: string): string =>
  hexOfPoint(multiply(BigInt(`0x${SECRET_KEY}`), pointOfHex(key)))

const allRight = (keys: readonly string[]) =>
  keys.map((key) => ({ ok: true, secret: sharedWith(key) }))

/** An asker, and the members that it may ask: Floes, or devices that do what the test tells them. */
async function setUp(
  scope: Scope,
  options: Partial<FloeSignerOptions> = {},
  /** Whether time is simulated: where an answer does not come, or takes its time. */
  { isSimulated = false }: { isSimulated?: boolean } = {},
) {
  const group = await v2Group(scope, { threshold: 2, totalMembers: 3, secretKey: SECRET_KEY })
  const time = isSimulated ? simulateTimeOver(scope, [group.relay]) : undefined
  const within = <T>(promise: Promise<T>): Promise<T> => time?.until(promise) ?? promise
  const floe = await group.start(1, options)
  const given: ExchangeRecord[] = []
  const startFloe = async (idx: number) => {
    const peer = await group.start(idx, { auditExchange: (record) => void given.push(record) })
    await meet(floe, peer)
    return peer
  }
  const startRogue = async (idx: number) => {
    const rogue = await V2Rogue.start(group.keyset, idx, group.relay.url)
    scope.onTestFinished(() => rogue.stop())
    await until(async () => (await floe.node.ping(rogue.xonly)).success)
    return rogue
  }
  let messages = 0
  group.relay.onEvent(({ kind }) => {
    messages += kind === KIND ? 1 : 0
  })
  const exchange = (keys: readonly string[], permit = EXCHANGING) =>
    Promise.all(keys.map((key) => floe.node.ecdh(permit, key)))
  /** From then on, Floe knows that these peers answer for several keys, and asks only them. */
  const acquaint = async (...peers: { xonly: string }[]) => {
    const others = floe.node.peers.all
    const mayAsk = (wanted: (xonly: string) => boolean) => {
      for (const { xonly: id } of others) {
        floe.node.peers.setPolicy(id, { allowSend: wanted(id), allowReceive: true })
      }
    }
    for (const peer of peers) {
      mayAsk((id) => id === peer.xonly)
      expect(await within(exchange(newKeys(1)))).toMatchObject([{ ok: true }])
    }
    mayAsk((id) => peers.some((peer) => peer.xonly === id))
    given.length = 0
    messages = 0
  }
  return {
    ...{ group, floe, given, startFloe, startRogue, exchange, acquaint, within },
    messages: () => messages,
  }
}

/** The keys of each request for more than two that a member got. */
const crowdsHeardBy = (rogue: V2Rogue): string[][] =>
  rogue.heard
    .filter(({ type }) => type === 'EcdhRequest')
    .map(({ data }) => (data as EcdhPackage).entries.map(({ ecdh_pk }) => ecdh_pk))
    .filter(({ length }) => length > 2)

describe('A crowd of key exchanges', () => {
  test('takes few messages, comes out right, and is in the owner’s audit key by key', async (t) => {
    const { startFloe, exchange, acquaint, given, messages } = await setUp(t)
    const peer = await startFloe(2)
    await acquaint(peer)
    const keys = newKeys(100)

    expect(await exchange(keys)).toEqual(allRight(keys))

    expect(messages()).toBeLessThanOrEqual(30)
    expect(given.map((record) => record.keys).toSorted()).toEqual(
      keys.map((key) => [xonly(key)]).toSorted(),
    )
  })

  test('goes to a device of another make in lists as well, each with one key more', async (t) => {
    const { startRogue, exchange, acquaint } = await setUp(t)
    const rogue = await startRogue(2)
    await acquaint(rogue)
    const keys = newKeys(40)

    expect(await exchange(keys)).toEqual(allRight(keys))

    const crowds = crowdsHeardBy(rogue)
    expect(crowds.length).toBeGreaterThan(0)
    const known = new Set(keys.map(xonly))
    for (const crowd of crowds) {
      expect(crowd.slice(0, -1).every((key) => known.has(key))).toBe(true)
      expect(known.has(present(crowd.at(-1)))).toBe(false)
    }
  })

  test('is not sent together to a member that has never answered for two keys', async (t) => {
    const { startRogue, exchange } = await setUp(t)
    const rogue = await startRogue(2)
    const keys = newKeys(20)
    expect(await exchange(keys)).toEqual(allRight(keys))
    const [first] = rogue.heard.filter(({ type }) => type === 'EcdhRequest')
    expect((present(first).data as EcdhPackage).entries).toHaveLength(2)
  })

  test('is done one by one with a member that does not answer for many, and not tried again at once', async (t) => {
    const { startRogue, exchange, acquaint, within } = await setUp(t, {}, { isSimulated: true })
    const rogue = await startRogue(2)
    await acquaint(rogue)
    rogue.conduct = (request, honest) =>
      request.type === 'EcdhRequest' && (request.data as EcdhPackage).entries.length > 2
        ? null
        : honest()
    const [keys, later] = [newKeys(8), newKeys(8)]

    expect(await within(exchange(keys))).toEqual(allRight(keys))
    const tried = crowdsHeardBy(rogue).length
    expect(tried).toBeGreaterThan(0)
    expect(await within(exchange(later))).toEqual(allRight(later))
    expect(crowdsHeardBy(rogue).length).toBe(tried)
  })

  test('is done even if the keys that are not answered one by one get no answer', async (t) => {
    const { startRogue, exchange, acquaint, within } = await setUp(t, {}, { isSimulated: true })
    const rogue = await startRogue(2)
    await acquaint(rogue)
    const isCrowd = ({ type, data }: Heard) =>
      type === 'EcdhRequest' && (data as EcdhPackage).entries.length > 2
    rogue.conduct = (request, honest) => {
      if (!isCrowd(request)) return honest()
      const [first] = (request.data as EcdhPackage).entries
      const isFirst = rogue.heard.filter(isCrowd).every(({ id }) => id === request.id)
      return isFirst ? { type: 'Error', data: answeredOneByOne([present(first).ecdh_pk]) } : null
    }
    const keys = newKeys(8)

    expect(await within(exchange(keys))).toEqual(allRight(keys))
    expect(crowdsHeardBy(rogue).length).toBeGreaterThan(1)
  })
})

describe('A crowd of key exchanges with a device that takes its time', () => {
  const EACH = 150
  /** One key at a time, each request once and after the one before, and no answer to what would be more. */
  const slowly = (): Conduct => {
    const known = new Set<string>()
    let last = Promise.resolve()
    return async (request, honest) => {
      if (request.type !== 'EcdhRequest') return honest()
      if (known.has(request.id) || (request.data as EcdhPackage).entries.length > 2) return null
      known.add(request.id)
      // Not Node's own promise of a time-out, which can't be simulated.
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, EACH)))
      await last
      return honest()
    }
  }

  test('is done all the same, though all of it takes longer than an answer may', async (t) => {
    const request = 4_000
    const options = { timings: { request } }
    const { startRogue, exchange, within } = await setUp(t, options, { isSimulated: true })
    const rogue = await startRogue(2)
    rogue.conduct = slowly()
    const keys = newKeys(Math.ceil((1.5 * request) / EACH))
    expect(await within(exchange(keys))).toEqual(allRight(keys))
  })

  test('is done except for keys that its owner is asked about, however many these are', async (t) => {
    const options = { timings: { request: 4_000 } }
    const { startRogue, exchange, within } = await setUp(t, options, { isSimulated: true })
    const rogue = await startRogue(2)
    const [held, free] = [newKeys(EXCHANGES_ALONE_AT_ONCE), newKeys(12)]
    const isHeld = ({ data }: { data: EcdhPackage }) =>
      data.entries.some(({ ecdh_pk }) => held.some((key) => xonly(key) === ecdh_pk))
    rogue.conduct = (request, honest) =>
      request.type === 'EcdhRequest' && isHeld(request) ? null : honest()
    const [asked, others] = [exchange(held), exchange(free)]
    expect(await within(others)).toEqual(allRight(free))
    expect(await within(asked)).toEqual(
      held.map(() => expect.objectContaining({ code: 'timeout' })),
    )
  })
})

describe('The rules of a peer’s owner hold for each key of a crowd', () => {
  test('one that is refused is, one that the owner is asked about waits, the others don’t', async (t) => {
    const { startFloe, exchange, acquaint, given } = await setUp(t)
    const peer = await startFloe(2)
    await acquaint(peer)
    const keys = newKeys(40)
    const [forbidden = '', asked = ''] = [keys[20], keys[30]]
    const free = keys.filter((key) => key !== forbidden && key !== asked)
    const { ruleSet, approvals, answer } = peer.rules
    // As many as there are, each counted once, and one for the key that the owner allows.
    const limit = { count: free.length, per: 'hour', beyond: 'refuse' } as const
    ruleSet.add({ whom, operation: 'ecdh', verdict: 'allow', limit, ...forever })
    const about = (key: string) => ({ whom, operation: 'ecdh', counterparty: xonly(key) }) as const
    ruleSet.add({ ...about(forbidden), verdict: 'refuse', ...forever })
    ruleSet.add({ ...about(asked), verdict: 'ask', ...forever })

    const [others, refused, waiting] = [exchange(free), exchange([forbidden]), exchange([asked])]
    expect(await others).toEqual(allRight(free))
    expect(await refused).toMatchObject([{ ok: false }])
    await until(() => approvals.list().length > 0)
    expect(approvals.list().map((question) => question.asked.parts)).toEqual([
      [{ counterparty: xonly(asked) }],
    ])
    answer(approvals.list()[0]?.id ?? '', { verdict: 'allow' })
    expect(await waiting).toEqual(allRight([asked]))

    const counted = given.map((record) => record.keys).toSorted()
    expect(counted).toEqual([...free, asked].map((key) => [xonly(key)]).toSorted())
    expect(await exchange(newKeys(1))).toMatchObject([{ ok: false }])
  })

  test('a limit lets through exactly as many', async (t) => {
    const { startFloe, exchange, acquaint, given } = await setUp(t)
    const peer = await startFloe(2)
    await acquaint(peer)
    const limit = { count: 15, per: 'hour', beyond: 'refuse' } as const
    peer.rules.ruleSet.add({ whom, operation: 'ecdh', verdict: 'allow', limit, ...forever })
    const keys = newKeys(40)

    const outcomes = await exchange(keys)

    const done = keys.filter((_, at) => outcomes[at]?.ok)
    expect(done).toHaveLength(15)
    expect(given.map((record) => record.keys).toSorted()).toEqual(
      done.map((key) => [xonly(key)]).toSorted(),
    )
  })
})

type Entries = EcdhPackage['entries']
const shareOf = (entry: Entries[number] | undefined, share: string) => ({
  ...present(entry),
  keyshare: share,
})

/** Lies in an answer about several keys; answers about one or two stay honest. */
const lies: [string, (entries: Entries) => Entries][] = [
  ['one part wrong', ([a, ...rest]) => [shareOf(a, hexOfPoint(GENERATOR)), ...rest]],
  [
    'parts swapped',
    ([a, b, ...rest]) => [shareOf(a, b?.keyshare ?? ''), shareOf(b, a?.keyshare ?? ''), ...rest],
  ],
  ['a part twice', ([a, b, ...rest]) => [present(a), shareOf(b, a?.keyshare ?? ''), ...rest]],
  ['keys in another order', ([a, b, ...rest]) => [present(b), present(a), ...rest]],
  ['a key missing', ([, ...rest]) => rest],
  ['a key twice', ([a, ...rest]) => [present(a), present(a), ...rest.slice(1)]],
  ['one key more', (entries) => [...entries, present(entries[0])]],
  [
    'the same wrong shift of all parts',
    (entries) => entries.map((entry) => shareOf(entry, present(entries[0]).keyshare)),
  ],
]

describe('A member that lies about several keys at once', () => {
  test.for(lies)('is found out (%s): none comes out wrong', async ([, lie], t) => {
    const { floe, startRogue, exchange, acquaint } = await setUp(t)
    const rogue = await startRogue(2)
    await acquaint(rogue)
    const honest: Conduct = lyingIn('EcdhResponse', (answer) => answer)
    rogue.conduct = lyingIn('EcdhResponse', (answer) =>
      answer.entries.length > 2 ? { ...answer, entries: lie(answer.entries) } : answer,
    )
    const keys = newKeys(6)

    expect(await exchange(keys)).toEqual(allRight(keys))
    expect(accusations(floe, rogue)).toBeGreaterThan(0)
    const before = crowdsHeardBy(rogue).length
    expect(before).toBeGreaterThan(0)

    // It is not trusted with several for a while, even if it is honest again.
    rogue.conduct = honest
    const later = newKeys(6)
    expect(await exchange(later)).toEqual(allRight(later))
    expect(crowdsHeardBy(rogue).length).toBe(before)
  })

  test('is passed over: another is asked for all of them', async (t) => {
    const { floe, startFloe, startRogue, exchange, acquaint } = await setUp(t)
    const [rogue, peer] = [await startRogue(2), await startFloe(3)]
    await acquaint(rogue, peer)
    rogue.conduct = lyingIn('EcdhResponse', (answer) => ({
      ...answer,
      entries: answer.entries.map((entry) => shareOf(entry, hexOfPoint(GENERATOR))),
    }))
    await until(async () => {
      const keys = newKeys(8)
      expect(await exchange(keys)).toEqual(allRight(keys))
      return accusations(floe, rogue) > 0
    })
  })
})

const accusations = ({ entries }: V2Member, { xonly: id }: V2Rogue): number =>
  entries.filter(
    ({ message }) =>
      message.includes(id.slice(0, 6)) &&
      [refusal.keyshareWrong, refusal.otherExchange].some((reason) => message.includes(reason)),
  ).length

describe('A stop', () => {
  test('ends a crowd that is under way and what waits behind it, and nothing more leaves', async (t) => {
    const { floe, startRogue, exchange, acquaint } = await setUp(t)
    const rogue = await startRogue(2)
    await acquaint(rogue)
    rogue.conduct = ({ type }, honest) => (type === 'EcdhRequest' ? null : honest())
    const requests = () => rogue.heard.filter(({ type }) => type === 'EcdhRequest').length
    const before = requests()
    const { policyEngine, stop } = openRules()
    t.onTestFinished(() => stop.close())

    const outcomes = exchange(newKeys(60), permitFor('ecdh', policyEngine))
    await until(() => requests() - before >= 4)
    stop.stop()
    expect(await outcomes).toEqual(Array(60).fill(expect.objectContaining({ code: 'stopped' })))
    // What had left before has arrived by then.
    await rogue.afterwards(floe.xonly)
    const sent = requests()
    await rogue.afterwards(floe.xonly)
    expect(requests()).toBe(sent)
  })

  test('of the one that is asked lets no part of a crowd out that it has begun with', async (t) => {
    const { floe, startRogue } = await setUp(t)
    const rogue = await startRogue(2)
    const answers = rogue.heard.length
    const entries = newKeys(100).map((key) => ({ ecdh_pk: xonly(key), keyshare: key }))
    const data = { idx: 2, members: [1, 2], entries, weighted: true }
    // It computes in slices, from the turn of the event loop that comes first after this entry.
    floe.log.listen((frame) => {
      if (!('message' in frame) || !frame.message.includes('request received')) return
      setImmediate(() => setImmediate(() => floe.rules.stop.stop()))
    })
    const id = rogue.send(floe.xonly, { type: 'EcdhRequest', data })
    await until(() => rogue.answersTo(id).length > 0)
    expect(rogue.answersTo(id)).toMatchObject([{ type: 'Error', data: { code: 'peer_denied' } }])
    expect(rogue.heard.slice(answers).some(({ type }) => type === 'EcdhResponse')).toBe(false)
  })
})
