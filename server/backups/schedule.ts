import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_RETRY } from '../contract/limits.ts'
import { backup as texts } from '../contract/messages.ts'
import { StoreError } from '../store/errors.ts'
import { backupName, backupsIn } from './names.ts'

export interface ScheduleOptions {
  /** Where they are. */
  folder: string
  /** Milliseconds from one to the next; 0: none are made. */
  interval: number
  /** How many are kept. */
  keep: number
  /** Makes one at a path. */
  make(target: string): Promise<unknown>
  /** Milliseconds. */
  now(): number
  made(name: string): void
  /** `reason`: for the owner. */
  failed(reason: string, error: unknown): void
}

export interface Schedule {
  /** Why the last one failed; undefined when it did not. */
  readonly failure: string | undefined
  /** When the next is due, in milliseconds; undefined when none are made. */
  readonly nextAt: number | undefined
  start(): void
  stop(): void
}

/** A timer can't be set for longer, and a clock that was set is noticed. */
const LONGEST_WAIT = 3_600_000

/**
 * Makes a back-up whenever the newest one is an interval old, as its name says: a restart neither
 * brings one nor puts one off. Of those that a schedule has made the newest are kept.
 */
export function createSchedule(options: ScheduleOptions): Schedule {
  const { folder, interval, keep, make, now, made, failed } = options
  let timer: NodeJS.Timeout | undefined
  let failure: string | undefined
  let triedAt: number | undefined
  let stopped = false

  const dueAt = (): number => {
    const newest = backupsIn(folder)[0]?.madeAt
    const current = now()
    // One from the future was made under a clock that was wrong.
    const regular = newest === undefined || newest > current ? current : newest + interval
    if (triedAt === undefined || failure === undefined) return regular
    return Math.max(regular, triedAt + Math.min(interval, BACKUP_RETRY))
  }

  const wait = (): void => {
    if (stopped) return
    const ms = Math.min(Math.max(dueAt() - now(), 0), LONGEST_WAIT)
    timer = setTimeout(() => void look(), ms).unref()
  }

  const look = async (): Promise<void> => {
    if (dueAt() <= now()) await run()
    wait()
  }

  const run = async (): Promise<void> => {
    triedAt = now()
    const name = backupName(triedAt)
    try {
      await make(join(folder, name))
      dropOld()
      failure = undefined
      made(name)
    } catch (error) {
      if (stopped) return
      failure = texts.scheduledFailed(error instanceof StoreError ? error.message : texts.failed)
      failed(failure, error)
    }
  }

  const dropOld = (): void => {
    for (const { name } of backupsIn(folder).slice(keep)) rmSync(join(folder, name))
  }

  return {
    get failure() {
      return failure
    },
    get nextAt() {
      return interval === 0 ? undefined : dueAt()
    },
    start: () => {
      if (interval > 0) wait()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
