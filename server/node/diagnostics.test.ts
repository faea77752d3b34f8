import { expect, test } from 'vitest'
import { DIAGNOSTIC_GAP, DIAGNOSTIC_ROUNDS } from '../contract/limits.ts'
import { node } from '../contract/messages.ts'
import { type PingResult, pingDiagnosis } from '../contract/peers.ts'
import { diagnosePeers } from './diagnostics.ts'

const timestamp = new Date(0).toISOString()
const answered = (pubkey: string, latency: number): PingResult => ({
  pubkey,
  success: true,
  latency,
  timestamp,
})
const lost = (pubkey: string, error: string): PingResult => ({
  pubkey,
  success: false,
  error,
  timestamp,
})

/** Pings that give one list of results after the other, with when each was asked for. */
function rounds(...results: PingResult[][]) {
  const at: number[] = []
  const pingAll = async () => {
    at.push(performance.now())
    return results[at.length - 1] ?? []
  }
  return { at, pingAll }
}

test('three rounds of pings, a second apart, unless told otherwise', async () => {
  expect([DIAGNOSTIC_ROUNDS, DIAGNOSTIC_GAP]).toEqual([3, 1_000])
  const { at, pingAll } = rounds()
  await diagnosePeers({ pingAll })
  expect(at).toHaveLength(3)
  const [first = 0, second = 0, third = 0] = at
  expect(second - first).toBeGreaterThan(990)
  expect(third - second).toBeGreaterThan(990)
})

test('as many rounds as asked for, and no pause after the last', async () => {
  const { at, pingAll } = rounds()
  const startedAt = performance.now()
  await diagnosePeers({ pingAll, rounds: 1, gap: 60_000 })
  expect(at).toHaveLength(1)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('a round begins only when the one before is back', async () => {
  let underWay = 0
  let most = 0
  const pingAll = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 10))
    underWay -= 1
    return []
  }
  await diagnosePeers({ pingAll, rounds: 4, gap: 0 })
  expect(most).toBe(1)
})

test('a diagnosis of each peer: losses, spread, and each error once', async () => {
  const { pingAll } = rounds(
    [answered('alice', 10), lost('bob', node.pingTimeout(5_000))],
    [answered('alice', 40), lost('bob', node.pingTimeout(5_000))],
    [lost('alice', node.invalidPingResponse), lost('bob', node.invalidPingResponse)],
  )
  const diagnoses = await diagnosePeers({ pingAll, gap: 0 })
  expect(diagnoses).toEqual([
    {
      pubkey: 'alice',
      rounds: 3,
      lost: 1,
      fastest: 10,
      slowest: 40,
      average: 25,
      errors: [node.invalidPingResponse],
    },
    {
      pubkey: 'bob',
      rounds: 3,
      lost: 3,
      errors: [node.pingTimeout(5_000), node.invalidPingResponse],
    },
  ])
  for (const diagnosis of diagnoses) expect(pingDiagnosis.parse(diagnosis)).toEqual(diagnosis)
})

test('nothing to say of nobody', async () => {
  expect(await diagnosePeers({ pingAll: async () => [], gap: 0 })).toEqual([])
})
