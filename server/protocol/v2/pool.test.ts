import { describe, expect, test } from 'vitest'
import { seededPrng } from '#tests/support/prng.ts'
import { present, recordedData, recordedStep } from '#tests/support/v2-vectors.ts'
import {
  NONCES_PER_PEER_MAX,
  NONCES_REFILL_BELOW,
  NONCES_REPLENISHED_AT_ONCE,
  NONCES_RESERVE,
  NONCES_TARGET,
  NONCES_USED_KEPT,
} from '../limits.ts'
import type { SecretNonce } from './frost.ts'
import type { Nonce, Ping, Ping2 } from './messages.ts'
import {
  type Advertisement,
  advertise,
  advertiseAll,
  advertiseNew,
  heldCodes,
  isUsable,
  type OwnPool,
  type PeerPool,
  receive,
  replenish,
  spend,
  use,
} from './pool.ts'

const prng = seededPrng(407)
const hex = (bytes: number) => Buffer.from(prng.bytes(bytes)).toString('hex')

/** The rules look only at codes, so these need not be points. */
const secretNonce = (): SecretNonce => ({
  binder_pn: `02${hex(32)}`,
  hidden_pn: `02${hex(32)}`,
  code: hex(32),
  binder_sn: hex(32),
  hidden_sn: hex(32),
})
const codesOf = (nonces: Iterable<Nonce>): string[] => [...nonces].map(({ code }) => code)
const poolOf = (nonces: readonly SecretNonce[]): OwnPool => ({
  unspent: new Map(nonces.map((nonce) => [nonce.code, nonce])),
  reported: [],
})
const withUnspent = (count: number) => poolOf(Array.from({ length: count }, secretNonce))
const report = (pool: OwnPool, reported: readonly string[]): OwnPool => ({ ...pool, reported })
const none = (): PeerPool => ({ held: [], used: new Set() })
const unspentCodes = ({ unspent }: OwnPool): string[] => [...unspent.keys()]
const never = (): SecretNonce => {
  throw new Error('no nonce is missing')
}

/** The nonces that a peer would send: without secrets. */
const theirs = (count: number): Nonce[] =>
  Array.from({ length: count }, secretNonce).map(({ binder_pn, hidden_pn, code }) => ({
    binder_pn,
    hidden_pn,
    code,
  }))

function asPing2(ping: Ping): Ping2 {
  if (ping.version !== 2) throw new Error('the recorded pings are of version 2')
  return ping
}

describe('beside the recorded devices', () => {
  const pings = (step: string) => {
    const events = present(recordedStep(step).events)
    return {
      request: asPing2(recordedData(events, 'PingRequest')),
      response: asPing2(recordedData(events, 'PingResponse')),
    }
  }
  const first = pings('ping 1->2')
  const second = pings('ping 2->1 (held')

  /** Makes the nonces of the genuine device, in a random order. */
  function recordedMaker(nonces: readonly Nonce[]) {
    const queue = prng.shuffle(nonces)
    return () => ({ ...present(queue.shift()), binder_sn: hex(32), hidden_sn: hex(32) })
  }

  test('two pings advertise, hold and report the same nonces', () => {
    const make1 = recordedMaker(first.request.advertised_nonces)
    const make2 = recordedMaker(first.response.advertised_nonces)

    const asked = advertise(poolOf([]), make1)
    expect(asked.nonces).toEqual(first.request.advertised_nonces)
    expect(heldCodes(none())).toEqual(first.request.held_peer_nonce_codes)

    const own2 = poolOf([])
    const held2 = receive(none(), asked.nonces)
    const answered = advertise(report(own2, first.request.held_peer_nonce_codes), make2)
    expect(answered.nonces).toEqual(first.response.advertised_nonces)
    expect(heldCodes(held2)).toEqual(first.response.held_peer_nonce_codes)

    const held1 = receive(none(), answered.nonces)
    const again = advertise(
      report(poolOf(answered.fresh), first.request.held_peer_nonce_codes),
      never,
    )
    expect(again.nonces).toEqual(second.request.advertised_nonces)
    expect(heldCodes(held2)).toEqual(second.request.held_peer_nonce_codes)

    const own1 = report(poolOf(asked.fresh), second.request.held_peer_nonce_codes)
    const quiet = advertise(own1, never)
    expect(quiet.nonces).toEqual(second.response.advertised_nonces)
    expect(heldCodes(receive(held1, again.nonces))).toEqual(second.response.held_peer_nonce_codes)
  })

  test('the nonce that was received first is used first', () => {
    const pool = receive(none(), first.response.advertised_nonces)
    const session = recordedData(present(recordedStep('sign 1->2').events), 'SignRequest')
    const entry = session.nonces.find(({ idx }) => idx === 2)?.entries[0]
    expect(use(pool, 1)?.nonces[0]?.code).toBe(entry?.code)
  })

  test('an onboarding advertises as many nonces', () => {
    const events = present(recordedStep('onboard').events)
    const { nonces } = recordedData(events, 'OnboardResponse')
    expect(advertiseAll(poolOf([]), recordedMaker(nonces)).nonces).toEqual(nonces)
    expect(recordedData(events, 'OnboardRequest').nonces).toHaveLength(nonces.length)
  })
})

describe('an advertisement', () => {
  test('to a peer that holds nothing has as many nonces as the target', () => {
    const { fresh, nonces } = advertise(poolOf([]), secretNonce)
    expect(nonces).toHaveLength(NONCES_TARGET)
    expect(fresh).toHaveLength(NONCES_TARGET)
    expect(new Set(codesOf(fresh))).toEqual(new Set(codesOf(nonces)))
  })

  test('is sorted by code and holds no secret', () => {
    const { fresh, nonces } = advertise(poolOf([]), secretNonce)
    expect(codesOf(nonces)).toEqual(codesOf(nonces).toSorted())
    const text = JSON.stringify(nonces)
    for (const { hidden_sn, binder_sn } of fresh) {
      expect(text).not.toContain(hidden_sn)
      expect(text).not.toContain(binder_sn)
    }
  })

  test('is empty while the peer holds enough', () => {
    const pool = withUnspent(NONCES_TARGET)
    const enough = report(pool, unspentCodes(pool).slice(0, NONCES_REFILL_BELOW))
    expect(advertise(enough, never)).toEqual({ fresh: [], nonces: [] })
  })

  test('has all that the peer did not report, once the peer holds one nonce less', () => {
    const pool = withUnspent(NONCES_TARGET)
    const reported = unspentCodes(pool).slice(1, NONCES_REFILL_BELOW)
    const { fresh, nonces } = advertise(report(pool, reported), never)
    expect(fresh).toEqual([])
    const missing = unspentCodes(pool).filter((code) => !reported.includes(code))
    expect(new Set(codesOf(nonces))).toEqual(new Set(missing))
  })

  test('ignores reported codes that are spent, or were never ours', () => {
    const pool = withUnspent(NONCES_TARGET)
    const codes = unspentCodes(pool)
    const reported = report(pool, [...codes.slice(0, NONCES_REFILL_BELOW), hex(32), hex(32)])
    spend(reported, codes.slice(0, 1))
    const { fresh, nonces } = advertise(reported, secretNonce)
    expect(fresh).toHaveLength(1)
    expect(nonces).toHaveLength(NONCES_TARGET - (NONCES_REFILL_BELOW - 1))
  })

  test('never has more than the peer lacks of the target', () => {
    const pool = withUnspent(NONCES_PER_PEER_MAX)
    const reported = report(pool, unspentCodes(pool).slice(0, 10))
    const { fresh, nonces } = advertise(reported, never)
    expect(fresh).toEqual([])
    expect(nonces).toHaveLength(NONCES_TARGET - 10)
  })

  test('of an onboarding has all unspent nonces, filled up to what a peer may hold', () => {
    const { fresh, nonces } = advertiseAll(withUnspent(30), secretNonce)
    expect(fresh).toHaveLength(NONCES_PER_PEER_MAX - 30)
    expect(nonces).toHaveLength(NONCES_PER_PEER_MAX)
  })

  test('in an answer to a signing request has only new nonces, as many as were spent', () => {
    const pool = withUnspent(NONCES_PER_PEER_MAX)
    spend(pool, unspentCodes(pool).slice(0, 30))
    const { fresh, nonces } = replenish(pool, secretNonce)
    expect(codesOf(nonces)).toEqual(codesOf(fresh).toSorted())
    expect(nonces).toHaveLength(30)
  })

  test('in an answer is empty until several are missing, and in a ping until one is', () => {
    const pool = withUnspent(NONCES_PER_PEER_MAX)
    spend(pool, unspentCodes(pool).slice(1, NONCES_REPLENISHED_AT_ONCE))
    expect(replenish(pool, never).nonces).toEqual([])
    expect(advertiseNew(pool, secretNonce).nonces).toHaveLength(NONCES_REPLENISHED_AT_ONCE - 1)
    spend(pool, unspentCodes(pool).slice(0, 1))
    expect(replenish(pool, secretNonce).nonces).toHaveLength(NONCES_REPLENISHED_AT_ONCE)
  })
})

describe('a nonce of ours', () => {
  test('is gone once it is spent, and only that one', () => {
    const pool = withUnspent(3)
    const [first = '', ...rest] = unspentCodes(pool)
    const kept = report(pool, [first])
    spend(pool, [first, hex(32)])
    expect(unspentCodes(pool)).toEqual(rest)
    expect(unspentCodes(kept)).toEqual(rest)
  })

  test('that is spent is never advertised again', () => {
    let pool = poolOf([])
    const add = ({ fresh, nonces }: Advertisement) => {
      for (const nonce of fresh) pool.unspent.set(nonce.code, nonce)
      return nonces
    }
    let nonces = add(advertise(pool, secretNonce))
    const spent = new Set<string>()
    for (let round = 0; round < 40; round += 1) {
      const codes = prng.shuffle(codesOf(nonces)).slice(0, prng.integer(nonces.length + 1))
      for (const code of codes) spent.add(code)
      spend(pool, codes)
      pool = report(pool, unspentCodes(pool).slice(0, prng.integer(40)))
      nonces = add(advertise(pool, secretNonce))
      for (const code of codesOf(nonces)) expect(spent.has(code)).toBe(false)
      expect(pool.unspent.size).toBeLessThanOrEqual(NONCES_PER_PEER_MAX)
    }
  })
})

describe('a peer’s nonces', () => {
  test('are used in the order in which they came', () => {
    const [one, other] = [theirs(3), theirs(3)]
    const pool = receive(receive(none(), one), other)
    const used = present(use(pool, 4))
    expect(used.nonces).toEqual([...one, ...other].slice(0, 4))
    expect(present(use(used.pool, 2)).nonces).toEqual(other.slice(1))
  })

  test('are held once, however often they are sent', () => {
    const nonces = theirs(5)
    const pool = receive(receive(none(), [...nonces, ...nonces]), nonces)
    expect(pool.held).toEqual(nonces)
  })

  test('are not taken beyond what a peer may hold', () => {
    const nonces = theirs(NONCES_PER_PEER_MAX + 5)
    expect(receive(none(), nonces).held).toEqual(nonces.slice(0, NONCES_PER_PEER_MAX))
  })

  test('that were used are not taken again', () => {
    const nonces = theirs(NONCES_TARGET)
    const used = present(use(receive(none(), nonces), 3))
    expect(receive(used.pool, nonces).held).toEqual(nonces.slice(3))
  })

  test('that were used are forgotten only after many more', () => {
    let pool = none()
    const all: Nonce[] = []
    while (all.length < NONCES_USED_KEPT + 10) {
      const nonces = theirs(NONCES_PER_PEER_MAX)
      all.push(...nonces)
      pool = present(use(receive(pool, nonces), nonces.length)).pool
    }
    expect([...pool.used]).toEqual(codesOf(all).slice(-NONCES_USED_KEPT))
  })

  test('are not used when there are too few', () => {
    const pool = receive(none(), theirs(2))
    expect(use(pool, 3)).toBeNull()
    expect(use(none(), 1)).toBeNull()
  })

  test('make the peer usable for signing only while more than the reserve are left', () => {
    expect(isUsable(receive(none(), theirs(NONCES_RESERVE)))).toBe(false)
    expect(isUsable(receive(none(), theirs(NONCES_RESERVE + 1)))).toBe(true)
  })

  test('are reported by their codes, sorted', () => {
    const nonces = theirs(9)
    expect(heldCodes(receive(none(), nonces))).toEqual(codesOf(nonces).toSorted())
  })

  test('come back after being dropped, except those that were used', () => {
    const nonces = theirs(8)
    const used = present(use(receive(none(), nonces), 2))
    const dropped = { ...used.pool, held: [] }
    expect(receive(dropped, nonces).held).toEqual(nonces.slice(2))
  })
})
