import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** A job of this many steps, which records its name at each. */
function* job(name: string, steps: number, notes: string[]): Generator<void, string> {
  for (let step = 0; step < steps; step += 1) {
    notes.push(name)
    yield
  }
  return name
}

/** Holds the event loop, as curve arithmetic does. */
function busy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

function* heavyJob(steps: number): Generator<void, number> {
  for (let step = 0; step < steps; step += 1) {
    busy(2)
    yield
  }
  return steps
}

describe('a fair queue', () => {
  test('returns the result of a job', async () => {
    expect(await new FairQueue().run('a', job('done', 3, []))).toBe('done')
  })

  test('lets owners take a step each, so that a small job does not wait for a large one', async () => {
    const queue = new FairQueue()
    const notes: string[] = []
    const large = queue.run('large', job('L', 50, notes))
    const small = queue.run('small', job('s', 2, notes))
    await Promise.all([large, small])
    expect(notes.slice(0, 4)).toEqual(['L', 's', 'L', 's'])
  })

  test('ends a small job long before a large one that came first', async () => {
    const queue = new FairQueue()
    const order: string[] = []
    const large = queue.run('large', heavyJob(100)).then(() => order.push('large'))
    const small = queue.run('small', heavyJob(1)).then(() => order.push('small'))
    await Promise.all([large, small])
    expect(order).toEqual(['small', 'large'])
  })

  test('gives each owner its turn even when a single step takes longer than a turn may', async () => {
    const queue = new FairQueue()
    const notes: string[] = []
    function* slow(name: string): Generator<void, void> {
      for (let step = 0; step < 3; step += 1) {
        notes.push(name)
        busy(12)
        yield
      }
    }
    await Promise.all(['a', 'b', 'c'].map((owner) => queue.run(owner, slow(owner))))
    expect(notes.join('')).toBe('abcabcabc')
  })

  test("does one owner's jobs in the order they came", async () => {
    const queue = new FairQueue()
    const notes: string[] = []
    await Promise.all([
      queue.run('a', job('1', 2, notes)),
      queue.run('a', job('2', 2, notes)),
      queue.run('a', job('3', 1, notes)),
    ])
    expect(notes).toEqual(['1', '1', '2', '2', '3'])
  })

  test('lets timers run in between', async () => {
    const queue = new FairQueue()
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 1)
    await queue.run('a', heavyJob(60))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(3)
  })

  test('begins no job before the caller goes on', async () => {
    const queue = new FairQueue()
    const notes: string[] = []
    const running = queue.run('a', job('step', 1, notes))
    expect(notes).toEqual([])
    await running
    expect(notes).toEqual(['step'])
  })

  test('lets the caller go on with a result before the next job begins', async () => {
    const queue = new FairQueue()
    const notes: string[] = []
    const first = queue.run('a', job('first', 1, notes)).then(async () => {
      await Promise.resolve()
      notes.push('sent')
    })
    await Promise.all([first, queue.run('b', job('second', 2, notes))])
    expect(notes).toEqual(['first', 'second', 'sent', 'second'])
  })

  test('takes on new work after a pause', async () => {
    const queue = new FairQueue()
    await queue.run('a', job('1', 1, []))
    await nextTurn()
    expect(await queue.run('a', job('2', 1, []))).toBe('2')
  })
})

describe('a job that fails', () => {
  function* failing(): Generator<void, never> {
    yield
    throw new Error('bad point')
  }

  test('fails its own caller', async () => {
    await expect(new FairQueue().run('a', failing())).rejects.toThrow('bad point')
  })

  test('leaves the jobs after it and those of others alone', async () => {
    const queue = new FairQueue()
    const [failed, next, other] = await Promise.allSettled([
      queue.run('a', failing()),
      queue.run('a', job('next', 2, [])),
      queue.run('b', job('other', 2, [])),
    ])
    expect(failed?.status).toBe('rejected')
    expect(next).toEqual({ status: 'fulfilled', value: 'next' })
    expect(other).toEqual({ status: 'fulfilled', value: 'other' })
  })
})

describe('after a stop', () => {
  test('unfinished jobs have no result, and no more steps are taken', async () => {
    const queue = new FairQueue()
    const notes: string[] = []
    const jobs = [queue.run('a', job('1', 1_000, notes)), queue.run('b', job('2', 1, notes))]
    queue.stop()
    expect(await Promise.all(jobs)).toEqual([null, null])
    await nextTurn()
    expect(notes).toEqual([])
  })

  test('nothing new is accepted', async () => {
    const queue = new FairQueue()
    queue.stop()
    expect(await queue.run('a', job('1', 1, []))).toBeNull()
  })
})
