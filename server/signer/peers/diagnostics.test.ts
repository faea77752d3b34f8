import { expect, test } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import { type PingResult, pingDiagnosis } from '#contract/peers.ts'
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

/** Pings that give one list of results after the other, and pauses that take no time: what was done, in order. */
function rounds(...results: PingResult[][]) {
  const done: ('ping' | number)[] = []
  let round = 0
  const pingAll = async () => {
    done.push('ping')
    round += 1
    return results[round - 1] ?? []
  }
  const pause = async (ms: number) => {
    done.push(ms)
  }
  return { done, pingAll, pause }
}

test('three rounds of pings, a second apart, unless told otherwise', async () => {
  const { done, pingAll, pause } = rounds()
  await diagnosePeers({ pingAll, pause })
  expect(done).toEqual(['ping', 1_000, 'ping', 1_000, 'ping'])
})

test('as many rounds as asked for, and no pause after the last', async () => {
  const { done, pingAll, pause } = rounds()
  await diagnosePeers({ pingAll, pause, rounds: 2, gap: 60_000 })
  expect(done).toEqual(['ping', 60_000, 'ping'])
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
    [answered('alice', 10), lost('bob', protocolTexts.pingTimeout(5_000))],
    [answered('alice', 40), lost('bob', protocolTexts.pingTimeout(5_000))],
    [
      lost('alice', protocolTexts.invalidPingResponse),
      lost('bob', protocolTexts.invalidPingResponse),
    ],
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
      errors: [protocolTexts.invalidPingResponse],
    },
    {
      pubkey: 'bob',
      rounds: 3,
      lost: 3,
      errors: [protocolTexts.pingTimeout(5_000), protocolTexts.invalidPingResponse],
    },
  ])
  for (const diagnosis of diagnoses) expect(pingDiagnosis.parse(diagnosis)).toEqual(diagnosis)
})

test('no peers, no diagnosis', async () => {
  expect(await diagnosePeers({ pingAll: async () => [], gap: 0 })).toEqual([])
})
