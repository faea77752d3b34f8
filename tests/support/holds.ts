/**
 * Milliseconds of CPU that this process has used on all of its threads: a clock that stands still
 * while a busy machine has others at work.
 */
export const processTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The same of this thread alone. */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds for which a process has computed, on all of its threads: `stat` as proc(5) has it. */
export function timeIn(stat: string): number {
  // What follows the name, which may hold anything, in units of a hundredth of a second.
  const fields = stat.split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * How long the event loop was held, at each look at it while `work` ran. Never more than this thread
 * computed meanwhile: what the machine takes away for others does not count. Nor do waits for the disk,
 * which can take any time on a busy machine.
 *
 * @param interval from one look to the next; in milliseconds, as is the result, in ascending order
 */
export async function holdsDuring(work: () => Promise<unknown>, interval = 5): Promise<number[]> {
  const holds: number[] = []
  let last = { at: performance.now(), cpu: threadTime() }
  const look = setInterval(() => {
    const now = { at: performance.now(), cpu: threadTime() }
    holds.push(Math.max(0, Math.min(now.at - last.at - interval, now.cpu - last.cpu)))
    last = now
  }, interval)
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  return holds.toSorted((a, b) => a - b)
}
