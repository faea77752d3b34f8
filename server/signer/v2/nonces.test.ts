import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NONCES_PER_PEER_MAX, NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { generateNonce } from '#protocol/v2/frost.ts'
import { nonceSteps } from '#protocol/v2/jobs.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import { SIGNING } from '#tests/support/rules.ts'
import { noncesFor } from '#tests/support/v2-group.ts'
import {
  NONCES_DORMANT_MAX,
  NONCES_IN_FLIGHT,
  NONCES_PING_1_AGAIN,
  NONCES_SET_ASIDE,
  NONCES_SET_ASIDE_WITHIN,
} from '../limits.ts'
import { FairQueue } from '../worker/fair-queue.ts'
import type { NonceStore } from './nonce-store.ts'
import { Nonces } from './nonces.ts'

const seckey = '5'.padStart(64, '0')
const identity = { gid: 'ab'.repeat(32), seckey }
const ALICE = 'a1'.repeat(32)
const BOB = 'b0'.repeat(32)
const REQUEST = 'c1'.repeat(16)
const codesOf = (nonces: readonly { code: string }[]) => nonces.map(({ code }) => code)
const code = () => randomBytes(32).toString('hex')

/** Nonces after a start. The nonces in a folder that was used before are from before that start. */
function start(folder?: string, change: (store: NonceStore) => NonceStore = (store) => store) {
  const kept = noncesFor({ onTestFinished }, folder)
  const queue = new FairQueue()
  onTestFinished(() => queue.stop())
  const store = kept.nonces(identity)
  const storeWorks: boolean[] = []
  const onStore = (problem: object | null) => storeWorks.push(problem === null)
  const clock = { now: Date.now() }
  const now = () => clock.now
  const make = (peer: string, count: number) => queue.run(peer, nonceSteps(seckey, count))
  const nonces = new Nonces({ store: change(store), seckey, make, onStore, now, wall: now })
  return { folder: kept.folder, store, nonces, storeWorks, clock }
}

/** The same store, with one method replaced. */
const withOwn =
  <K extends keyof NonceStore>(method: K, own: (store: NonceStore) => NonceStore[K]) =>
  (store: NonceStore) =>
    new Proxy(store, {
      get: (target, name) => {
        if (name === method) return own(store)
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })

/** The same store, with one method failing as on a full disk. */
const failingIn = (method: keyof NonceStore) =>
  withOwn(method, () => () => {
    throw new Error('disk full')
  })

describe('nonces of ours', () => {
  test('are stored before they are advertised', async () => {
    const { nonces, store } = start()
    const advertised = await nonces.advertise(ALICE)
    expect(advertised).toHaveLength(NONCES_PER_PEER_MAX)
    expect(new Set(store.unspent(ALICE).map(({ nonce }) => nonce.code))).toEqual(
      new Set(codesOf(advertised)),
    )
  })

  test('are never advertised when they can’t be stored', async () => {
    const { nonces, storeWorks } = start(undefined, failingIn('add'))
    await expect(nonces.advertise(ALICE)).rejects.toThrow('disk full')
    expect(storeWorks).toEqual([true, false])
  })

  test('are deleted from the disk when their secrets are released, which happens once', async () => {
    const { nonces, store } = start()
    const advertised = await nonces.advertise(ALICE)
    const [one, two] = codesOf(advertised)
    const wanted = [two ?? '', one ?? '']
    expect(nonces.unspent(ALICE, one ?? '')).toEqual(advertised[0])
    const secrets = nonces.spend(SIGNING, ALICE, wanted, REQUEST)
    expect(codesOf(secrets ?? [])).toEqual(wanted)
    const left = store.unspent(ALICE).map(({ nonce }) => nonce.code)
    expect(left.filter((each) => wanted.includes(each))).toEqual([])
    expect(nonces.spend(SIGNING, ALICE, wanted, REQUEST)).toBeNull()
    expect(nonces.unspent(ALICE, wanted[0] ?? '')).toBeUndefined()
  })

  test('stay secret when they can’t be deleted', async () => {
    const { nonces } = start(undefined, failingIn('spend'))
    const [one] = codesOf(await nonces.advertise(ALICE))
    expect(() => nonces.spend(SIGNING, ALICE, [one ?? ''], REQUEST)).toThrow('disk full')
  })

  test('are all spent or none', async () => {
    const { nonces } = start()
    const [one] = codesOf(await nonces.advertise(ALICE))
    expect(nonces.spend(SIGNING, ALICE, [one ?? '', code()], REQUEST)).toBeNull()
    expect(nonces.spend(SIGNING, ALICE, [one ?? ''], REQUEST)).toHaveLength(1)
  })

  test('can’t be used by another peer', async () => {
    const { nonces } = start()
    const [one] = codesOf(await nonces.advertise(ALICE))
    expect(nonces.unspent(BOB, one ?? '')).toBeUndefined()
    expect(nonces.spend(SIGNING, BOB, [one ?? ''], REQUEST)).toBeNull()
  })

  test('are not usable once they are missing on the disk', async () => {
    const { nonces, store } = start()
    const [one, two] = codesOf(await nonces.advertise(ALICE))
    store.spend(ALICE, [one ?? ''])
    expect(nonces.spend(SIGNING, ALICE, [one ?? ''], REQUEST)).toBeNull()
    expect(nonces.unspent(ALICE, one ?? '')).toBeUndefined()
    expect(nonces.unspent(ALICE, two ?? '')).toBeDefined()
  })

  describe('for a peer whose requests follow each other closely', () => {
    const setsAside = true
    const asked = async (wanted: number, options = { setsAside }) => {
      const deletions: number[] = []
      const watched = withOwn('spend', (store) => (peer, codes) => {
        deletions.push(codes.length)
        return store.spend(peer, codes)
      })
      const started = start(undefined, watched)
      const sent = codesOf(await started.nonces.advertise(ALICE))
      const spend = (code: string) => started.nonces.spend(SIGNING, ALICE, [code], REQUEST, options)
      for (const code of sent.slice(0, wanted)) {
        started.clock.now += NONCES_SET_ASIDE_WITHIN / 2
        expect(codesOf(spend(code) ?? [])).toEqual([code])
      }
      return { ...started, sent, spend, deletions }
    }

    test('are deleted some requests ahead, and then released without the disk', async () => {
      const { store, sent, deletions } = await asked(1 + NONCES_SET_ASIDE + 1)
      expect(deletions).toEqual([1, NONCES_SET_ASIDE, NONCES_SET_ASIDE])
      const left = store.unspent(ALICE).map(({ nonce }) => nonce.code)
      expect(new Set(left)).toEqual(new Set(sent.slice(1 + 2 * NONCES_SET_ASIDE)))
    })

    test('are released once, and counted as unspent until then', async () => {
      const { nonces, sent, spend } = await asked(3)
      expect(await nonces.advertise(ALICE)).toHaveLength(3)
      expect(nonces.unspent(ALICE, sent[3] ?? '')).toBeDefined()
      expect(spend(sent[2] ?? '')).toBeNull()
      expect(nonces.spend(SIGNING, ALICE, [sent[3] ?? '', sent[3] ?? ''], REQUEST)).toBeNull()
      expect(spend(sent[3] ?? '')).toHaveLength(1)
      expect(spend(sent[3] ?? '')).toBeNull()
    })

    test('are lost with the process once they are deleted ahead, whatever the peer lists', async () => {
      const { folder, sent } = await asked(3)
      const { nonces } = start(folder)
      expect(nonces.report(ALICE, sent.slice(3), { readsPoolId: true })).toBe(true)
      const usable = sent.filter((code) => nonces.unspent(ALICE, code) !== undefined)
      expect(usable).toEqual(sent.slice(1 + NONCES_SET_ASIDE))
    })

    test('are deleted one at a time if it asks seldom, or would not learn that they are lost', async () => {
      const { deletions } = await asked(3, { setsAside: false })
      expect(deletions).toEqual([1, 1, 1])
      const seldom = await asked(1)
      seldom.clock.now += NONCES_SET_ASIDE_WITHIN
      expect(seldom.spend(seldom.sent[1] ?? '')).toHaveLength(1)
      expect(seldom.deletions).toEqual([1, 1])
    })

    test('are dropped like others if it never takes them', async () => {
      const { nonces, sent, clock, store } = await asked(2)
      for (const _ of [1, 2]) {
        nonces.report(ALICE, sent.slice(-1))
        clock.now += 3_600_000
      }
      expect(sent.filter((code) => nonces.unspent(ALICE, code))).toEqual(sent.slice(-1))
      expect(store.unspent(ALICE)).toHaveLength(1)
    })
  })

  test('are made without blocking the event loop', async () => {
    const { nonces } = start()
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await Promise.all([ALICE, BOB].map((peer) => nonces.advertiseAll(peer)))
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(2)
  })

  test('are not made twice for two calls at once', async () => {
    const { nonces, store } = start()
    await Promise.all([nonces.advertise(ALICE), nonces.advertise(ALICE)])
    expect(store.unspent(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
  })

  describe('that came with a signature', () => {
    const replenished = async () => {
      const started = start()
      return { ...started, sent: codesOf(await started.nonces.replenish(ALICE)) }
    }

    test('replace the spent ones, and were never sent before', async () => {
      const { nonces, sent, clock } = await replenished()
      expect(sent).toHaveLength(NONCES_PER_PEER_MAX)
      expect(await nonces.replenish(ALICE)).toEqual([])
      nonces.spend(SIGNING, ALICE, sent.slice(0, 10), REQUEST)
      clock.now += 3_600_000
      const more = codesOf(await nonces.replenish(ALICE))
      expect(more).toHaveLength(10)
      expect(more.filter((each) => sent.includes(each))).toEqual([])
    })

    test('are sent again with a ping when the peer says that it has none', async () => {
      const { nonces, sent } = await replenished()
      nonces.report(ALICE, [])
      expect(codesOf(await nonces.advertise(ALICE))).toEqual(sent)
    })
  })

  test('are not sent again while requests with them may be in flight', async () => {
    const { nonces, clock } = start()
    const sent = codesOf(await nonces.advertise(ALICE))
    nonces.report(ALICE, [])
    nonces.spend(SIGNING, ALICE, sent.slice(0, 1), REQUEST)
    expect(await nonces.advertise(ALICE)).toHaveLength(1)
    clock.now += NONCES_IN_FLIGHT
    expect(codesOf(await nonces.advertise(ALICE))).toEqual(expect.arrayContaining(sent.slice(1)))
  })

  test('fill any pool in our own ping, but only a nearly empty one in an answer', async () => {
    const { nonces } = start()
    const sent = codesOf(await nonces.advertise(ALICE))
    const held = sent.slice(0, NONCES_REFILL_BELOW)
    nonces.report(ALICE, held)
    expect(await nonces.advertise(ALICE)).toEqual([])
    const rest = sent.slice(NONCES_REFILL_BELOW)
    expect(codesOf(await nonces.advertise(ALICE, { topUp: true }))).toEqual(rest)
  })

  describe('for a peer whose pings can’t list what it holds', () => {
    test('are sent again when it asks; otherwise only if some were used or may be lost', async () => {
      const { nonces, clock } = start()
      const given = codesOf(await nonces.advertiseVersion1(ALICE))
      expect(given).toHaveLength(NONCES_PER_PEER_MAX)
      expect(await nonces.advertiseVersion1(ALICE)).toEqual([])
      const asked = { isAnswer: true }
      expect(codesOf(await nonces.advertiseVersion1(ALICE, asked))).toEqual(given)
      nonces.unanswered(ALICE)
      expect(codesOf(await nonces.advertiseVersion1(ALICE))).toEqual(given)
      clock.now += NONCES_PING_1_AGAIN
      expect(codesOf(await nonces.advertiseVersion1(ALICE))).toEqual(given)
      nonces.spend(SIGNING, ALICE, given.slice(0, 1), REQUEST)
      expect(await nonces.advertiseVersion1(ALICE, asked)).toHaveLength(1)
      clock.now += NONCES_IN_FLIGHT
      expect(codesOf(await nonces.advertiseVersion1(ALICE))).toEqual(
        expect.arrayContaining(given.slice(1)),
      )
    })

    test('include those that were sent in pings that it can’t read', async () => {
      const { nonces } = start()
      const sent = codesOf(await nonces.advertise(ALICE))
      nonces.reportVersion1(ALICE)
      expect(codesOf(await nonces.advertiseVersion1(ALICE))).toEqual(sent)
    })
  })

  test('are replaced if a peer runs short and does not take them for half a minute', async () => {
    const { nonces, store, clock } = start()
    const before = await nonces.advertise(ALICE)
    nonces.report(ALICE, [])
    clock.now += 29_999
    nonces.report(ALICE, [])
    const meanwhile = await nonces.advertise(ALICE)

    clock.now += 1
    nonces.report(ALICE, codesOf(before.slice(0, 3)))
    const after = await nonces.advertise(ALICE)

    expect(codesOf(meanwhile).sort()).toEqual(codesOf(before).sort())
    expect(after).toHaveLength(NONCES_PER_PEER_MAX - 3)
    expect(codesOf(after).filter((code) => codesOf(before).includes(code))).toEqual([])
    expect(store.unspent(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
  })

  test('are not replaced if the peer had enough of them meanwhile', async () => {
    const { nonces, clock } = start()
    const before = await nonces.advertise(ALICE)
    nonces.report(ALICE, [])
    clock.now += 20_000
    nonces.report(ALICE, codesOf(before.slice(0, NONCES_REFILL_BELOW)))
    clock.now += 20_000
    nonces.report(ALICE, [])
    const after = await nonces.advertise(ALICE)

    expect(codesOf(after).sort()).toEqual(codesOf(before).sort())
  })
})

describe('nonces of ours from before a start', () => {
  const restarted = async () => {
    const before = start()
    const codes = codesOf(await before.nonces.advertise(ALICE))
    return { codes, ...start(before.folder) }
  }

  test('count only once their peer has listed them', async () => {
    const { nonces, codes } = await restarted()
    const [one, two] = codes
    expect(nonces.spend(SIGNING, ALICE, [one ?? ''], REQUEST)).toBeNull()
    nonces.report(ALICE, [one ?? ''])
    expect(nonces.unspent(ALICE, two ?? '')).toBeUndefined()
    expect(nonces.spend(SIGNING, ALICE, [one ?? ''], REQUEST)).toHaveLength(1)
  })

  test('get no new ones beside them until their peer has listed what it holds', async () => {
    const { nonces, codes } = await restarted()
    expect(await nonces.advertise(ALICE)).toEqual([])
    nonces.report(ALICE, codes.slice(0, 3))
    expect(await nonces.advertise(ALICE)).toHaveLength(NONCES_PER_PEER_MAX - 3)
  })

  test('are deleted once they are missing in two lists of the peer', async () => {
    const { nonces, codes, store } = await restarted()
    nonces.report(ALICE, codes.slice(0, 40))
    expect(store.unspent(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
    nonces.report(ALICE, codes.slice(0, 50))
    expect(new Set(store.unspent(ALICE).map(({ nonce }) => nonce.code))).toEqual(
      new Set(codes.slice(0, 50)),
    )
    expect(nonces.unspent(ALICE, codes[45] ?? '')).toBeDefined()
  })

  describe('whose peer can’t list in its pings what it holds', () => {
    test('count once when it uses them, and are not sent again', async () => {
      const { nonces, store, codes } = await restarted()
      const [one = '', two = ''] = codes
      expect(nonces.unspent(ALICE, one)).toBeUndefined()
      nonces.reportVersion1(ALICE)
      const again = codesOf(await nonces.advertiseVersion1(ALICE, { isAnswer: true }))
      expect(again.filter((each) => codes.includes(each))).toEqual([])
      expect(nonces.spend(SIGNING, ALICE, [one], REQUEST)).toHaveLength(1)
      expect(nonces.spend(SIGNING, ALICE, [one], REQUEST)).toBeNull()
      expect(nonces.unspent(ALICE, one)).toBeUndefined()
      expect(nonces.unspent(ALICE, two)).toBeDefined()
      expect(store.unspent(ALICE).map(({ nonce }) => nonce.code)).not.toContain(one)
    })

    test("don't add up, however many starts there are", async () => {
      let { folder, nonces, store } = start()
      for (let starts = 6; starts > 0; starts -= 1) {
        expect(await nonces.advertiseVersion1(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
        ;({ nonces, store } = start(folder))
        nonces.reportVersion1(ALICE)
        expect(store.unspent(ALICE).length).toBeLessThanOrEqual(NONCES_DORMANT_MAX)
      }
    })

    test('no longer count once it can list them, except those it lists', async () => {
      const { nonces, codes } = await restarted()
      const [one = '', two = ''] = codes
      nonces.reportVersion1(ALICE)
      nonces.report(ALICE, [one])
      expect(nonces.unspent(ALICE, one)).toBeDefined()
      expect(nonces.unspent(ALICE, two)).toBeUndefined()
    })

    test('make room for new ones that come with signatures', async () => {
      const { nonces } = await restarted()
      expect(await nonces.replenish(ALICE)).toEqual([])
      nonces.reportVersion1(ALICE)
      const [one] = codesOf(await nonces.replenish(ALICE))
      expect(nonces.spend(SIGNING, ALICE, [one ?? ''], REQUEST)).toHaveLength(1)
    })
  })
})

describe('nonces of a peer', () => {
  const theirs = (count: number) => Array.from({ length: count }, () => generateNonce(seckey))

  test('are used once, the oldest first, even over a restart', () => {
    const { nonces, folder } = start()
    const given = theirs(10)
    nonces.receive(ALICE, given)
    expect(codesOf(nonces.use(ALICE, 2) ?? [])).toEqual(codesOf(given.slice(0, 2)))
    const { nonces: later } = start(folder)
    later.receive(ALICE, given)
    expect(codesOf(later.use(ALICE, 1) ?? [])).toEqual(codesOf(given.slice(2, 3)))
  })

  test('are enough for a request if they exceed the reserve, with one for each hash', () => {
    const { nonces } = start()
    nonces.receive(ALICE, theirs(5))
    expect(nonces.isUsable(ALICE, 1)).toBe(false)
    nonces.receive(ALICE, theirs(1))
    expect(nonces.isUsable(ALICE, 6)).toBe(true)
    expect(nonces.isUsable(ALICE, 7)).toBe(false)
  })

  describe('that we ask often', () => {
    const asking = () => {
      const started = start()
      const given = theirs(20)
      started.nonces.receive(ALICE, given)
      const codes = Array.from({ length: 3 }, () => {
        started.clock.now += NONCES_SET_ASIDE_WITHIN / 2
        return codesOf(started.nonces.use(ALICE, 1, { setsAside: true }) ?? [])[0]
      })
      return { ...started, given, codes }
    }

    test('are stored as used some requests ahead, and used in turn', () => {
      const { nonces, store, given, codes } = asking()
      expect(codes).toEqual(codesOf(given.slice(0, 3)))
      expect(nonces.held(ALICE)).toBe(17)
      const { held, used } = store.peerNonces(ALICE)
      expect(codesOf(held)).toEqual(codesOf(given.slice(1 + NONCES_SET_ASIDE)))
      expect(used).toEqual(codesOf(given.slice(0, 1 + NONCES_SET_ASIDE)))
    })

    test('are unused again when we stop asking', () => {
      const { nonces, folder, given } = asking()
      nonces.rest()
      const { nonces: later } = start(folder)
      expect(codesOf(later.use(ALICE, 17) ?? [])).toEqual(codesOf(given.slice(3)))
      later.receive(ALICE, given)
      expect(later.held(ALICE)).toBe(0)
    })

    test('are unused again when they were dropped', () => {
      const { nonces, folder, given } = asking()
      nonces.drop(ALICE)
      for (const now of [nonces, start(folder).nonces]) {
        now.receive(ALICE, given)
        expect(codesOf(now.use(ALICE, 17) ?? [])).toEqual(codesOf(given.slice(3)))
        now.drop(ALICE, codesOf(given.slice(3)))
      }
    })

    test('are unused again in their order, before newer ones', () => {
      const { nonces, folder, given } = asking()
      const more = theirs(2)
      nonces.receive(ALICE, more)
      nonces.rest()
      const expected = codesOf([...given.slice(3), ...more])
      for (const now of [start(folder).nonces, nonces]) {
        expect(codesOf(now.use(ALICE, 19) ?? [])).toEqual(expected)
      }
    })
  })

  test('that were dropped are accepted again, also used ones in unanswered requests', () => {
    const { nonces, folder } = start()
    const given = theirs(10)
    nonces.receive(ALICE, given)
    const [answered, unanswered] = codesOf(nonces.use(ALICE, 2) ?? [])
    nonces.drop(ALICE, [unanswered ?? ''])
    expect(nonces.held(ALICE)).toBe(0)
    for (const now of [nonces, start(folder).nonces]) {
      now.receive(ALICE, given)
      expect(now.held(ALICE)).toBe(9)
      expect(now.heldCodes(ALICE)).not.toContain(answered)
    }
  })

  test('that it turns out to have signed with stay used, even after they were dropped', () => {
    const { nonces, folder } = start()
    const given = theirs(10)
    nonces.receive(ALICE, given)
    const used = codesOf(nonces.use(ALICE, 2) ?? [])
    nonces.drop(ALICE, used)
    nonces.receive(ALICE, given)
    expect(nonces.heldCodes(ALICE)).toEqual(expect.arrayContaining(used))
    nonces.markUsed(ALICE, used)
    for (const now of [nonces, start(folder).nonces]) {
      now.receive(ALICE, given)
      expect(now.held(ALICE)).toBe(8)
      for (const code of used) expect(now.heldCodes(ALICE)).not.toContain(code)
    }
  })

  test('that can’t list what it holds are kept when it is silent', () => {
    const { nonces } = start()
    nonces.reportVersion1(ALICE)
    const given = theirs(10)
    nonces.receiveVersion1(ALICE, given)
    const used = codesOf(nonces.use(ALICE, 2) ?? [])
    nonces.drop(ALICE, used)
    expect(nonces.held(ALICE)).toBe(8)
  })

  test('from its last ping of version 1 are used before older ones', () => {
    const { nonces } = start()
    const [before, after] = [theirs(10), theirs(10)]
    nonces.receiveVersion1(ALICE, before)
    nonces.receiveVersion1(ALICE, after)
    expect(codesOf(nonces.use(ALICE, 11) ?? [])).toEqual(codesOf([...after, ...before.slice(0, 1)]))
  })

  test('that were used are not accepted again, even after thousands of others', () => {
    const { nonces, folder } = start()
    const given = theirs(1)
    nonces.receive(ALICE, given)
    nonces.use(ALICE, 1)
    const [template] = theirs(1)
    for (let used = 0; used < 5_000; used += 100) {
      const more = Array.from({ length: 100 }, () => ({ ...template, code: code() }) as Nonce)
      nonces.receive(ALICE, more)
      nonces.use(ALICE, 100)
    }
    for (const now of [nonces, start(folder).nonces]) {
      now.receive(ALICE, given)
      expect(now.held(ALICE)).toBe(0)
    }
  })

  test('that joins again replace the earlier ones, and used ones stay used', () => {
    const { nonces } = start()
    const [before, after] = [theirs(10), theirs(10)]
    nonces.receive(ALICE, before)
    const used = nonces.use(ALICE, 2) ?? []
    nonces.replaceHeld(ALICE, [...used, ...after])
    expect(nonces.heldCodes(ALICE)).toEqual(codesOf(after).toSorted())
  })

  test('are not accepted when they can’t be stored', () => {
    const { nonces } = start(undefined, failingIn('keepPeerNonces'))
    expect(() => nonces.receive(ALICE, theirs(10))).toThrow('disk full')
    expect(nonces.held(ALICE)).toBe(0)
  })
})

describe('the pool of our nonces', () => {
  /** Nonces after a start on an older copy of the folder, from before this many more were sent. */
  const putBack = async (more: number) => {
    const { folder, nonces } = start()
    const poolId = nonces.poolId(ALICE)
    const codes = codesOf(await nonces.advertise(ALICE)).slice(more)
    const lost = Array.from({ length: more }, code)
    return { ...start(folder), poolId, codes, reported: [...codes, ...lost] }
  }

  test('keeps its id after a start if the peer lists no lost nonces', async () => {
    const { nonces, poolId, codes } = await putBack(0)
    expect(nonces.report(ALICE, codes.slice(5), { readsPoolId: true })).toBe(false)
    expect(nonces.poolId(ALICE)).toBe(poolId)
  })

  test('gets a new id once the peer lists nonces that we lost, and all others are sent again', async () => {
    const { nonces, store, poolId, codes, reported } = await putBack(10)
    const other = nonces.poolId(BOB)
    expect(nonces.report(ALICE, reported, { readsPoolId: true })).toBe(true)
    expect(nonces.poolId(ALICE)).not.toBe(poolId)
    expect([nonces.poolId(ALICE), nonces.poolId(BOB)]).toEqual([store.poolId(ALICE), other])
    const sent = codesOf(await nonces.advertise(ALICE))
    expect(sent).toHaveLength(NONCES_PER_PEER_MAX)
    expect(sent).toEqual(expect.arrayContaining(codes))
  })

  test('gets a new id that is sent with all nonces, even after a ping of the peer has crossed it', async () => {
    const { nonces, reported } = await putBack(10)
    nonces.report(ALICE, reported, { readsPoolId: true })
    nonces.report(ALICE, reported, { readsPoolId: true })
    nonces.poolId(ALICE)
    expect(await nonces.advertise(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
  })

  test('gets a new id at most once a start, whatever the peer lists', async () => {
    const { nonces, reported } = await putBack(10)
    expect(nonces.report(ALICE, reported, { readsPoolId: true })).toBe(true)
    const poolId = nonces.poolId(ALICE)
    expect(nonces.report(ALICE, reported, { readsPoolId: true })).toBe(false)
    expect(nonces.poolId(ALICE)).toBe(poolId)
  })

  test('keeps its id if the peer does not read it, or has just used what it lists', async () => {
    const { nonces, poolId, reported } = await putBack(10)
    expect(nonces.report(ALICE, reported)).toBe(false)
    const [used = ''] = codesOf(await nonces.advertise(BOB))
    nonces.spend(SIGNING, BOB, [used], REQUEST)
    const ofBob = nonces.poolId(BOB)
    expect(nonces.report(BOB, [used], { readsPoolId: true })).toBe(false)
    expect([nonces.poolId(ALICE), nonces.poolId(BOB)]).toEqual([poolId, ofBob])
  })

  test('is reloaded when the store has renewed it', async () => {
    const { nonces, store } = start()
    const before = nonces.poolId(ALICE)
    const [one = ''] = codesOf(await nonces.advertise(ALICE))
    store.spend(ALICE, [one])
    const renewed = store.renewPool(ALICE)
    expect(renewed).not.toBe(before)
    expect(nonces.poolId(ALICE)).toBe(renewed)
    expect(nonces.unspent(ALICE, one)).toBeUndefined()
  })
})

describe('the nonces in a ping', () => {
  const theirs = (count: number) => Array.from({ length: count }, () => generateNonce(seckey))
  const [first, second] = ['f1'.repeat(32), 'f2'.repeat(32)]
  const held = (nonces: Nonces) => nonces.heldCodes(ALICE)
  const sorted = (nonces: readonly Nonce[]) => codesOf(nonces).toSorted()

  test('of another pool replace what we hold, once, even over a restart', () => {
    const { nonces, folder } = start()
    const [before, after, more] = [theirs(10), theirs(3), theirs(2)]
    expect(nonces.take(ALICE, { nonces: before, poolId: first })).toBe(false)
    const { nonces: later } = start(folder)
    expect(later.take(ALICE, { nonces: after, poolId: second })).toBe(true)
    expect(held(later)).toEqual(sorted(after))
    expect(later.take(ALICE, { nonces: more, poolId: second })).toBe(false)
    expect(held(later)).toEqual(sorted([...after, ...more]))
    expect(held(start(folder).nonces)).toEqual(sorted([...after, ...more]))
  })

  test('without a pool id, or with the first one, are added to what we hold', () => {
    const { nonces } = start()
    const [before, after] = [theirs(10), theirs(3)]
    nonces.receive(ALICE, before)
    for (const poolId of [undefined, first, undefined, first]) {
      expect(nonces.take(ALICE, { nonces: after, poolId })).toBe(false)
      expect(held(nonces)).toEqual(sorted([...before, ...after]))
    }
  })

  test('with the first pool id since the peer joined again are added, too', () => {
    const { nonces, folder } = start()
    const joined = theirs(4)
    nonces.take(ALICE, { nonces: theirs(10), poolId: first })
    nonces.replaceHeld(ALICE, joined)
    for (const now of [nonces, start(folder).nonces]) {
      expect(now.take(ALICE, { nonces: [], poolId: second })).toBe(false)
      expect(held(now)).toEqual(sorted(joined))
    }
  })

  test('are held even if the ping also reports them as lost; other lost ones are dropped', () => {
    const { nonces, folder } = start()
    const [good, lost, again, unsaid] = [theirs(2), theirs(2), theirs(2), theirs(2)]
    nonces.receive(ALICE, [...good, ...lost, ...again, ...unsaid])
    nonces.take(ALICE, { nonces: again, lost: new Set(codesOf([...lost, ...again])) })
    for (const now of [nonces, start(folder).nonces]) {
      expect(held(now)).toEqual(sorted([...good, ...again, ...unsaid]))
    }
    nonces.receive(ALICE, lost)
    expect(nonces.held(ALICE)).toBe(8)
  })

  test('are not stored again if nothing has changed', () => {
    const { nonces, store } = start(undefined, failingIn('keepPeerNonces'))
    const given = theirs(3)
    store.keepPeerNonces(ALICE, { held: given, used: [], poolId: first })
    expect(nonces.take(ALICE, { nonces: given, poolId: first })).toBe(false)
  })
})

test('a request is new once for each author, even over a restart', () => {
  const { nonces, folder } = start()
  expect(nonces.isNewRequest(ALICE, 'one')).toBe(true)
  expect(nonces.isNewRequest(ALICE, 'one')).toBe(false)
  expect(nonces.isNewRequest(BOB, 'one')).toBe(true)
  expect(start(folder).nonces.isNewRequest(ALICE, 'one')).toBe(false)
})

describe('a request that will spend nonces', () => {
  test('is known after a restart when it spent none and is settled', () => {
    const { nonces, folder } = start()
    expect(nonces.isNewRequest(ALICE, REQUEST, { spends: true })).toBe(true)
    nonces.settle(ALICE, REQUEST)
    const again = start(folder).nonces
    expect(again.isNewRequest(ALICE, REQUEST, { spends: true })).toBe(false)
  })

  test('can’t be repeated after a restart when it has spent them', async () => {
    const { nonces, folder } = start()
    const [one = ''] = codesOf(await nonces.advertise(ALICE))
    nonces.isNewRequest(ALICE, REQUEST, { spends: true })
    expect(nonces.spend(SIGNING, ALICE, [one], REQUEST)).toHaveLength(1)
    nonces.settle(ALICE, REQUEST)
    expect(nonces.isNewRequest(ALICE, REQUEST, { spends: true })).toBe(false)

    const after = start(folder).nonces
    after.report(ALICE, [one])
    expect(after.unspent(ALICE, one)).toBeUndefined()
    expect(after.spend(SIGNING, ALICE, [one], REQUEST)).toBeNull()
  })
})
