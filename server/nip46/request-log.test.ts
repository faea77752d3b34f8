import { expect, test } from 'vitest'
import { openTestStore, temporaryFolder } from '#store/testing/support.ts'
import { SKEW_MAX } from './limits.ts'
import { Ledger } from './request-log.ts'

const REQUEST = 'ab'.repeat(32)

/** A ledger by a clock that the test sets; `again`: as it is after a restart. */
function openLedger() {
  const { apps: store } = openTestStore(temporaryFolder()).keyset(1)
  const clock = { now: 1_800_000_000_000 }
  const again = () =>
    new Ledger(
      store,
      () => clock.now,
      (error) => {
        throw error
      },
    )
  return { clock, again, ledger: again() }
}

test('a request is known as long as its age would be accepted, over a restart too', async () => {
  const { ledger, again, clock } = openLedger()
  // Of an app whose clock is ahead by as much as is accepted: its time comes, and as much again.
  await ledger.take(REQUEST, 'app')

  clock.now += 2 * SKEW_MAX
  ledger.tidy()
  expect([ledger.has(REQUEST), again().has(REQUEST)]).toEqual([true, true])

  clock.now += 1
  ledger.tidy()
  expect([ledger.has(REQUEST), again().has(REQUEST)]).toEqual([false, false])
})
