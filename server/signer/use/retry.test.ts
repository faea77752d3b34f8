import { expect, test } from 'vitest'
import type { Outcome } from './request.ts'
import { retryWhileUnavailable } from './retry.ts'

const TRY_FOR = 25_000

/** A clock that advances only during pauses. */
function timeByHand() {
  let passed = 0
  const pause = async (ms: number) => {
    passed += ms
  }
  return { now: () => passed, pause }
}

const failure = (code: 'SIGN_TIMEOUT' | 'BAD_REQUEST') =>
  ({ ok: false, code, why: { error: 'not now' } }) as const
const done: Outcome<string> = { ok: true, value: 'done' }

test('a failure that may pass is retried, with growing pauses, until the attempt succeeds', async () => {
  const time = timeByHand()
  const at: number[] = []
  const attempt = (): Outcome<string> => {
    at.push(time.now())
    return time.now() < 20_000 ? failure('SIGN_TIMEOUT') : done
  }
  expect(await retryWhileUnavailable({ tryFor: TRY_FOR, ...time }, attempt)).toEqual(done)
  expect(at).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 11_750, 15_750, 19_750, 23_750])
})

test('retries end before the caller stops waiting', async () => {
  const time = timeByHand()
  const outcome = await retryWhileUnavailable({ tryFor: TRY_FOR, ...time }, () =>
    failure('SIGN_TIMEOUT'),
  )
  expect(outcome).toEqual(failure('SIGN_TIMEOUT'))
  expect(time.now()).toBeGreaterThan(TRY_FOR - 5_000)
  expect(time.now()).toBeLessThanOrEqual(TRY_FOR)
})

test.each([
  ['that fails for good', TRY_FOR, failure('BAD_REQUEST'), false],
  ['whose caller does not wait', 0, failure('SIGN_TIMEOUT'), false],
  ['that the owner has stopped', TRY_FOR, failure('SIGN_TIMEOUT'), true],
])('a request %s is tried once', async (_, tryFor, outcome, isOver) => {
  const time = timeByHand()
  const options = { tryFor, isOver: () => isOver, ...time }
  expect(await retryWhileUnavailable(options, () => outcome)).toEqual(outcome)
  expect(time.now()).toBe(0)
})

test('a request that is stopped during a pause is not tried again', async () => {
  const time = timeByHand()
  const stop = new AbortController()
  const pause = async (ms: number) => {
    await time.pause(ms)
    stop.abort()
  }
  let tries = 0
  const attempt = () => {
    tries += 1
    return failure('SIGN_TIMEOUT')
  }
  const outcome = await retryWhileUnavailable(
    { tryFor: TRY_FOR, isOver: () => stop.signal.aborted, now: time.now, pause },
    attempt,
  )
  expect(outcome).toEqual(failure('SIGN_TIMEOUT'))
  expect(tries).toBe(1)
})
