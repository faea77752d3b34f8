import { readFileSync } from 'node:fs'

/** A line of /proc/self/limits in Linux: name, soft limit, hard limit, unit. */
const LIMIT = /^Max core file size\s+(\S+)/m

/**
 * Whether a crash of this process may leave its memory, and the share in it, as a core file.
 *
 * @param limits the content of /proc/self/limits; undefined when there is none
 */
export function mayDumpCore(limits: string | undefined = ownLimits()): boolean {
  const [, soft] = LIMIT.exec(limits ?? '') ?? []
  return soft !== undefined && soft !== '0'
}

function ownLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Keeps SIGUSR1 from starting Node's inspector, through which anybody who may send the signal could
 * read the share. Node listens for the signal only while nobody else does; started with
 * --disable-sigusr1 it never does.
 */
export function refuseInspector(): void {
  process.on('SIGUSR1', () => {})
}
