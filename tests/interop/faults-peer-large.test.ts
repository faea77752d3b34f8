import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { type Asker, type Session, send } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { holdsDuring, processTime } from '../support/holds.ts'
import { rounds } from '../support/long.ts'
import { type Scene, startScene, warnings } from '../support/scene.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

/** The most hashes a request may have. */
const HASHES = 100
/** How many requests come. */
const REQUESTS = rounds(8, 20)
/**
 * Indices of the members that ask for much at once: in 1.x a member may have any number of requests under
 * way, in 2026 no more than it has nonces for.
 */
const GREEDY: Record<ProtocolName, number[]> = { '1.x': [2], '2026': [2, 4] }
/**
 * How late the event loop may be at the 99th percentile, on a slow machine with relay and peers in the
 * same process. A session that is signed in one go takes 40 and more. Milliseconds.
 */
const LATE = 30
/** How long this process may compute, on two threads, during a ping in between. Milliseconds. */
const PING = 100
/**
 * The share of this process's CPU that the event loop may take, where relay and peers live too, and ping all
 * the while. If no thread did anything, it would be all of it.
 */
const LOOP_SHARE = 0.75

const total = ({ user, system }: NodeJS.CpuUsage): number => user + system

/** Threads of this process. */
function threads(): number {
  const { workers } = process.report.getReport() as unknown as { workers: unknown[] }
  return workers.length
}

const hasSession = (data: unknown, { sid }: Session): boolean =>
  (data as { session?: string } | undefined)?.session === sid

/** A large request of one of them. */
interface Asked {
  asker: Asker
  id: string
  session: Session
}

const isAnswered = ({ asker, id }: Asked): boolean => asker.answers(id).length > 0

describe.each(protocolNames)('in %s,', (generation) => {
  let scene: Scene
  let modest: Asker
  let greedy: readonly Asker[]

  beforeAll(async () => {
    const askers = [3, ...GREEDY[generation]]
    scene = await startScene(generation, { threshold: 2, totalMembers: 4, askers })
    modest = present(scene.askers[0])
    greedy = scene.askers.slice(1)
  })

  afterAll(() => scene.stop())

  const startNode = (drain: number) => scene.startNode({ onTestFinished }, { timings: { drain } })

  /** As large as a request may be: in 1.x each hash has a tweak of the key. */
  function largeSession(floe: FloeSigner, asker: Asker): Session {
    const hashes = Math.min(HASHES, asker.supply)
    const session = asker.session(floe.node.self.xonly, [1, asker.idx], hashes)
    if (generation === '2026') return session
    const tweaked = (hash: unknown) => [...(hash as string[]), randomBytes(32).toString('hex')]
    return asker.changed(session, { hashes: session.hashes.map(tweaked) })
  }

  function askFor(floe: FloeSigner, asker: Asker): Asked {
    const session = largeSession(floe, asker)
    return { asker, session, id: send(asker, floe.node.self.xonly, asker.types.sign, session) }
  }

  /** This many, with as many under way as one member can have. */
  async function askOften(floe: FloeSigner, asker: Asker, count: number): Promise<Asked[]> {
    const asked: Asked[] = []
    for (let n = 0; n < count; n += 1) {
      const one = askFor(floe, asker)
      asked.push(one)
      if (asker.supply > HASHES) continue
      await until(() => isAnswered(one))
      await asker.ping(floe.node.self.xonly)
    }
    await until(() => asked.every(isAnswered))
    return asked
  }

  /** One request at a time: a fresh node learns what they cost, and starts its thread. */
  async function warmUp(floe: FloeSigner): Promise<void> {
    for (let n = 0; n < 3; n += 1) {
      const asker = present(greedy[0])
      const one = askFor(floe, asker)
      await until(() => isAnswered(one))
      await asker.ping(floe.node.self.xonly)
    }
  }

  describe('whoever asks for many hashes at once, again and again,', () => {
    test('gets them all, while the event loop and the pings of others stay quick', async () => {
      const floe = await startNode(100)
      await warmUp(floe)
      let isOver = false
      // The first requests of each member are sent before anything is measured.
      const asking = Promise.all(
        greedy.map((asker) => askOften(floe, asker, REQUESTS / greedy.length)),
      ).finally(() => {
        isOver = true
      })
      const before = { loop: process.threadCpuUsage(), all: process.cpuUsage() }
      const pings: number[] = []
      const holds = await holdsDuring(async () => {
        while (!isOver) {
          const startedAt = processTime()
          await modest.ping(floe.node.self.xonly)
          pings.push(processTime() - startedAt)
          await sleep(1)
        }
      }, 1)
      const asked = (await asking).flat()
      const loop = total(process.threadCpuUsage(before.loop))
      const all = total(process.cpuUsage(before.all))

      expect(asked).toHaveLength(REQUESTS)
      for (const { asker, id, session } of asked) {
        expect(asker.validPartials(id, session)).toBe(session.hashes.length)
      }
      expect(holds[Math.floor(holds.length * 0.99)]).toBeLessThan(LATE)
      expect(pings.toSorted((a, b) => a - b)[pings.length >> 1]).toBeLessThan(PING)
      expect(loop / all).toBeLessThan(LOOP_SHARE)
    })
  })

  describe('a stop while a thread is at work', () => {
    test('comes after the answer', async () => {
      const floe = await startNode(7_000)
      await warmUp(floe)
      expect(threads()).toBe(1)
      const one = askFor(floe, present(greedy[0]))
      const { asker, id, session } = one
      await until(() => floe.entries.some(({ data }) => hasSession(data, session)), { interval: 1 })
      await floe.node.stop()
      await until(() => isAnswered(one))
      expect(asker.validPartials(id, session)).toBe(session.hashes.length)
      expect(threads()).toBe(0)
    })

    test('that can’t wait drops the work', async () => {
      const floe = await startNode(0)
      await warmUp(floe)
      const each = generation === '1.x' ? REQUESTS : 1
      const asked = greedy.flatMap((asker) =>
        Array.from({ length: each }, () => askFor(floe, asker)),
      )
      const { session } = present(asked.at(-1))
      await until(() => floe.entries.some(({ data }) => hasSession(data, session)), { interval: 1 })
      const before = floe.audited.length
      await floe.node.stop()
      expect(threads()).toBe(0)
      // The thread may have finished one at that moment.
      const after = floe.audited.length
      expect(after).toBeLessThanOrEqual(before + 1)
      expect(after).toBeLessThan(3 + asked.length)
      // Except what 1.x warns of because of its signatures.
      const others = warnings(floe).filter(({ message }) => !message.includes('third partial'))
      expect(others).toEqual([])
    })
  })
})
