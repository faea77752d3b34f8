/**
 * Milliseconds of CPU that this process has used on all of its threads: a clock that stands still while a
 * busy machine runs other processes.
 */
export const processTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of CPU that this thread has used. */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of CPU that a process has used on all of its threads, from its /proc/<pid>/stat (proc(5)). */
export function timeIn(stat: string): number {
  // The fields after the name, which may hold anything; times are in hundredths of a second.
  const fields = stat.split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * How long the event loop was held between looks at it while `work` ran: never more than this thread computed
 * meanwhile. So neither other processes count, nor waits for the disk, which can be long on a busy machine.
 *
 * @param interval milliseconds from one look to the next
 * @returns milliseconds, in ascending order
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
