import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until a condition holds; fails, with what was waited for, if it does not in time. The time is
 * long: what comes late on a busy machine has come all the same.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { timeout = 120_000, interval = 10, what = condition.toString() } = {},
): Promise<void> {
  const end = performance.now() + timeout
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not within ${timeout} ms: ${what}`)
    await sleep(interval)
  }
}
