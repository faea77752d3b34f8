import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { store as texts } from '#contract/messages.ts'
import { whyNotWritable } from './errors.ts'

/** Less would not take the next hour's writes, with the write-ahead logs and their folding in. */
const ENOUGH = 32 * 1_048_576
/** What a write may take at once. */
const NEEDED = 1_048_576

/** What is free for this process at a path. Bytes. */
function freeAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/**
 * Why the data folder takes no change, or soon will not, before a change has failed; null: there is room. In
 * words for the owner.
 *
 * @param free what is free there, bytes; tests give their own
 */
export function roomProblem(dataDir: string, free = freeAt): string | null {
  const why = whyNotWritable(dataDir)
  if (why === 'EROFS') return texts.readOnlyFileSystem(dataDir)
  if (why !== null) return texts.notWritable(join(dataDir, 'floe.db'))
  const bytes = free(dataDir)
  if (bytes < NEEDED) return texts.full(dataDir)
  return bytes < ENOUGH ? texts.nearlyFull(dataDir, Math.floor(bytes / 1_000_000)) : null
}
