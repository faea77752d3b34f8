import { statfsSync } from 'node:fs'
import { availableParallelism, release, totalmem } from 'node:os'
import { BUILD, VERSION } from './version.ts'

/**
 * Describes the machine to somebody who helps the owner, in lines.
 *
 * @param settings the names of the environment variables that are set, never their values
 */
export function describeMachine({
  dataDir,
  settings,
}: {
  dataDir: string
  settings: readonly string[]
}): string[] {
  const memory = Math.round(totalmem() / 2 ** 20)
  return [
    `Floe ${VERSION}, commit ${BUILD.commit}, date ${BUILD.date}`,
    `Time: ${new Date().toISOString()}, time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `Platform: ${process.platform} ${process.arch} ${release()}, Node.js ${process.version}, ` +
      `${availableParallelism()} cores, ${memory} MiB of memory`,
    `Settings that are given: ${[...settings].sort().join(', ') || 'none'}`,
    `Data folder: ${freeSpace(dataDir)}`,
  ]
}

function freeSpace(dataDir: string): string {
  try {
    const { bavail, blocks, bsize } = statfsSync(dataDir)
    const inMebibytes = (count: number) => Math.round((count * bsize) / 2 ** 20)
    return `${inMebibytes(bavail)} of ${inMebibytes(blocks)} MiB are free`
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

const HEX_KEY = /\b[0-9a-f]{32,}\b/gi
const ENCODED = /\b(?:n(?:pub|sec|profile|event|addr)|note|bf[a-z]+)1[0-9a-z]+/gi
const URL_PATH = /\b((?:wss?|https?|bunker|nostrconnect):\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/gi

/** Masks the keys in a sentence, and cuts its addresses after the host: a path may be a secret. */
export const withoutKeys = (text: string): string =>
  text.replace(ENCODED, '(key)').replace(HEX_KEY, '(key)').replace(URL_PATH, '$1$2')
