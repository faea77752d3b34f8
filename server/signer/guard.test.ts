import { describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts, refusal } from '#contract/messages.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { signEvent } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { MAX_STAMP_SKEW_S } from '#protocol/limits.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import type { SharePackage } from '#protocol/v1/packages.ts'
import type { Forged } from '#relay/reading-budget.ts'
import { SeenIds } from '#relay/seen.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { recordedLog, testClock } from '../../tests/support/signer-parts.ts'
import { Guard } from './guard.ts'
import { MAX_CONTENT_CHARS } from './limits.ts'
import { PeerBook } from './peers/peers.ts'
import { Reporter } from './protocol-log.ts'

const KIND = 20_004
const RELAY = 'wss://relay.example'
const prng = seededPrng(41)
const { group, shares } = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const foreign = generateKeyset({ threshold: 2, totalMembers: 2, random: prng.bytes })

interface Author {
  seckey: string
  pubkey: string
}

const author = (from: typeof foreign, idx: number): Author => {
  const share = from.shares[idx - 1] as SharePackage
  return { seckey: share.seckey, pubkey: xOnly(from.group.commits[idx - 1]?.pubkey ?? '') }
}
const us = author({ ...foreign, group, shares }, 1)
const alice = author({ ...foreign, group, shares }, 2)
const bob = author({ ...foreign, group, shares }, 3)
const stranger = author(foreign, 1)

const clock = testClock()
let serial = 0

/** A unique event to us, by default valid and from Alice. */
function event(fields: Partial<EventTemplate> = {}, by = alice): NostrEvent {
  serial += 1
  const template = {
    kind: KIND,
    created_at: clock.now() / 1000,
    tags: [['p', us.pubkey]],
    content: `message ${serial}`,
    ...fields,
  }
  return signEvent(template, by.seckey, by.pubkey)
}

const badSignature = (one: NostrEvent): NostrEvent => ({ ...one, sig: event().sig })
const badId = (one: NostrEvent): NostrEvent => ({ ...one, content: `${one.content}!` })

function setUp({ capacity = 100 } = {}) {
  const recorded = recordedLog()
  const through: NostrEvent[] = []
  const stale: NostrEvent[] = []
  const ours: NostrEvent[] = []
  const returned: string[] = []
  const forged: (Forged & { relay: string })[] = []
  const seen = new SeenIds()
  const own = new SeenIds()
  const guard = new Guard({
    self: us.pubkey,
    peers: new PeerBook({
      members: group.commits,
      self: us.pubkey,
      policies: new Map(),
      partialSignatures: new Map(),
      now: clock.now,
    }),
    kinds: new Map([[KIND, { receive: (one) => through.push(one) }]]),
    seen,
    own,
    buckets: new TokenBuckets({ capacity, perSecond: 0 }, clock.now),
    reporter: new Reporter(recorded.log, clock.now),
    wall: clock.now,
    onPeerEvent: () => {},
    onStale: (one) => stale.push(one),
    onOwnEvent: (one) => ours.push(one),
    onReturned: (id, relay) => returned.push(`${id} from ${relay}`),
    onForged: (relay, one) => forged.push({ relay, ...one }),
  })
  onTestFinished(() => guard.stop())
  const receive = async (...values: { id: string }[]) => {
    for (const value of values) guard.receive(value, RELAY)
    await guard.idle()
  }
  const reasons = () =>
    recorded.entries.map(({ data }) => (data as { reason: string; peer: string }).reason)
  const sources = () =>
    recorded.entries.map(({ data }) => (data as { reason: string; peer: string }).peer)
  return {
    ...recorded,
    guard,
    receive,
    reasons,
    sources,
    through,
    stale,
    ours,
    returned,
    forged,
    seen,
    own,
  }
}

describe("a peer's event", () => {
  test('gets through when nothing is wrong with it', async () => {
    const { receive, through, entries } = setUp()
    const sound = event()
    await receive(sound)
    expect(through).toEqual([sound])
    expect(entries).toEqual([])
  })

  test('gets through once, however many relays bring it', async () => {
    const { receive, guard, through, entries } = setUp()
    const sound = event()
    for (let n = 0; n < 5; n += 1) guard.receive(sound, RELAY)
    await guard.idle()
    await receive(sound, sound)
    expect(through).toEqual([sound])
    expect(entries).toEqual([])
  })

  test.each([0, 1, MAX_STAMP_SKEW_S, -MAX_STAMP_SKEW_S])(
    'gets through when it is %i s off our clock',
    async (seconds) => {
      const { receive, through } = setUp()
      await receive(event({ created_at: clock.now() / 1000 + seconds }))
      expect(through).toHaveLength(1)
    },
  )

  test.each([MAX_STAMP_SKEW_S + 1, -MAX_STAMP_SKEW_S - 1])(
    'is refused when it is %i s off our clock, and is reported for a warning',
    async (seconds) => {
      const { receive, through, stale, reasons } = setUp()
      await receive(event({ created_at: clock.now() / 1000 + seconds }))
      expect(through).toEqual([])
      expect(stale).toHaveLength(1)
      expect(reasons()).toEqual([refusal.staleStamp])
    },
  )
})

describe('checks are made cheapest first', () => {
  const wrong = {
    kind: 1,
    tags: [['p', stranger.pubkey]],
    content: 'x'.repeat(MAX_CONTENT_CHARS + 1),
  }
  const cases: [string, () => { id: string }, string][] = [
    ['size', () => badId(badSignature(event(wrong, stranger))), refusal.contentTooLarge],
    [
      'number of tags',
      () => badId(badSignature(event({ kind: 1, tags: Array(33).fill(['p', 'x']) }, stranger))),
      refusal.contentTooLarge,
    ],
    ['form', () => ({ ...event({ kind: 1 }, stranger), sig: 'short' }), protocolTexts.eventSchema],
    [
      'kind',
      () => badId(badSignature(event({ ...wrong, content: '' }, stranger))),
      refusal.wrongKind,
    ],
    [
      'recipient',
      () => badId(badSignature(event({ tags: wrong.tags }, stranger))),
      refusal.notRecipient,
    ],
    ['sender', () => badId(badSignature(event({}, stranger))), protocolTexts.notAPeer],
    ['id', () => badId(badSignature(event({ created_at: 0 }))), protocolTexts.eventIdMismatch],
    [
      'signature',
      () => badSignature(event({ created_at: 0 })),
      protocolTexts.invalidEventSignature,
    ],
    ['stamp', () => event({ created_at: 0 }), refusal.staleStamp],
  ]

  test.each(cases)('%s before all that come after it', async (_, make, reason) => {
    const { receive, reasons, through } = setUp()
    await receive(make())
    expect(reasons()).toEqual([reason])
    expect(through).toEqual([])
  })

  test('the rate limit before the id and the signature, which are expensive to check', async () => {
    const { receive, reasons, through } = setUp({ capacity: 2 })
    await receive(event(), event(), badId(event()), badSignature(event()), event())
    expect(reasons()).toEqual([refusal.rateLimited])
    expect(through).toHaveLength(2)
  })

  test('a replay before the rate limit, so that a relay’s repetitions use up nothing', async () => {
    const { receive, guard, through, entries } = setUp({ capacity: 2 })
    const sound = event()
    await receive(sound)
    for (let n = 0; n < 50; n += 1) guard.receive(sound, RELAY)
    await receive(event())
    expect(through).toHaveLength(2)
    expect(entries).toEqual([])
  })

  test('a full inbox before the rate limit, and other senders are still served', async () => {
    const { guard, receive, reasons, through } = setUp({ capacity: 1 })
    const flood = event()
    for (let n = 0; n < 400; n += 1) {
      guard.receive({ ...flood, id: n.toString(16).padStart(64, '0') }, RELAY)
    }
    expect(reasons()).toEqual([refusal.rateLimited])
    const sound = event({}, bob)
    await receive(sound)
    expect(through).toEqual([sound])
  })
})

describe('an event that was forged', () => {
  test('does not suppress the real one that comes after it', async () => {
    const { receive, through, reasons } = setUp()
    const real = event()
    await receive(badSignature(real), real)
    expect(through).toEqual([real])
    expect(reasons()).toEqual([protocolTexts.invalidEventSignature])
  })

  test('is blamed on the relay that delivered it; a genuine event is blamed on no relay', async () => {
    const { receive, forged } = setUp()
    const bad = badSignature(event())
    await receive(event(), bad)
    const bytes = bad.content.length
    expect(bytes).toBeGreaterThan(0)
    expect(forged).toEqual([{ relay: RELAY, bytes, ms: expect.any(Number) }])
    expect(forged[0]?.ms).toBeGreaterThanOrEqual(0)
  })

  test('does not count as seen', async () => {
    const { receive, seen } = setUp()
    const forged = badSignature(event())
    await receive(forged)
    expect(seen.has(forged.id)).toBe(false)
  })

  test('uses up what its alleged sender may send over that relay, and nothing else', async () => {
    const { guard, receive, through } = setUp({ capacity: 3 })
    const real = [event({}, bob), event()] as const
    await receive(...Array.from({ length: 10 }, () => badSignature(event())), real[0])
    guard.receive(real[1], 'wss://another.example')
    await guard.idle()
    expect(through).toEqual(real)
  })
})

describe('the log says where a refused event came from', () => {
  test('a peer, by its key', async () => {
    const { receive, sources } = setUp()
    await receive(badSignature(event()), event({ tags: [] }), event({ kind: 1 }))
    expect(sources()).toEqual([alice.pubkey, alice.pubkey, alice.pubkey])
  })

  test('a stranger, by the relay, so that countless strangers don’t fill the log', async () => {
    const { guard, reasons, sources } = setUp()
    const template = event({}, stranger)
    for (let n = 0; n < 300; n += 1) {
      const pubkey = n.toString(16).padStart(64, '0')
      guard.receive({ ...template, pubkey } as NostrEvent, RELAY)
      guard.receive({ ...template, pubkey, kind: 1 } as NostrEvent, RELAY)
      guard.receive({ ...template, pubkey, tags: [] } as NostrEvent, RELAY)
    }
    expect(reasons()).toEqual([protocolTexts.notAPeer, refusal.wrongKind, refusal.notRecipient])
    expect(new Set(sources())).toEqual(new Set([RELAY]))
  })

  test('a value that is no event, by the relay', async () => {
    const { receive, reasons, sources } = setUp()
    await receive({ id: 'x' })
    expect(reasons()).toEqual([protocolTexts.eventSchema])
    expect(sources()).toEqual([RELAY])
  })
})

describe('an event under our own key', () => {
  test('that we sent is reported as returned, with the relay', async () => {
    const { receive, own, returned, through, ours } = setUp()
    const sent = event({}, us)
    own.add(sent.id)
    await receive(sent)
    expect(returned).toEqual([`${sent.id} from ${RELAY}`])
    expect([through, ours]).toEqual([[], []])
  })

  test('that we did not send is reported, whoever it is addressed to', async () => {
    const { receive, ours, through } = setUp()
    const events = [event({}, us), event({ tags: [['p', bob.pubkey]] }, us)]
    await receive(...events)
    expect(ours).toEqual(events)
    expect(through).toEqual([])
  })

  test('that somebody forged is refused', async () => {
    const { receive, ours, reasons } = setUp()
    await receive(badSignature(event({}, us)))
    expect(ours).toEqual([])
    expect(reasons()).toEqual([protocolTexts.invalidEventSignature])
  })
})

test('a stopped guard drops the events that are waiting', async () => {
  const { guard, through } = setUp()
  guard.receive(event(), RELAY)
  guard.stop()
  await guard.idle()
  expect(through).toEqual([])
})
