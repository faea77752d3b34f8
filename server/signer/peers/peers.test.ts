import { describe, expect, test } from 'vitest'
import { peer as peerSchema, peerSummary } from '#contract/peers.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { unknownPeer } from '#tests/support/peer-row.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { testClock } from '#tests/support/signer-parts.ts'
import { BUILD_CHANGE_INTERVAL, BUILD_CHANGES_AT_ONCE } from '../limits.ts'
import { isShutOut, PeerBook, type PeerBookOptions, type PeerEntry } from './peers.ts'

const prng = seededPrng(21)
const { group } = generateKeyset({ threshold: 2, totalMembers: 4, random: prng.bytes })
const [own = '', first = '', second = '', third = ''] = group.commits.map(({ pubkey }) => pubkey)

function book(options: Partial<PeerBookOptions> = {}): PeerBook {
  return new PeerBook({
    members: group.commits,
    self: xOnly(own),
    policies: new Map(),
    partialSignatures: new Map(),
    now: Date.now,
    ...options,
  })
}

function entry(peers: PeerBook, pubkey: string): PeerEntry {
  const found = peers.get(pubkey)
  if (found === undefined) throw new Error('no such peer')
  return found
}

describe('the peers', () => {
  test("are the group's other members, in its order, and never ourselves", () => {
    expect(book().all.map((peer) => peer.pubkey)).toEqual([first, second, third])
    expect(book().get(own)).toBeUndefined()
  })

  test.each([
    ['as in the group', first],
    ['with 02 before it', `02${first.slice(2)}`],
    ['with 03 before it', `03${first.slice(2)}`],
    ['without a prefix', first.slice(2)],
    ['in upper case', first.toUpperCase()],
    ['without a prefix, in upper case', first.slice(2).toUpperCase()],
  ])('are found by their key %s', (_, form) => {
    expect(book().get(form)?.pubkey).toBe(first)
  })

  test.each(['', '02', 'all', first.slice(0, 64), `04${first}`])('are not found by %j', (form) => {
    expect(book().get(form)).toBeUndefined()
  })

  test('may both ask and be asked by default', () => {
    const policies = new Map([[xOnly(second), { allowSend: false, allowReceive: true }]])
    const peers = book({ policies })
    expect(entry(peers, first).policy).toEqual({ allowSend: true, allowReceive: true })
    expect(entry(peers, second).policy).toEqual({ allowSend: false, allowReceive: true })
  })

  test('get a policy of their own when one is set', () => {
    const peers = book()
    const policy = { allowSend: false, allowReceive: false }
    expect(peers.setPolicy(`03${first.slice(2)}`, policy)).toBe(true)
    policy.allowSend = true
    expect(entry(peers, first).policy).toEqual({ allowSend: false, allowReceive: false })
    expect(entry(peers, second).policy).toEqual({ allowSend: true, allowReceive: true })
    expect(peers.setPolicy(own, policy)).toBe(false)
  })

  test('start with the saved counts of the partial signatures that they got', () => {
    const peers = book({ partialSignatures: new Map([[xOnly(third), 41]]) })
    expect(peers.view().map((peer) => peer.partialSignatures)).toEqual([0, 0, 41])
  })
})

describe("a peer's status", () => {
  test('is unknown at first', () => {
    expect(book().view()[0]).toEqual(unknownPeer(first))
  })

  test('is online after any message, with when it was seen', () => {
    const clock = testClock()
    const peers = book({ now: clock.now })
    peers.heardFrom(entry(peers, first), '1.x')
    expect(peers.view()[0]).toMatchObject({
      online: true,
      status: 'online',
      lastSeen: new Date(clock.now()).toISOString(),
      generations: [{ name: '1.x', lastHeard: new Date(clock.now()).toISOString() }],
    })
  })

  test('lists the protocols that it speaks, the oldest first, and when each was last heard', () => {
    const clock = testClock()
    const peers = book({ now: clock.now })
    const peer = entry(peers, first)
    peers.heardFrom(peer, '2026')
    const earlier = new Date(clock.now()).toISOString()
    clock.advance(1_000)
    peers.heardFrom(peer, '1.x')
    const later = new Date(clock.now()).toISOString()
    expect(peers.view()[0]?.generations).toEqual([
      { name: '1.x', lastHeard: later },
      { name: '2026', lastHeard: earlier },
    ])
  })

  test('is online after an answered ping, with its latency', () => {
    const clock = testClock()
    const peers = book({ now: clock.now })
    const attempt = new Date(clock.now()).toISOString()
    peers.pingSent(entry(peers, first))
    clock.advance(80)
    peers.pingAnswered(entry(peers, first), 80)
    expect(peers.view()[0]).toMatchObject({
      status: 'online',
      latency: 80,
      lastPingAttempt: attempt,
      lastSeen: new Date(clock.now()).toISOString(),
    })
  })

  test('is offline after a failed ping, and keeps when it was last seen', () => {
    const clock = testClock()
    const peers = book({ now: clock.now })
    const peer = entry(peers, first)
    peers.heardFrom(peer, '1.x')
    const seen = new Date(clock.now()).toISOString()
    clock.advance(60_000)
    peers.pingSent(peer)
    peers.pingFailed(peer)
    expect(peers.view()[0]).toMatchObject({ online: false, status: 'offline', lastSeen: seen })
  })

  test('is online again with the next message', () => {
    const peers = book()
    const peer = entry(peers, first)
    peers.pingFailed(peer)
    peers.heardFrom(peer, '1.x')
    expect(peer.status).toBe('online')
  })

  test('does not change with a ping that is only sent', () => {
    const peers = book()
    peers.pingSent(entry(peers, first))
    expect(entry(peers, first).status).toBe('unknown')
  })

  test('is shut out once it speaks nothing but 1.x, and was once heard in 2026', () => {
    const clock = testClock()
    const peers = book({ now: clock.now })
    const peer = entry(peers, first)
    const isOut = () => isShutOut(peer, { now: clock.now(), meeting: 60_000 })
    peers.heardFrom(peer, '2026')
    peers.heardFrom(peer, '1.x')
    clock.advance(9 * 60_000)
    peers.heardFrom(peer, '1.x')
    expect(isOut()).toBe(false)
    clock.advance(60_000)
    expect(isOut()).toBe(true)
    peer.firstAllowed = true
    expect(isOut()).toBe(false)
    peer.firstAllowed = false
    clock.advance(10 * 60_000)
    expect(isOut()).toBe(false)
  })

  test('is not shut out before it could be heard in both', () => {
    const clock = testClock()
    const peers = book({
      now: clock.now,
      savedPeers: new Map([
        [entry(book(), first).xonly, { heardIn2026: true, firstAllowed: false }],
      ]),
    })
    const peer = entry(peers, first)
    const isOut = () => isShutOut(peer, { now: clock.now(), meeting: 60_000 })
    peers.heardFrom(peer, '1.x')
    expect(isOut()).toBe(false)
    clock.advance(60_000)
    expect(isOut()).toBe(true)
  })

  test('is reported when it changes, and only then', () => {
    const reports: string[] = []
    const peers = book({ onStatus: ({ status }, type) => reports.push(`${status} by ${type}`) })
    const peer = entry(peers, first)
    peers.heardFrom(peer, '1.x')
    peers.heardFrom(peer, '1.x')
    peers.pingAnswered(peer, 10)
    peers.pingFailed(peer)
    peers.pingFailed(peer)
    peers.pingAnswered(peer, 10)
    expect(reports).toEqual(['online by message', 'offline by ping', 'online by ping'])
  })
})

describe('the app at a peer', () => {
  const recorded = () => {
    const clock = testClock()
    const reports: string[] = []
    const savedPeers = new Map([
      [xOnly(second), { heardIn2026: true, firstAllowed: false, build: 'floe' as const }],
    ])
    const onBuild: PeerBookOptions['onBuild'] = (_, build, before) =>
      reports.push(`${build} after ${before}`)
    const peers = book({ now: clock.now, savedPeers, onBuild })
    return { clock, reports, peers, peer: entry(peers, first), kept: entry(peers, second) }
  }

  test('is unknown at first, unless it was saved', () => {
    const { peers, kept } = recorded()
    expect(peers.view().map(({ build }) => build)).toEqual([undefined, 'floe', undefined])
    expect(kept.build).toBe('floe')
  })

  test('is reported once for each change, in either direction', async () => {
    const { reports, peers, kept } = recorded()
    const changed = peers.changes.next(60_000)
    for (const build of ['igloo-beta', 'igloo-beta', 'igloo', 'igloo'] as const) {
      peers.setBuild(kept, build)
    }
    await changed
    expect(reports).toEqual(['igloo-beta after floe', 'igloo after igloo-beta'])
    expect(peers.view()[1]?.build).toBe('igloo')
  })

  test('is not reported when it becomes unknown', () => {
    const { reports, peers, kept } = recorded()
    peers.setBuild(kept, null)
    expect(peers.view()[1]).not.toHaveProperty('build')
    peers.setBuild(kept, 'igloo')
    expect(reports).toEqual(['igloo after floe'])
  })

  test('is reported at a limited rate when it keeps changing, and the last change later', () => {
    const { clock, reports, peers, peer } = recorded()
    for (let time = 0; time < 100; time += 1) {
      peers.setBuild(peer, 'igloo')
      peers.setBuild(peer, 'igloo-beta')
    }
    expect(peer.build).toBe('igloo-beta')
    expect(reports).toHaveLength(BUILD_CHANGES_AT_ONCE)
    peers.setBuild(peer, 'igloo')
    clock.advance(BUILD_CHANGE_INTERVAL)
    peers.setBuild(peer, 'igloo')
    expect(reports.slice(BUILD_CHANGES_AT_ONCE)).toEqual(['igloo after igloo-beta'])
  })
})

describe('the summary', () => {
  test('of peers with unknown states counts nobody', () => {
    expect(book().summary()).toEqual({
      onlinePeers: [],
      offlinePeers: [],
      totalPeers: 3,
      onlineCount: 0,
    })
  })

  test('counts who is online and offline, and averages the latency of those online', () => {
    const clock = testClock()
    const peers = book({ now: clock.now })
    for (const peer of peers.all) peers.pingSent(peer)
    peers.pingAnswered(entry(peers, first), 10)
    peers.pingAnswered(entry(peers, second), 25)
    peers.pingAnswered(entry(peers, third), 900)
    peers.pingFailed(entry(peers, third))
    expect(peers.summary()).toEqual({
      onlinePeers: [first, second],
      offlinePeers: [third],
      totalPeers: 3,
      onlineCount: 2,
      lastChecked: new Date(clock.now()).toISOString(),
      averageLatency: 18,
    })
    expect(peers.online).toBe(2)
  })

  test('and the peers have the form the console expects', () => {
    const peers = book()
    peers.pingSent(entry(peers, first))
    peers.pingAnswered(entry(peers, first), 10)
    expect(peerSummary.parse(peers.summary())).toEqual(peers.summary())
    for (const peer of peers.view()) expect(peerSchema.parse(peer)).toEqual(peer)
  })
})
