import { describe, expect, test } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { peerEntry, recordedLog, testClock } from '#tests/support/signer-parts.ts'
import { type CosignerChoice, chooseCosigners, UntrustedPeers } from './choose-cosigners.ts'
import type { Operation, PeerEntry } from './peers.ts'

const prng = seededPrng(22)
const random = () => prng.integer(2 ** 32) / 2 ** 32
const nobody: ReadonlySet<string> = new Set()
const only = (...peers: PeerEntry[]) => new Set(peers.map((peer) => peer.xonly))
function choose(peers: PeerEntry[], need: number, options: Partial<CosignerChoice> = {}) {
  const exceptions = { excluded: nobody, silent: nobody, untrusted: nobody }
  return chooseCosigners({
    peers,
    need,
    protocol: '1.x',
    operation: 'sign',
    ...exceptions,
    random,
    ...options,
  })
}
/** The indices of the peers chosen at least once in many tries. */
function chosenOver(tries: number, peers: PeerEntry[], need: number, options = {}): number[] {
  const chosen = new Set<number>()
  for (let n = 0; n < tries; n += 1) {
    for (const peer of choose(peers, need, options) ?? []) chosen.add(peer.idx)
  }
  return [...chosen].sort((a, b) => a - b)
}
const online = (n: number, fields: Partial<PeerEntry> = {}) =>
  peerEntry(n, { status: 'online', ...fields })
const offline = (n: number) => peerEntry(n, { status: 'offline' })
const noSend = { policy: { allowSend: false, allowReceive: true } }
const would = { sign: { send: true, recv: true }, ecdh: { send: true, recv: true } }
const refusing = (operation: Operation): Partial<PeerEntry> => {
  const policy = { ...would, [operation]: { send: true, recv: false } }
  return {
    protocols: new Map([['1.x', { firstHeard: 0, lastHeard: 0, policy, pingVersion: null }]]),
  }
}
const wouldRefuse = refusing('sign')
describe('co-signers', () => {
  test('are peers that are not busy, unless those are offline', () => {
    const isBusy = ({ idx }: PeerEntry) => idx === 1
    expect(chosenOver(50, [online(1), online(2), online(3)], 1, { isBusy })).toEqual([2, 3])
    expect(chosenOver(50, [online(1), offline(2)], 1, { isBusy })).toEqual([1])
    expect(chosenOver(50, [online(1), online(2)], 2, { isBusy })).toEqual([1, 2])
  })

  test('are as many as are needed, none twice', () => {
    const peers = [1, 2, 3, 4, 5].map((n) => online(n))
    for (const need of [0, 1, 3, 5]) {
      const chosen = choose(peers, need) ?? []
      expect(new Set(chosen).size).toBe(need)
    }
  })

  test('are none when there are too few', () => {
    expect(choose([online(1), online(2)], 3)).toBeNull()
    expect(choose([], 1)).toBeNull()
  })

  test('change from one request to the next among those that are online', () => {
    expect(chosenOver(200, [online(1), online(2), online(3)], 1)).toEqual([1, 2, 3])
  })

  test('are about equally often each of those that are online', () => {
    const counts = [0, 0, 0, 0]
    for (let n = 0; n < 4_000; n += 1) {
      const [chosen] = choose([online(0), online(1), online(2), online(3)], 1) ?? []
      if (chosen) counts[chosen.idx] = (counts[chosen.idx] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  test('are those online before unknown ones, and these before offline ones', () => {
    const peers = [offline(1), peerEntry(2), online(3), offline(4), peerEntry(5), online(6)]
    expect(chosenOver(100, peers, 2)).toEqual([3, 6])
    expect(chosenOver(100, peers, 4)).toEqual([2, 3, 5, 6])
    expect(chosenOver(100, peers, 6)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are never those that the owner excludes', () => {
    const peers = [online(1, noSend), offline(2)]
    expect(chosenOver(50, peers, 1)).toEqual([2])
    expect(choose(peers, 2)).toBeNull()
  })

  test('are those that would refuse only if there is no other, even an offline one', () => {
    const refusing = online(1, wouldRefuse)
    expect(chosenOver(50, [refusing, offline(2)], 1)).toEqual([2])
    expect(choose([refusing], 1)).toEqual([refusing])
  })

  test.each(['sign', 'ecdh'] as const)('for %s are chosen by the policies for it', (operation) => {
    const other = operation === 'sign' ? 'ecdh' : 'sign'
    const policy = { allowSend: true, allowReceive: true }
    const peers = [
      online(1, { policy: { ...policy, denied: [`send.${operation}`] } }),
      online(2, { policy: { ...policy, denied: [`send.${other}`, `receive.${operation}`] } }),
      online(3, refusing(operation)),
      online(4, refusing(other)),
    ]
    expect(chosenOver(50, peers, 1, { operation })).toEqual([2, 4])
    expect(chosenOver(50, peers, 3, { operation })).toEqual([2, 3, 4])
    expect(choose(peers, 4, { operation })).toBeNull()
  })

  test('are those that were silent in this request only if there is no other', () => {
    const [quiet, refusing] = [online(1), online(2, wouldRefuse)]
    expect(chosenOver(50, [quiet, refusing], 1, { silent: only(quiet) })).toEqual([2])
    expect(choose([quiet], 1, { silent: only(quiet) })).toEqual([quiet])
  })

  test('are those that lied lately only if there is no other, even a silent one', () => {
    const [liar, quiet] = [online(1), offline(2)]
    const options = { untrusted: only(liar), silent: only(quiet) }
    expect(chosenOver(50, [liar, quiet], 1, options)).toEqual([2])
    expect(choose([liar], 1, options)).toEqual([liar])
  })

  test('are never those that lied in this request', () => {
    const [liar, other] = [online(1), offline(2)]
    expect(chosenOver(50, [liar, other], 1, { excluded: only(liar) })).toEqual([2])
    expect(choose([liar, other], 2, { excluded: only(liar) })).toBeNull()
  })

  test("leave the caller's list as it was", () => {
    const peers = [offline(1), online(2), peerEntry(3)]
    choose(peers, 3)
    expect(peers.map((peer) => peer.idx)).toEqual([1, 2, 3])
  })
})

const alice = peerEntry(1)
const bob = peerEntry(2)
test('a peer that lied is named in the log, with what was wrong', () => {
  const { log, entries } = recordedLog()
  new UntrustedPeers(log, Date.now).add(alice, protocolTexts.partialSignatureInvalid)
  expect(entries[0]).toMatchObject({
    type: 'error',
    message: `Peer 02010101 answered wrongly: ${protocolTexts.partialSignatureInvalid}`,
    data: { peer: alice.pubkey, reason: protocolTexts.partialSignatureInvalid },
  })
})
test('a peer that lied is distrusted for a minute', () => {
  const clock = testClock()
  const untrusted = new UntrustedPeers(recordedLog().log, clock.now)
  untrusted.add(alice, 'lie')
  clock.advance(30_000)
  untrusted.add(bob, 'lie')
  expect(untrusted.peers).toEqual(new Set([alice.xonly, bob.xonly]))
  clock.advance(29_999)
  expect(untrusted.peers).toEqual(new Set([alice.xonly, bob.xonly]))
  clock.advance(1)
  expect(untrusted.peers).toEqual(new Set([bob.xonly]))
})
test('a peer that keeps lying stays distrusted', () => {
  const clock = testClock()
  const untrusted = new UntrustedPeers(recordedLog().log, clock.now)
  untrusted.add(alice, 'lie')
  clock.advance(50_000)
  untrusted.add(alice, 'lie')
  clock.advance(50_000)
  expect(untrusted.peers).toEqual(new Set([alice.xonly]))
})
