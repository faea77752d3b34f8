import { setTimeout as sleep } from 'node:timers/promises'

/** Between two looks at what this process has; and between two questions, each of which costs milliseconds. */
const LOOK = 10
const ASK = 50

/** Real time, where a test simulates it. Milliseconds. */
const realNow = performance.now.bind(performance)

/**
 * Waits until a condition holds; fails, with what was waited for, if it does not in time. The time is
 * long: what comes late on a busy machine has come all the same.
 *
 * @param condition a promise if it has to ask somebody: a server, a page
 * @param options milliseconds
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
