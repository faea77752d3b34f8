import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two looks: `ASK` where each look asks somebody, which takes milliseconds itself. */
const LOOK = 10
const ASK = 50

/** Real time, also while a test simulates time. Milliseconds. */
const realNow = performance.now.bind(performance)

/**
 * Waits until a condition holds. The time-out is long: on a busy machine, late is not wrong.
 *
 * @param condition a promise if it has to ask somebody: a server, a page
 * @param options `timeout` and `interval` in milliseconds; `what` is the condition's name in the error
 * @throws when the condition does not hold in time
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  {
    timeout = 120_000,
    interval,
    what = condition.toString(),
  }: { timeout?: number; interval?: number; what?: string } = {},
): Promise<void> {
  const end = realNow() + timeout
  for (;;) {
    const answer = condition()
    if (await answer) return
    if (realNow() > end) throw new Error(`Not within ${timeout} ms: ${what}`)
    await sleep(interval ?? (answer instanceof Promise ? ASK : LOOK))
  }
}
