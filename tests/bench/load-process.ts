import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Load, LoadResult } from './http-client.ts'

const PROGRAM = `${import.meta.dirname}/load-program.ts`

/** `drive` in a process of its own, so that it takes no time of this process, which measures. */
export async function driveElsewhere(load: Omit<Load, 'stop'>): Promise<LoadResult> {
  const child = fork(PROGRAM, { execArgv: [] })
  child.send(load)
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load ended before it was done')
  })
  ended.catch(() => {})
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult]
  child.disconnect()
  return result
}
