import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

/** Work that ends when `finish` or `fail` is called. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let started = false
  const work = async () => {
    started = true
    await promise
  }
  return { work, finish: resolve, fail: reject, hasStarted: () => started }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('only so many run at once; the others wait in order', async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 10 })
  const pieces = [piece(), piece(), piece(), piece()]
  const runs = pieces.map(({ work }) => queue.run(work))
  const started = () => pieces.map(({ hasStarted }) => hasStarted())

  await settled()
  expect(started()).toEqual([true, true, false, false])
  pieces[1]?.finish()
  await settled()
  expect(started()).toEqual([true, true, true, false])
  pieces[0]?.finish()
  await settled()
  expect(started()).toEqual([true, true, true, true])

  for (const { finish } of pieces) finish()
  await Promise.all(runs)
})

test('a caller is refused at once when the queue is full', async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 1 })
  const [first, second, third] = [piece(), piece(), piece()]
  const runs = [queue.run(first.work), queue.run(second.work)]

  await expect(queue.run(third.work)).rejects.toMatchObject({ code: 'BUSY' })
  expect(third.hasStarted()).toBe(false)

  first.finish()
  second.finish()
  await Promise.all(runs)
  third.finish()
  await queue.run(third.work)
  expect(third.hasStarted()).toBe(true)
})

test('work that fails gives its place to the next', async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 1 })
  const [first, second] = [piece(), piece()]
  const failing = queue.run(first.work)
  const waiting = queue.run(second.work)

  first.fail(new Error('failed'))
  await expect(failing).rejects.toThrow('failed')
  second.finish()

  await waiting
})

test("a place that is handed on can't be taken by somebody who comes at that instant", async () => {
  let running = 0
  let most = 0
  const work = async (until: Promise<void>) => {
    running += 1
    most = Math.max(most, running)
    await until
    running -= 1
  }

  for (let steps = 0; steps < 12; steps += 1) {
    const queue = createWorkQueue({ atOnce: 1, waiting: 5 })
    const gate = Promise.withResolvers<void>()
    const later = settled().then(() => {})
    const first = queue.run(() => work(gate.promise))
    const second = queue.run(() => work(later))
    gate.resolve()
    for (let step = 0; step < steps; step += 1) await null
    const third = queue.run(() => work(later))
    await Promise.all([first, second, third])
  }

  expect(most).toBe(1)
})
