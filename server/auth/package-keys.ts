import { packages as texts } from '../contract/messages.ts'
import { createWorkQueue } from './work-queue.ts'

/** Each takes one of Node's threads, which files and the database need, for most of a second. */
const AT_ONCE = 2
const WAITING = 32

/**
 * Derives the keys of packages from their passwords, two at a time, with at most 32 waiting.
 *
 * @returns a function that throws AuthError BUSY when too many wait
 */
export function createPackageKeys<Parameters extends unknown[], Key>(
  derive: (...parameters: Parameters) => Promise<Key>,
): (...parameters: Parameters) => Promise<Key> {
  const queue = createWorkQueue({ atOnce: AT_ONCE, waiting: WAITING, busy: texts.busy })
  return (...parameters) => queue.run(() => derive(...parameters))
}
