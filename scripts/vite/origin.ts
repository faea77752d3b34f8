import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOrigin } from '#contract/version.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const UNKNOWN = 'unknown'

/**
 * The commit that a build is made from, and its date. The environment goes first (REVISION, and
 * SOURCE_DATE_EPOCH in Unix seconds or CREATED, a date), then git in `folder`. The date is never that of the
 * build itself, so that the same sources always make the same files.
 */
export function originOf(folder: string, environment: Environment): BuildOrigin {
  const git = existsSync(join(folder, '.git')) ? gitIn(folder) : () => undefined
  const { SOURCE_DATE_EPOCH: seconds, CREATED, REVISION } = environment
  const date = seconds
    ? Number(seconds) * 1000
    : (given(CREATED) ?? git('log', '-1', '--format=%cI'))
  return {
    commit: given(REVISION) ?? commitBy(git) ?? UNKNOWN,
    date: isoOf(date) ?? UNKNOWN,
  }
}

type Git = (...args: string[]) => string | undefined

/** What a command of git prints; undefined where there is no git, or it fails. */
function gitIn(folder: string): Git {
  return (...args) => {
    const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
}

function commitBy(git: Git): string | undefined {
  const commit = git('rev-parse', 'HEAD')
  const isChanged = commit !== undefined && git('diff', '--quiet', 'HEAD') === undefined
  return isChanged ? `${commit}-changed` : commit
}

const given = (value: string | undefined): string | undefined =>
  value === '' || value === UNKNOWN ? undefined : value

function isoOf(date: string | number | undefined): string | undefined {
  const at = new Date(date ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
