import { expect, test } from 'vitest'
import { PeerBook, type PeerBuild } from '../peers/peers.ts'
import { detectsLoss, seenAnswer, seenPing, seenRequest } from './build.ts'

const [own, other] = ['11'.repeat(32), '22'.repeat(32)]

/** A peer that was heard, with the build that was saved for it. */
function peerThatWas(build: PeerBuild | null) {
  const peers = new PeerBook({
    members: [
      { idx: 1, pubkey: `02${own}` },
      { idx: 2, pubkey: `02${other}` },
    ],
    self: own,
    ...{ policies: new Map(), partialSignatures: new Map(), now: () => 0 },
    savedPeers: new Map([[other, { heardIn2026: true, firstAllowed: false, build }]]),
  })
  const [peer] = peers.all
  if (peer === undefined) throw new Error('no peer')
  peers.heardFrom(peer, '2026')
  return { context: { peers }, peer }
}

type Seen = (of: ReturnType<typeof peerThatWas>) => void

const ping =
  (version: 1 | 2, hasPoolId: boolean, weighted = false): Seen =>
  ({ context, peer }) =>
    seenPing(context, peer, { version, hasPoolId, weighted })
const request =
  (weighted?: boolean): Seen =>
  ({ context, peer }) =>
    seenRequest(context, peer, { weighted })
const answer =
  (isWeighted: boolean): Seen =>
  ({ context, peer }) =>
    seenAnswer(context, peer, isWeighted)

const [olderPing, betaPing, floePing] = [ping(2, false), ping(2, true), ping(2, true, true)]

const cases: [string, Seen[], Record<'null' | PeerBuild, PeerBuild | null>][] = [
  [
    'a ping of version 1',
    [ping(1, false)],
    { null: 'igloo', igloo: 'igloo', 'igloo-beta': 'igloo', floe: 'floe' },
  ],
  [
    'a ping without a pool id',
    [olderPing],
    { null: 'igloo', igloo: 'igloo', 'igloo-beta': 'igloo', floe: 'floe' },
  ],
  [
    'a ping with a pool id',
    [betaPing],
    { null: 'igloo-beta', igloo: 'igloo-beta', 'igloo-beta': 'igloo-beta', floe: 'igloo-beta' },
  ],
  [
    'a ping with weighted',
    [floePing],
    { null: 'floe', igloo: 'floe', 'igloo-beta': 'floe', floe: 'floe' },
  ],
  [
    'a ping without weighted after one with it',
    [floePing, betaPing],
    { null: 'igloo-beta', igloo: 'igloo-beta', 'igloo-beta': 'igloo-beta', floe: 'igloo-beta' },
  ],
  [
    'an answer that proves with its coefficient',
    [answer(true)],
    { null: 'igloo-beta', igloo: 'igloo-beta', 'igloo-beta': 'igloo-beta', floe: 'igloo-beta' },
  ],
  [
    'an answer that proves without a weight',
    [answer(false)],
    { null: 'igloo', igloo: 'igloo', 'igloo-beta': 'igloo', floe: 'floe' },
  ],
  [
    'a request with weighted',
    [request(true)],
    { null: 'floe', igloo: 'floe', 'igloo-beta': 'floe', floe: 'floe' },
  ],
  [
    'a request without weighted',
    [request()],
    { null: null, igloo: 'igloo', 'igloo-beta': 'igloo-beta', floe: null },
  ],
  [
    'a request without weighted, after a ping without a pool id',
    [olderPing, request()],
    { null: 'igloo', igloo: 'igloo', 'igloo-beta': 'igloo', floe: 'igloo' },
  ],
  [
    'a request without weighted, after a ping with a pool id',
    [betaPing, request()],
    { null: 'igloo-beta', igloo: 'igloo-beta', 'igloo-beta': 'igloo-beta', floe: 'igloo-beta' },
  ],
  [
    'a request without weighted, after a ping with it',
    [floePing, request()],
    { null: null, igloo: null, 'igloo-beta': null, floe: null },
  ],
]

test.each(cases)('The app at a peer is recognised by %s', (_, seen, expected) => {
  const builds = ([null, 'igloo', 'igloo-beta', 'floe'] as const).map((before) => {
    const peer = peerThatWas(before)
    for (const see of seen) see(peer)
    return [String(before), peer.peer.build]
  })
  expect(Object.fromEntries(builds)).toEqual(expected)
})

test('only a peer whose last ping was a Floe’s learns that nonces are lost', () => {
  const met = peerThatWas('floe')
  const detected = [request(true), floePing, olderPing, betaPing].map((see) => {
    see(met)
    return detectsLoss(met.peer)
  })
  expect(detected).toEqual([false, true, false, false])
})
