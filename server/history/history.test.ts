import { expect, onTestFinished, test } from 'vitest'
import { historyAnswer } from '#contract/history.ts'
import { MAX_COMMITS, MAX_RELAYS } from '#contract/limits.ts'
import type { Caller } from '#contract/rules.ts'
import { ok } from '#lib/errors.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { createAudit } from '#store/audit.ts'
import { createPresence } from '#store/presence.ts'
import { openTestDatabase, recordingLog, temporaryFolder } from '#store/testing/support.ts'
import { threadTime } from '../../tests/support/holds.ts'
import { rounds } from '../../tests/support/long.ts'
import { createHistory } from './history.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 30, 15, 30)
const SIGNATURES = rounds(20_000, 100_000)
/** The CPU time that one call may take on this thread, in milliseconds. */
const CEILING = 100

const key = (n: number) => n.toString(16).padStart(2, '0').repeat(32)
const peers = Array.from({ length: MAX_COMMITS - 1 }, (_, n) => key(n + 1))
const relays = Array.from({ length: MAX_RELAYS }, (_, n) => `wss://relay-${n}.example`)

/** A keyset without a signer, in a group of the largest size: only what is stored is known. */
const keyset = {
  signer: null,
  relays,
  relayStates: [],
  group: ok({
    ...{ pubkey: `02${key(0)}`, threshold: 2 },
    members: peers.map((peer, n) => ({ idx: n + 2, pubkey: `02${peer}` })),
  }),
  peerManager: { view: () => ({ peers: peers.map((peer) => ({ pubkey: `02${peer}` })) }) },
} as unknown as Pick<Supervisor, 'signer' | 'relays' | 'relayStates' | 'peerManager' | 'group'>

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const clock = { now: NOW }
  const audit = createAudit({
    db,
    log: recordingLog().log,
    now: () => clock.now,
    groupRows: 10_000,
  })
  onTestFinished(() => audit.close())
  const presence = createPresence(db, 1)
  const open = () => {
    const history = createHistory({
      ...{ audit: audit.of(1), presence, keyset, wall: () => clock.now },
      nameOf: ({ door, id }) => (door === 'app' ? `App ${id}` : undefined),
      onError: (error) => expect.fail(String(error)),
    })
    onTestFinished(() => history.stop())
    return history
  }
  return { clock, audit: audit.of(1), presence, open }
}

test('without stored data every day is listed, and no device or relay has a known state', () => {
  const answer = setUp().open().view()

  expect(historyAnswer.parse(answer)).toEqual(answer)
  expect(answer.days.at(-1)).toEqual({ day: '2026-06-30', count: 0, by: [] })
  expect(answer.days[0]?.day).toBe('2026-04-02')
  expect(answer.answers[0]).toEqual({ day: '2026-06-01', medianMs: null, p95Ms: null, count: 0 })
  expect(answer.devices.map(({ pubkey }) => pubkey.slice(2))).toEqual(peers)
  expect(answer.devices[0]).toMatchObject({ since: null, online: null, lastProvenAt: null })
  expect(answer.relays.map(({ url }) => url)).toEqual(relays)
  expect(answer.lastProven).toBeNull()
})

test(`the history of ${SIGNATURES} signatures in 30 days is returned within ${CEILING} ms`, () => {
  const { clock, audit, presence, open } = setUp()
  for (let n = 0; n < SIGNATURES; n += 1) {
    clock.now = NOW - 29 * DAY + Math.floor((n / SIGNATURES) * 29 * DAY)
    const caller: Caller = { door: 'app', id: String(n % 40) }
    audit.use({ caller, times: 1, actor: caller.id, action: 'sign', outcome: 'ok' })
    audit.signature({
      ...{ peers: [peers[n % 14] ?? ''], sessionId: '', hashes: ['11'], type: 'message' },
      ...{ direction: 'asked', generation: '2026', outcome: 'ok', took: 100 + ((n * 7) % 900) },
    })
  }
  clock.now = NOW
  const hour = Math.floor(NOW / HOUR)
  for (let ago = 31 * 24; ago >= 0; ago -= 1) {
    const hours = [...peers, ...relays].map((subject, n) => ({
      ...{ hour: hour - ago, subject, watched: HOUR, there: n % 2 === 0 ? HOUR : HOUR / 4 },
    }))
    presence.add({ hours, states: [] })
  }

  const history = open()
  history.view()
  const taken = Array.from({ length: 5 }, () => {
    const from = threadTime()
    history.view()
    return threadTime() - from
  }).sort((a, b) => a - b)
  const answer = history.view()

  expect(taken[2]).toBeLessThan(CEILING)
  expect(answer.days.reduce((sum, { count }) => sum + count, 0)).toBe(SIGNATURES)
  expect(answer.days.at(-2)?.by[0]).toMatchObject({ name: expect.stringMatching(/^App \d+$/) })
  expect(answer.answers.reduce((sum, { count }) => sum + count, 0)).toBe(SIGNATURES)
  expect(answer.answers[3]?.medianMs).toBeGreaterThan(500)
  expect(answer.answers[3]?.medianMs).toBeLessThan(600)
  expect(answer.answers[3]?.p95Ms).toBeGreaterThan(900)
  expect(answer.devices.map(({ lastMonth }) => lastMonth[5])).toEqual(
    peers.map((_, n) => (n % 2 === 0 ? 1 : 0.25)),
  )
  expect(answer.relays[0]?.lastDay).toEqual(Array(24).fill(1))
  expect(answer.lastProven?.pubkey.slice(2)).toBe(peers[(SIGNATURES - 1) % 14])
})
