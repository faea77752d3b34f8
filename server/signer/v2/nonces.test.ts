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
import { KnownRequests } from './known-requests.ts'
import { type NonceStore, reportedStore } from './nonce-store.ts'
import { Nonces } from './nonces.ts'
import type { PeerNonces } from './peer-nonces.ts'

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
  const reported = reportedStore(change(store), onStore)
  const nonces = new Nonces({ store: reported, seckey, make, now })
  return {
    ...{ folder: kept.folder, store, storeWorks, clock },
    nonces,
    own: (peer = ALICE) => nonces.of(peer).own,
    theirs: (peer = ALICE) => nonces.of(peer).theirs,
    requests: new KnownRequests(reported, now),
  }
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
    const { own, store } = start()
    const advertised = await own().advertise()
    expect(advertised).toHaveLength(NONCES_PER_PEER_MAX)
    expect(new Set(store.unspent(ALICE).map(({ nonce }) => nonce.code))).toEqual(
      new Set(codesOf(advertised)),
    )
  })

  test('are never advertised when they can’t be stored', async () => {
    const { own, storeWorks } = start(undefined, failingIn('add'))
    await expect(own().advertise()).rejects.toThrow('disk full')
    expect(storeWorks).toEqual([true, true, false])
  })

  test('are deleted from the disk when their secrets are released, which happens once', async () => {
    const { own, store } = start()
    const advertised = await own().advertise()
    const [one, two] = codesOf(advertised)
    const wanted = [two ?? '', one ?? '']
    expect(own().unspent(one ?? '')).toEqual(advertised[0])
    const secrets = own().spend(SIGNING, wanted)
    expect(codesOf(secrets ?? [])).toEqual(wanted)
    const left = store.unspent(ALICE).map(({ nonce }) => nonce.code)
    expect(left.filter((each) => wanted.includes(each))).toEqual([])
    expect(own().spend(SIGNING, wanted)).toBeNull()
    expect(own().unspent(wanted[0] ?? '')).toBeUndefined()
  })

  test('stay secret when they can’t be deleted', async () => {
    const { own } = start(undefined, failingIn('spend'))
    const [one] = codesOf(await own().advertise())
    expect(() => own().spend(SIGNING, [one ?? ''])).toThrow('disk full')
  })

  test('are all spent or none', async () => {
    const { own } = start()
    const [one] = codesOf(await own().advertise())
    expect(own().spend(SIGNING, [one ?? '', code()])).toBeNull()
    expect(own().spend(SIGNING, [one ?? ''])).toHaveLength(1)
  })

  test('can’t be used by another peer', async () => {
    const { own } = start()
    const [one] = codesOf(await own().advertise())
    expect(own(BOB).unspent(one ?? '')).toBeUndefined()
    expect(own(BOB).spend(SIGNING, [one ?? ''])).toBeNull()
  })

  test('are not usable once they are missing on the disk', async () => {
    const { own, store } = start()
    const [one, two] = codesOf(await own().advertise())
    store.spend(ALICE, [one ?? ''])
    expect(own().spend(SIGNING, [one ?? ''])).toBeNull()
    expect(own().unspent(one ?? '')).toBeUndefined()
    expect(own().unspent(two ?? '')).toBeDefined()
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
      const sent = codesOf(await started.own().advertise())
      const spend = (code: string) => started.own().spend(SIGNING, [code], options)
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
      const { own, sent, spend } = await asked(3)
      expect(await own().advertise()).toHaveLength(3)
      expect(own().unspent(sent[3] ?? '')).toBeDefined()
      expect(spend(sent[2] ?? '')).toBeNull()
      expect(own().spend(SIGNING, [sent[3] ?? '', sent[3] ?? ''])).toBeNull()
      expect(spend(sent[3] ?? '')).toHaveLength(1)
      expect(spend(sent[3] ?? '')).toBeNull()
    })

    test('are lost with the process once they are deleted ahead, whatever the peer lists', async () => {
      const { folder, sent } = await asked(3)
      const { own } = start(folder)
      expect(own().report(sent.slice(3), { readsPoolId: true })).toBe(true)
      const usable = sent.filter((code) => own().unspent(code) !== undefined)
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
      const { own, sent, clock, store } = await asked(2)
      for (const _ of [1, 2]) {
        own().report(sent.slice(-1))
        clock.now += 3_600_000
      }
      expect(sent.filter((code) => own().unspent(code))).toEqual(sent.slice(-1))
      expect(store.unspent(ALICE)).toHaveLength(1)
    })
  })

  test('are made without blocking the event loop', async () => {
    const { own } = start()
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await Promise.all([ALICE, BOB].map((peer) => own(peer).advertiseAll()))
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(2)
  })

  test('are not made twice for two calls at once', async () => {
    const { own, store } = start()
    await Promise.all([own().advertise(), own().advertise()])
    expect(store.unspent(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
  })

  describe('that came with a signature', () => {
    const replenished = async () => {
      const started = start()
      return { ...started, sent: codesOf(await started.own().replenish()) }
    }

    test('replace the spent ones, and were never sent before', async () => {
      const { own, sent, clock } = await replenished()
      expect(sent).toHaveLength(NONCES_PER_PEER_MAX)
      expect(await own().replenish()).toEqual([])
      own().spend(SIGNING, sent.slice(0, 10))
      clock.now += 3_600_000
      const more = codesOf(await own().replenish())
      expect(more).toHaveLength(10)
      expect(more.filter((each) => sent.includes(each))).toEqual([])
    })

    test('are sent again with a ping when the peer says that it has none', async () => {
      const { own, sent } = await replenished()
      own().report([])
      expect(codesOf(await own().advertise())).toEqual(sent)
    })
  })

  test('are not sent again while requests with them may be in flight', async () => {
    const { own, clock } = start()
    const sent = codesOf(await own().advertise())
    own().report([])
    own().spend(SIGNING, sent.slice(0, 1))
    expect(await own().advertise()).toHaveLength(1)
    clock.now += NONCES_IN_FLIGHT
    expect(codesOf(await own().advertise())).toEqual(expect.arrayContaining(sent.slice(1)))
  })

  test('fill any pool in our own ping, but only a nearly empty one in an answer', async () => {
    const { own } = start()
    const sent = codesOf(await own().advertise())
    const held = sent.slice(0, NONCES_REFILL_BELOW)
    own().report(held)
    expect(await own().advertise()).toEqual([])
    const rest = sent.slice(NONCES_REFILL_BELOW)
    expect(codesOf(await own().advertise({ topUp: true }))).toEqual(rest)
  })

  describe('for a peer whose pings can’t list what it holds', () => {
    test('are sent again when it asks; otherwise only if some were used or may be lost', async () => {
      const { own, clock } = start()
      const given = codesOf(await own().advertiseVersion1())
      expect(given).toHaveLength(NONCES_PER_PEER_MAX)
      expect(await own().advertiseVersion1()).toEqual([])
      const asked = { isAnswer: true }
      expect(codesOf(await own().advertiseVersion1(asked))).toEqual(given)
      own().unanswered()
      expect(codesOf(await own().advertiseVersion1())).toEqual(given)
      clock.now += NONCES_PING_1_AGAIN
      expect(codesOf(await own().advertiseVersion1())).toEqual(given)
      own().spend(SIGNING, given.slice(0, 1))
      expect(await own().advertiseVersion1(asked)).toHaveLength(1)
      clock.now += NONCES_IN_FLIGHT
      expect(codesOf(await own().advertiseVersion1())).toEqual(
        expect.arrayContaining(given.slice(1)),
      )
    })

    test('include those that were sent in pings that it can’t read', async () => {
      const { own } = start()
      const sent = codesOf(await own().advertise())
      own().reportVersion1()
      expect(codesOf(await own().advertiseVersion1())).toEqual(sent)
    })
  })

  test('are replaced if a peer runs short and does not take them for half a minute', async () => {
    const { own, store, clock } = start()
    const before = await own().advertise()
    own().report([])
    clock.now += 29_999
    own().report([])
    const meanwhile = await own().advertise()

    clock.now += 1
    own().report(codesOf(before.slice(0, 3)))
    const after = await own().advertise()

    expect(codesOf(meanwhile).sort()).toEqual(codesOf(before).sort())
    expect(after).toHaveLength(NONCES_PER_PEER_MAX - 3)
    expect(codesOf(after).filter((code) => codesOf(before).includes(code))).toEqual([])
    expect(store.unspent(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
  })

  test('are not replaced if the peer had enough of them meanwhile', async () => {
    const { own, clock } = start()
    const before = await own().advertise()
    own().report([])
    clock.now += 20_000
    own().report(codesOf(before.slice(0, NONCES_REFILL_BELOW)))
    clock.now += 20_000
    own().report([])
    const after = await own().advertise()

    expect(codesOf(after).sort()).toEqual(codesOf(before).sort())
  })
})

describe('nonces of ours from before a start', () => {
  const restarted = async () => {
    const before = start()
    const codes = codesOf(await before.own().advertise())
    return { codes, ...start(before.folder) }
  }

  test('count only once their peer has listed them', async () => {
    const { own, codes } = await restarted()
    const [one, two] = codes
    expect(own().spend(SIGNING, [one ?? ''])).toBeNull()
    own().report([one ?? ''])
    expect(own().unspent(two ?? '')).toBeUndefined()
    expect(own().spend(SIGNING, [one ?? ''])).toHaveLength(1)
  })

  test('get no new ones beside them until their peer has listed what it holds', async () => {
    const { own, codes } = await restarted()
    expect(await own().advertise()).toEqual([])
    own().report(codes.slice(0, 3))
    expect(await own().advertise()).toHaveLength(NONCES_PER_PEER_MAX - 3)
  })

  test('are deleted once they are missing in two lists of the peer', async () => {
    const { own, codes, store } = await restarted()
    own().report(codes.slice(0, 40))
    expect(store.unspent(ALICE)).toHaveLength(NONCES_PER_PEER_MAX)
    own().report(codes.slice(0, 50))
    expect(new Set(store.unspent(ALICE).map(({ nonce }) => nonce.code))).toEqual(
      new Set(codes.slice(0, 50)),
    )
    expect(own().unspent(codes[45] ?? '')).toBeDefined()
  })

  describe('whose peer can’t list in its pings what it holds', () => {
    test('count once when it uses them, and are not sent again', async () => {
      const { own, store, codes } = await restarted()
      const [one = '', two = ''] = codes
      expect(own().unspent(one)).toBeUndefined()
      own().reportVersion1()
      const again = codesOf(await own().advertiseVersion1({ isAnswer: true }))
      expect(again.filter((each) => codes.includes(each))).toEqual([])
      expect(own().spend(SIGNING, [one])).toHaveLength(1)
      expect(own().spend(SIGNING, [one])).toBeNull()
      expect(own().unspent(one)).toBeUndefined()
      expect(own().unspent(two)).toBeDefined()
      expect(store.unspent(ALICE).map(({ nonce }) => nonce.code)).not.toContain(one)
    })

    test("don't add up, however many starts there are", async () => {
      let { folder, own, store } = start()
      for (let starts = 6; starts > 0; starts -= 1) {
        expect(await own().advertiseVersion1()).toHaveLength(NONCES_PER_PEER_MAX)
        ;({ own, store } = start(folder))
        own().reportVersion1()
        expect(store.unspent(ALICE).length).toBeLessThanOrEqual(NONCES_DORMANT_MAX)
      }
    })

    test('no longer count once it can list them, except those it lists', async () => {
      const { own, codes } = await restarted()
      const [one = '', two = ''] = codes
      own().reportVersion1()
      own().report([one])
      expect(own().unspent(one)).toBeDefined()
      expect(own().unspent(two)).toBeUndefined()
    })

    test('make room for new ones that come with signatures', async () => {
      const { own } = await restarted()
      expect(await own().replenish()).toEqual([])
      own().reportVersion1()
      const [one] = codesOf(await own().replenish())
      expect(own().spend(SIGNING, [one ?? ''])).toHaveLength(1)
    })
  })
})

describe('nonces of a peer', () => {
  const newNonces = (count: number) => Array.from({ length: count }, () => generateNonce(seckey))

  test('are used once, the oldest first, even over a restart', () => {
    const { theirs, folder } = start()
    const given = newNonces(10)
    theirs().receive(given)
    expect(codesOf(theirs().use(2) ?? [])).toEqual(codesOf(given.slice(0, 2)))
    const { theirs: later } = start(folder)
    later().receive(given)
    expect(codesOf(later().use(1) ?? [])).toEqual(codesOf(given.slice(2, 3)))
  })

  test('are enough for a request if they exceed the reserve, with one for each hash', () => {
    const { theirs } = start()
    theirs().receive(newNonces(5))
    expect(theirs().isUsable(1)).toBe(false)
    theirs().receive(newNonces(1))
    expect(theirs().isUsable(6)).toBe(true)
    expect(theirs().isUsable(7)).toBe(false)
  })

  describe('that we ask often', () => {
    const asking = () => {
      const started = start()
      const given = newNonces(20)
      started.theirs().receive(given)
      const codes = Array.from({ length: 3 }, () => {
        started.clock.now += NONCES_SET_ASIDE_WITHIN / 2
        return codesOf(started.theirs().use(1, { setsAside: true }) ?? [])[0]
      })
      return { ...started, given, codes }
    }

    test('are stored as used some requests ahead, and used in turn', () => {
      const { theirs, store, given, codes } = asking()
      expect(codes).toEqual(codesOf(given.slice(0, 3)))
      expect(theirs().held).toBe(17)
      const { held, used } = store.peerNonces(ALICE)
      expect(codesOf(held)).toEqual(codesOf(given.slice(1 + NONCES_SET_ASIDE)))
      expect(used).toEqual(codesOf(given.slice(0, 1 + NONCES_SET_ASIDE)))
    })

    test('are unused again when we stop asking', () => {
      const { nonces, folder, given } = asking()
      nonces.rest()
      const { theirs: later } = start(folder)
      expect(codesOf(later().use(17) ?? [])).toEqual(codesOf(given.slice(3)))
      later().receive(given)
      expect(later().held).toBe(0)
    })

    test('are unused again when they were dropped', () => {
      const { nonces, folder, given } = asking()
      nonces.drop(ALICE)
      for (const now of [nonces, start(folder).nonces]) {
        const { theirs } = now.of(ALICE)
        theirs.receive(given)
        expect(codesOf(theirs.use(17) ?? [])).toEqual(codesOf(given.slice(3)))
        now.drop(ALICE, codesOf(given.slice(3)))
      }
    })

    test('are unused again in their order, before newer ones', () => {
      const { nonces, theirs, folder, given } = asking()
      const more = newNonces(2)
      theirs().receive(more)
      nonces.rest()
      const expected = codesOf([...given.slice(3), ...more])
      for (const now of [start(folder).theirs, theirs]) {
        expect(codesOf(now().use(19) ?? [])).toEqual(expected)
      }
    })
  })

  test('that were dropped are accepted again, also used ones in unanswered requests', () => {
    const { nonces, theirs, folder } = start()
    const given = newNonces(10)
    theirs().receive(given)
    const [answered, unanswered] = codesOf(theirs().use(2) ?? [])
    nonces.drop(ALICE, [unanswered ?? ''])
    expect(theirs().held).toBe(0)
    for (const now of [theirs, start(folder).theirs]) {
      now().receive(given)
      expect(now().held).toBe(9)
      expect(now().heldCodes).not.toContain(answered)
    }
  })

  test('that it turns out to have signed with stay used, even after they were dropped', () => {
    const { nonces, theirs, folder } = start()
    const given = newNonces(10)
    theirs().receive(given)
    const used = codesOf(theirs().use(2) ?? [])
    nonces.drop(ALICE, used)
    theirs().receive(given)
    expect(theirs().heldCodes).toEqual(expect.arrayContaining(used))
    theirs().markUsed(used)
    for (const now of [theirs, start(folder).theirs]) {
      now().receive(given)
      expect(now().held).toBe(8)
      for (const code of used) expect(now().heldCodes).not.toContain(code)
    }
  })

  test('that can’t list what it holds are kept when it is silent', () => {
    const { nonces, own, theirs } = start()
    own().reportVersion1()
    const given = newNonces(10)
    nonces.receiveVersion1(ALICE, given)
    const used = codesOf(theirs().use(2) ?? [])
    nonces.drop(ALICE, used)
    expect(theirs().held).toBe(8)
  })

  test('from its last ping of version 1 are used before older ones', () => {
    const { nonces, theirs } = start()
    const [before, after] = [newNonces(10), newNonces(10)]
    nonces.receiveVersion1(ALICE, before)
    nonces.receiveVersion1(ALICE, after)
    expect(codesOf(theirs().use(11) ?? [])).toEqual(codesOf([...after, ...before.slice(0, 1)]))
  })

  test('that were used are not accepted again, even after thousands of others', () => {
    const { theirs, folder } = start()
    const given = newNonces(1)
    theirs().receive(given)
    theirs().use(1)
    const [template] = newNonces(1)
    for (let used = 0; used < 5_000; used += 100) {
      const more = Array.from({ length: 100 }, () => ({ ...template, code: code() }) as Nonce)
      theirs().receive(more)
      theirs().use(100)
    }
    for (const now of [theirs, start(folder).theirs]) {
      now().receive(given)
      expect(now().held).toBe(0)
    }
  })

  test('that joins again replace the earlier ones, and used ones stay used', () => {
    const { theirs } = start()
    const [before, after] = [newNonces(10), newNonces(10)]
    theirs().receive(before)
    const used = theirs().use(2) ?? []
    theirs().replaceHeld([...used, ...after])
    expect(theirs().heldCodes).toEqual(codesOf(after).toSorted())
  })

  test('are not accepted when they can’t be stored', () => {
    const { theirs } = start(undefined, failingIn('keepPeerNonces'))
    expect(() => theirs().receive(newNonces(10))).toThrow('disk full')
    expect(theirs().held).toBe(0)
  })
})

describe('the pool of our nonces', () => {
  /** Nonces after a start on an older copy of the folder, from before this many more were sent. */
  const putBack = async (more: number) => {
    const { folder, own } = start()
    const poolId = own().poolId()
    const codes = codesOf(await own().advertise()).slice(more)
    const lost = Array.from({ length: more }, code)
    return { ...start(folder), poolId, codes, reported: [...codes, ...lost] }
  }

  test('keeps its id after a start if the peer lists no lost nonces', async () => {
    const { own, poolId, codes } = await putBack(0)
    expect(own().report(codes.slice(5), { readsPoolId: true })).toBe(false)
    expect(own().poolId()).toBe(poolId)
  })

  test('gets a new id once the peer lists nonces that we lost, and all others are sent again', async () => {
    const { own, store, poolId, codes, reported } = await putBack(10)
    const other = own(BOB).poolId()
    expect(own().report(reported, { readsPoolId: true })).toBe(true)
    expect(own().poolId()).not.toBe(poolId)
    expect([own().poolId(), own(BOB).poolId()]).toEqual([store.poolId(ALICE), other])
    const sent = codesOf(await own().advertise())
    expect(sent).toHaveLength(NONCES_PER_PEER_MAX)
    expect(sent).toEqual(expect.arrayContaining(codes))
  })

  test('gets a new id that is sent with all nonces, even after a ping of the peer has crossed it', async () => {
    const { own, reported } = await putBack(10)
    own().report(reported, { readsPoolId: true })
    own().report(reported, { readsPoolId: true })
    own().poolId()
    expect(await own().advertise()).toHaveLength(NONCES_PER_PEER_MAX)
  })

  test('gets a new id at most once a start, whatever the peer lists', async () => {
    const { own, reported } = await putBack(10)
    expect(own().report(reported, { readsPoolId: true })).toBe(true)
    const poolId = own().poolId()
    expect(own().report(reported, { readsPoolId: true })).toBe(false)
    expect(own().poolId()).toBe(poolId)
  })

  test('gets a new id with the next list if it could not be stored', async () => {
    let isFull = true
    const full = withOwn('renewPool', (store) => (peer) => {
      if (isFull) throw new Error('disk full')
      return store.renewPool(peer)
    })
    const { folder, reported } = await putBack(10)
    const { own } = start(folder, full)
    expect(() => own().report(reported, { readsPoolId: true })).toThrow('disk full')
    isFull = false
    expect(own().report(reported, { readsPoolId: true })).toBe(true)
  })

  test('keeps its id if the peer does not read it, or has just used what it lists', async () => {
    const { own, poolId, reported } = await putBack(10)
    expect(own().report(reported)).toBe(false)
    const [used = ''] = codesOf(await own(BOB).advertise())
    own(BOB).spend(SIGNING, [used])
    const ofBob = own(BOB).poolId()
    expect(own(BOB).report([used], { readsPoolId: true })).toBe(false)
    expect([own().poolId(), own(BOB).poolId()]).toEqual([poolId, ofBob])
  })

  test('is reloaded when the store has renewed it', async () => {
    const { own, store } = start()
    const before = own().poolId()
    const [one = ''] = codesOf(await own().advertise())
    store.spend(ALICE, [one])
    const renewed = store.renewPool(ALICE)
    expect(renewed).not.toBe(before)
    expect(own().poolId()).toBe(renewed)
    expect(own().unspent(one)).toBeUndefined()
  })
})

describe('the nonces in a ping', () => {
  const newNonces = (count: number) => Array.from({ length: count }, () => generateNonce(seckey))
  const [first, second] = ['f1'.repeat(32), 'f2'.repeat(32)]
  const held = (theirs: () => PeerNonces) => theirs().heldCodes
  const sorted = (nonces: readonly Nonce[]) => codesOf(nonces).toSorted()

  test('of another pool replace what we hold, once, even over a restart', () => {
    const { theirs, folder } = start()
    const [before, after, more] = [newNonces(10), newNonces(3), newNonces(2)]
    expect(theirs().take({ nonces: before, poolId: first })).toBe(false)
    const { theirs: later } = start(folder)
    expect(later().take({ nonces: after, poolId: second })).toBe(true)
    expect(held(later)).toEqual(sorted(after))
    expect(later().take({ nonces: more, poolId: second })).toBe(false)
    expect(held(later)).toEqual(sorted([...after, ...more]))
    expect(held(start(folder).theirs)).toEqual(sorted([...after, ...more]))
  })

  test('without a pool id, or with the first one, are added to what we hold', () => {
    const { theirs } = start()
    const [before, after] = [newNonces(10), newNonces(3)]
    theirs().receive(before)
    for (const poolId of [undefined, first, undefined, first]) {
      expect(theirs().take({ nonces: after, poolId })).toBe(false)
      expect(held(theirs)).toEqual(sorted([...before, ...after]))
    }
  })

  test('with the first pool id since the peer joined again are added, too', () => {
    const { theirs, folder } = start()
    const joined = newNonces(4)
    theirs().take({ nonces: newNonces(10), poolId: first })
    theirs().replaceHeld(joined)
    for (const now of [theirs, start(folder).theirs]) {
      expect(now().take({ nonces: [], poolId: second })).toBe(false)
      expect(held(now)).toEqual(sorted(joined))
    }
  })

  test('are held even if the ping also reports them as lost; other lost ones are dropped', () => {
    const { theirs, folder } = start()
    const [good, lost, again, unsaid] = [newNonces(2), newNonces(2), newNonces(2), newNonces(2)]
    theirs().receive([...good, ...lost, ...again, ...unsaid])
    theirs().take({ nonces: again, lost: new Set(codesOf([...lost, ...again])) })
    for (const now of [theirs, start(folder).theirs]) {
      expect(held(now)).toEqual(sorted([...good, ...again, ...unsaid]))
    }
    theirs().receive(lost)
    expect(theirs().held).toBe(8)
  })

  test('are not stored again if nothing has changed', () => {
    const { theirs, store } = start(undefined, failingIn('keepPeerNonces'))
    const given = newNonces(3)
    store.keepPeerNonces(ALICE, { held: given, used: [], poolId: first })
    expect(theirs().take({ nonces: given, poolId: first })).toBe(false)
  })
})

test('a request is new once for each author, even over a restart', () => {
  const { requests, folder } = start()
  expect(requests.isNew(ALICE, 'one')).toBe(true)
  expect(requests.isNew(ALICE, 'one')).toBe(false)
  expect(requests.isNew(BOB, 'one')).toBe(true)
  expect(start(folder).requests.isNew(ALICE, 'one')).toBe(false)
})

describe('a request that will spend nonces', () => {
  test('is known after a restart when it spent none and is settled', () => {
    const { requests, folder } = start()
    expect(requests.isNew(ALICE, REQUEST, { spends: true })).toBe(true)
    requests.settle(ALICE, REQUEST)
    const again = start(folder).requests
    expect(again.isNew(ALICE, REQUEST, { spends: true })).toBe(false)
  })

  test('can’t be repeated after a restart when it has spent them', async () => {
    const { own, requests, folder } = start()
    const [one = ''] = codesOf(await own().advertise())
    requests.isNew(ALICE, REQUEST, { spends: true })
    expect(own().spend(SIGNING, [one])).toHaveLength(1)
    requests.spent(ALICE, REQUEST)
    requests.settle(ALICE, REQUEST)
    expect(requests.isNew(ALICE, REQUEST, { spends: true })).toBe(false)

    const { own: later } = start(folder)
    later().report([one])
    expect(later().unspent(one)).toBeUndefined()
    expect(later().spend(SIGNING, [one])).toBeNull()
  })
})
