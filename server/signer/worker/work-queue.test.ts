import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { publicPoint } from '#crypto/curve/hex.ts'
import { startThread } from '#lib/thread.ts'
import {
  createJob,
  type JobInput,
  type JobKeys,
  type JobKind,
  type JobOutput,
} from '#protocol/jobs.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import { createSession } from '#protocol/v1/session.ts'
import { rounds } from '#tests/support/long.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { SIGNING as permit } from '#tests/support/rules.ts'
import { recordedLog } from '#tests/support/signer-parts.ts'
import { until } from '#tests/support/until.ts'
import { signingOf } from '#tests/support/v2-signing.ts'
import { OURSELVES, WorkQueue, type WorkQueueOptions } from './work-queue.ts'
import { END } from './worker-thread.ts'

const prng = seededPrng(1301)
const hex = () => Buffer.from(prng.bytes(32)).toString('hex')
const { group, shares } = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const [keys, theirs] = shares.map((share): JobKeys => ({ v1: { group, share } }))
if (!keys || !theirs) throw new Error('too few shares')

const sessionOf = (count: number, tweaks = 0) => {
  const hashes = Array.from(
    { length: count },
    (): SighashVector => [hex(), ...Array.from({ length: tweaks }, hex)],
  )
  return createSession(group, [1, 2], hashes, { stamp: 1_750_000_000 })
}
const small = () => sessionOf(1)
const large = () => sessionOf(100)

/** Gets its keys, and dies on the first job. */
const DIES_AT_WORK = `
  const { parentPort } = require('node:worker_threads')
  parentPort.once('message', () => {
    parentPort.on('message', () => process.exit(1))
    parentPort.postMessage({ kind: 'ready' })
  })
`

/** Never finishes starting, and ends when asked to. */
const STARTS_FOR_EVER = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (message) => {
    if (message === '${END}') parentPort.close()
  })
`

/** The result of the same job without the queue. */
function directly<K extends JobKind>(kind: K, input: JobInput<K>, by = keys): JobOutput<K> {
  const steps = createJob(kind, by as JobKeys, input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function setUp(thread: WorkQueueOptions['thread'] = {}, more: JobKeys = {}) {
  const { log, messages } = recordedLog()
  const workers: Worker[] = []
  const start = () => {
    const worker = thread.start?.() ?? startThread({ thread: 'curve', job: undefined })
    workers.push(worker)
    return worker
  }
  const work = new WorkQueue({ keys: { ...keys, ...more }, log, thread: { ...thread, start } })
  onTestFinished(async () => {
    await work.stop()
    // Later tests in this process, with simulated time, would wait for a thread that is still running.
    const left = workers.filter(({ threadId }) => threadId !== -1)
    await Promise.all(left.map((worker) => once(worker, 'exit')))
  })
  return { work, messages, workers }
}

/** A large job starts the thread; this waits until it is ready. */
async function withThread(thread?: WorkQueueOptions['thread'], more?: JobKeys) {
  const parts = setUp(thread, more)
  await startThreadOf(parts)
  return parts
}

async function startThreadOf({
  work,
  workers,
}: Pick<ReturnType<typeof setUp>, 'work' | 'workers'>) {
  const started = work.run('first', 'answer', sessionOf(9), { permit })
  const worker = workers.at(-1)
  expect(worker).toBeDefined()
  if (worker) await once(worker, 'message')
  await started
}

describe('curve work', () => {
  test('that is small needs no thread', async () => {
    const { work, workers } = setUp()
    const session = small()
    expect(await work.run('a', 'answer', session, { permit })).toEqual(directly('answer', session))
    expect(workers).toEqual([])
  })

  test('of one hash runs in the turn that its owner has just had, and only then', async () => {
    const { work } = setUp()
    const ends: string[] = []
    const note = (name: string) => () => void ends.push(name)
    const jobs = [
      work.run('a', 'answer', small(), { permit }).then(note('in its turn')),
      work.run('a', 'answer', small(), { permit, hadTurn: true }).then(note('at once')),
      work.run('a', 'answer', sessionOf(2), { permit, hadTurn: true }).then(note('not short')),
    ]
    await Promise.resolve().then(() => new Promise(process.nextTick))
    expect(ends).toEqual(['at once'])
    await Promise.all(jobs)
    expect(ends).toEqual(['at once', 'in its turn', 'not short'])
  })

  test('that is large goes to a thread, with the same result to the byte', async () => {
    const { work, workers, messages } = await withThread()
    const session = sessionOf(100, 2)
    expect(await work.run('a', 'answer', session, { permit })).toEqual(directly('answer', session))
    expect(workers).toHaveLength(1)
    expect(messages()).toEqual([])
  })

  test('of our own request has the same result in a thread, even when a peer’s part is wrong', async () => {
    const { work } = await withThread()
    const session = sessionOf(100, 1)
    const parts = await work.run(OURSELVES, 'begin', session, { permit })
    expect(parts).toEqual(directly('begin', session))
    if (parts === null) throw new Error('not done')
    const psigs = directly('answer', session, theirs)
    const pubkey = group.commits[1]?.pubkey ?? ''
    const answer = { idx: 2, psigs, pubkey, sid: session.sid }
    const combined = await work.run(OURSELVES, 'combine', { session, parts, answers: [answer] })
    expect(combined).toEqual(directly('combine', { session, parts, answers: [answer] }))
    expect(combined).toMatchObject({ ok: true })
    const lie = {
      ...answer,
      psigs: psigs.map(([hash], n): [string, string] => [hash, psigs[n ^ 1]?.[1] ?? '']),
    }
    const input = { session, parts, answers: [lie] }
    expect(await work.run(OURSELVES, 'combine', input)).toEqual({ ok: false, culprits: [2] })
  })

  test('of protocol 2026 is done in the same thread, and makes its nonces there', async () => {
    const { group: v2Group, signers } = signingOf(prng, 2, 2)
    const [share] = signers.map((signer) => signer.share)
    if (!share) throw new Error('too few signers')
    const { work, workers } = await withThread({}, { v2: { group: v2Group, share } })
    const nonces = await work.run(OURSELVES, 'nonces', 100)
    expect(workers).toHaveLength(1)
    expect(new Set(nonces?.map(({ code }) => code)).size).toBe(100)
    expect(nonces?.every(({ hidden_pn, hidden_sn }) => publicPoint(hidden_sn) === hidden_pn)).toBe(
      true,
    )
  })

  test('without `wakes` starts no thread, but uses a running one', async () => {
    const { group: v2Group, signers } = signingOf(prng, 2, 2)
    const [share] = signers.map((signer) => signer.share)
    if (!share) throw new Error('too few signers')
    const { work, workers } = setUp({}, { v2: { group: v2Group, share } })
    expect(await work.run('a', 'nonces', 70, { wakes: false })).toHaveLength(70)
    expect(workers).toEqual([])
    await startThreadOf({ work, workers })
    expect(workers).toHaveLength(1)
    const before = process.threadCpuUsage()
    const all = process.cpuUsage()
    expect(await work.run('a', 'nonces', 1_000, { wakes: false })).toHaveLength(1_000)
    const { user, system } = process.threadCpuUsage(before)
    const total = process.cpuUsage(all)
    expect(user + system).toBeLessThan((total.user + total.system) / 2)
  })

  test('leaves the event loop free while it is done', async () => {
    const { work } = await withThread()
    const before = process.threadCpuUsage()
    const startedAt = performance.now()
    const jobs = ['a', 'b', 'c'].map((owner) =>
      work.run(owner, 'answer', sessionOf(100, 8), { permit }),
    )
    await Promise.all(jobs)
    const took = performance.now() - startedAt
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(took / 3)
  })

  test('of up to eight hashes runs on the event loop, of nine in the thread', async () => {
    const { work, workers } = setUp()
    await work.run('a', 'answer', sessionOf(8, 8), { permit })
    expect(workers).toEqual([])
    await startThreadOf({ work, workers })
    expect(workers).toHaveLength(1)
  })

  test('that comes while the thread starts is done on the event loop meanwhile', async () => {
    const { work, workers } = setUp({
      start: () => new Worker(STARTS_FOR_EVER, { eval: true }),
    })
    const session = large()
    expect(await work.run('a', 'answer', session, { permit })).toEqual(directly('answer', session))
    expect(workers).toHaveLength(1)
  })
})

describe('in the thread', () => {
  test('a small job does not wait behind a large one that came first', async () => {
    const { work } = await withThread()
    const order: string[] = []
    // Made before: the thread works while sessions are made here.
    const [big, next, few] = [sessionOf(100, 8), sessionOf(100, 8), sessionOf(60)]
    await Promise.all([
      work.run('a', 'answer', big, { permit }).then(() => order.push('large')),
      work.run('a', 'answer', next, { permit }).then(() => order.push('its next')),
      work.run('b', 'answer', few, { permit }).then(() => order.push('small')),
    ])
    expect(order).toEqual(['small', 'large', 'its next'])
  })

  test('a job that can’t be done fails for its caller, without details, and for nobody else', async () => {
    const { work, messages } = await withThread()
    const session = large()
    const tweak = 'ff'.repeat(32)
    const wrong = { ...session, hashes: [...session.hashes, [hex(), tweak] as SighashVector] }
    const [failed, done] = await Promise.allSettled([
      work.run('a', 'answer', wrong, { permit }),
      work.run('a', 'answer', session, { permit }),
    ])
    expect(String((failed as PromiseRejectedResult).reason)).toBe('Error: curve work failed')
    expect(done).toEqual({ status: 'fulfilled', value: directly('answer', session) })
    expect(messages()).toEqual([])
  })

  test('the waiting jobs of one peer are limited; our own are not', async () => {
    const { work } = await withThread()
    const session = large()
    const jobs = Array.from({ length: 70 }, () => work.run('a', 'answer', session, { permit }))
    const own = Array.from({ length: 70 }, () => work.run(OURSELVES, 'answer', small(), { permit }))
    const other = work.run('b', 'answer', small(), { permit })
    const owed = work.run('a', 'answer', small(), { permit, mustEnd: true })
    expect(await Promise.all(jobs.slice(64))).toEqual(Array(6).fill(null))
    expect(await Promise.all(own)).not.toContain(null)
    expect(await other).not.toBeNull()
    expect(await owed).not.toBeNull()
    await work.stop()
  })
})

describe('a thread', () => {
  test('ends after a while without work, and is there again when needed', async () => {
    const { work, workers, messages } = await withThread({ idle: 20 })
    const [first] = workers
    if (first && first.threadId !== -1) await once(first, 'exit')
    const session = sessionOf(100, 8)
    expect(await work.run('a', 'answer', session, { permit })).toEqual(directly('answer', session))
    await until(() => workers.length === 2)
    expect(messages()).toEqual([])
  })

  test('that is stopped at work ends between two steps, and does not end the process', async () => {
    // Terminating a thread inside the addon ends the process: not always, but within so many rounds.
    for (let round = 0; round < rounds(6, 12); round += 1) {
      const { work, workers } = await withThread()
      const jobs = ['a', 'b', 'c'].map((owner) =>
        work.run(owner, 'answer', sessionOf(100, 8), { permit }),
      )
      // Without a turn of the event loop: a result that comes in it would be taken.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 + (round % 6))
      const ended = workers.map((worker) => once(worker, 'exit'))
      await work.stop()
      expect(await Promise.all(ended)).toEqual([[0]])
      expect(await Promise.all(jobs)).toEqual([null, null, null])
    }
  })

  test('that dies at work loses nothing: the event loop takes over, and the log says so once', async () => {
    const { work, workers, messages } = setUp({
      start: () => new Worker(DIES_AT_WORK, { eval: true }),
    })
    await startThreadOf({ work, workers })
    const sessions = [sessionOf(100, 8), sessionOf(100, 8), sessionOf(100, 8)]
    const jobs = sessions.map((session, n) => work.run(`${n % 2}`, 'answer', session, { permit }))
    expect(await Promise.all(jobs)).toEqual(sessions.map((one) => directly('answer', one)))
    const later = large()
    expect(await work.run('a', 'answer', later, { permit })).toEqual(directly('answer', later))
    expect(workers).toHaveLength(1)
    expect(messages()).toEqual(['Curve work has lost its thread, and slows down what is beside it'])
  })

  test('that was lost is tried again after a while, and the log does not repeat itself', async () => {
    const { work, workers, messages } = setUp({
      ...{ retry: 0, start: () => new Worker(DIES_AT_WORK, { eval: true }) },
    })
    for (let lost = 1; lost <= 2; lost += 1) {
      await startThreadOf({ work, workers })
      await work.run('a', 'answer', sessionOf(100, 8), { permit })
      expect(workers).toHaveLength(lost)
    }
    expect(messages()).toHaveLength(1)
  })

  test.each<[string, () => Worker]>([
    [
      'can’t be created',
      () => {
        throw new Error('no more threads')
      },
    ],
    ['finds no program', () => new Worker('/nowhere/main.js')],
    ['ends at once', () => new Worker('process.exit(1)', { eval: true })],
  ])('that %s is done without', async (_, start) => {
    const { work, messages } = setUp({ start })
    const session = sessionOf(100, 8)
    const jobs = [
      work.run('a', 'answer', session, { permit }),
      work.run(OURSELVES, 'begin', session, { permit }),
    ]
    expect(await Promise.all(jobs)).toEqual([
      directly('answer', session),
      directly('begin', session),
    ])
    await until(() => messages().length === 1)
  })
})

describe('a stop', () => {
  test('drops unfinished jobs in the thread and on the event loop, and leaves no thread', async () => {
    const { work, workers, messages } = await withThread()
    const jobs = [
      work.run('a', 'answer', sessionOf(100, 8), { permit }),
      work.run('b', 'answer', large(), { permit }),
      work.run('c', 'answer', small(), { permit }),
    ]
    await work.stop()
    expect(await Promise.all(jobs)).toEqual([null, null, null])
    await until(() => workers.every(({ threadId }) => threadId === -1))
    expect(workers).toHaveLength(1)
    expect(messages()).toEqual([])
  })

  test('while the thread is starting lets it end by itself', async () => {
    const { work, workers, messages } = setUp()
    const job = work.run('a', 'answer', large(), { permit })
    await work.stop()
    expect(await job).toBeNull()
    await until(() => workers.every(({ threadId }) => threadId === -1))
    expect(workers).toHaveLength(1)
    expect(messages()).toEqual([])
  })

  test('accepts nothing more', async () => {
    const { work, workers } = setUp()
    await work.stop()
    expect(await work.run('a', 'answer', sessionOf(100, 8), { permit })).toBeNull()
    expect(await work.run(OURSELVES, 'answer', small(), { permit })).toBeNull()
    expect(workers).toEqual([])
  })
})
