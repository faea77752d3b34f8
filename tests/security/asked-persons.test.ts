import { expect, test, vi } from 'vitest'
import { NONCES_PER_PEER_MAX } from '#protocol/limits.ts'
import { type Message, operatorDenied } from '#protocol/v2/messages.ts'

import { newHash } from '../support/new-hash.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { carriedTexts, noncesFor, type V2Member, v2Group } from '../support/v2-group.ts'
import { type Conduct, type Heard, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const GENERATION = 'ab'.repeat(32)

/** Passes for Igloo beta, whose person we wait for. */
const asBeta =
  (conduct: Conduct): Conduct =>
  (request, honest) => {
    if (request.type !== 'PingRequest') return conduct(request, honest)
    const ping = honest()
    if (ping?.type !== 'PingResponse') return ping
    const data = { ...ping.data, nonce_pool_generation: GENERATION }
    return { type: 'PingResponse', data } as Message
  }

/** More than there are nonces for. */
const FLOOD = 150

const silent: Conduct = () => null

async function meetRogue(scope: Scope, conduct: Conduct, totalMembers = 2) {
  const group = await v2Group(scope, { threshold: 2, totalMembers })
  const time = simulateTimeOver(scope, [group.relay])
  const start = (idx: number, options = {}) =>
    group.start(idx, { ...carriedTexts(group.keyset, idx), v2: noncesFor(scope), ...options })
  const floe: V2Member = await start(1, { timings: AS_IN_USE })
  const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
  scope.onTestFinished(() => rogue.stop())
  rogue.conduct = asBeta(conduct)
  await time.until(floe.node.ping(rogue.xonly))
  expect(present(floe.node.peers.get(rogue.xonly)).build).toBe('igloo-beta')
  const asked = () => rogue.heard.filter(({ type }) => type === 'SignRequest')
  const accusations = () => floe.entries.filter(({ message }) => message.includes('wrongly'))
  return { group, time, start, floe, rogue, asked, accusations }
}

test('A member that is there and answers nothing costs a bounded number of requests, and a minute each', async (t) => {
  const { time, floe, asked, accusations } = await meetRogue(t, silent)
  const timers = vi.getTimerCount()
  let failed = 0
  for (let n = 0; n < FLOOD; n += 1) {
    void floe.node.sign(SIGNING, newHash()).then(({ ok }) => {
      if (!ok) failed += 1
    })
  }
  await time.untilTrue(() => failed === FLOOD, 90_000)
  const hashes = () => asked().reduce((sum, { data }) => sum + data.hashes.length, 0)
  expect(hashes()).toBeLessThanOrEqual(NONCES_PER_PEER_MAX)

  // The same flood again puts nothing more before that person.
  for (let n = 0; n < FLOOD; n += 1) void floe.node.sign(SIGNING, newHash())
  await time.pass(120_000)
  expect(hashes()).toBeLessThanOrEqual(NONCES_PER_PEER_MAX)
  expect(vi.getTimerCount()).toBeLessThan(timers + 10)
  expect(accusations()).toEqual([])
})

test('A member whose person declines everything is asked once a request, and others sign', async (t) => {
  const data = { code: operatorDenied, message: 'request denied by operator' }
  const decline: Conduct = () => ({ type: 'Error', data })
  const { time, floe, start, asked } = await meetRogue(t, decline, 3)
  expect(await time.until(floe.node.sign(SIGNING, newHash()))).toMatchObject({ code: 'declined' })
  await time.pass(60_000)
  expect(asked()).toHaveLength(1)

  const honest = await start(3)
  await time.until(floe.node.ping(honest.xonly))
  for (let n = 0; n < 10; n += 1) {
    expect(await time.until(floe.node.sign(SIGNING, newHash()))).toMatchObject({ ok: true })
  }
  expect(asked().length).toBeLessThanOrEqual(11)
})

test.for([61_000, 301_000])(
  'An answer that comes after %i ms, and twice, changes nothing',
  async (ms, t) => {
    let late: { request: Heard; answer: Message } | undefined
    const { time, floe, rogue, accusations } = await meetRogue(t, (request, honest) => {
      const answer = honest()
      if (request.type !== 'SignRequest' || answer === null || late !== undefined) return answer
      late = { request, answer }
      return null
    })
    const startedAt = Date.now()
    expect(await time.until(floe.node.sign(SIGNING, newHash()))).toMatchObject({ ok: false })
    await time.pass(ms - (Date.now() - startedAt))

    const { request, answer } = present(late)
    for (let n = 0; n < 2; n += 1) rogue.send(floe.xonly, answer, { id: request.id })
    await time.pass(5_000)

    expect(accusations()).toEqual([])
    expect(await time.until(floe.node.sign(SIGNING, newHash()))).toMatchObject({ ok: true })
  },
)
