import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { steadyNow } from '#lib/clock.ts'
import { StoreError } from '../errors.ts'
import { timeInName } from '../files.ts'
import { BACKUP_RETRY } from '../limits.ts'

export interface ScheduleOptions {
  folder: string
  /** The plan in force. Interval: milliseconds between back-ups; 0: none are made. */
  plan(): { interval: number; keep: number }
  /** Makes a back-up at this path. */
  make(target: string): Promise<unknown>
  /** The machine's clock, for the names of back-ups. Unix milliseconds. */
  wall(): number
  /** A monotonic clock for intervals. Milliseconds. */
  now?: () => number
  made(name: string): void
  /** `reason`: for the owner. */
  failed(reason: Message, error: unknown): void
}

/** Timers are limited, and a changed clock has to be noticed. */
const LONGEST_WAIT = 3_600_000

/**
 * Makes a back-up when the newest one, by its name, is an interval old, so a restart neither causes nor delays
 * one. Keeps only the newest scheduled ones.
 */
export function createSchedule(options: ScheduleOptions) {
  const { folder, plan, make, wall, now = steadyNow, made, failed } = options
  let timer: NodeJS.Timeout | undefined
  let failure: Message | undefined
  let triedAt: number | undefined
  let running = false
  let stopped = false

  const dueAt = (): number => {
    const { interval } = plan()
    const newest = backupsIn(folder)[0]?.madeAt
    const current = wall()
    // A back-up from the future was made while the clock was wrong.
    const regular = newest === undefined || newest > current ? current : newest + interval
    if (triedAt === undefined || failure === undefined) return regular
    const pause = Math.min(interval, BACKUP_RETRY) - (now() - triedAt)
    return Math.max(regular, current + pause)
  }

  const wait = (): void => {
    clearTimeout(timer)
    if (stopped || plan().interval === 0) return
    const ms = Math.min(Math.max(dueAt() - wall(), 0), LONGEST_WAIT)
    timer = setTimeout(() => void look(), ms).unref()
  }

  const look = async (): Promise<void> => {
    if (running) return
    running = true
    // The plan or the folder may not be readable now.
    timer = setTimeout(() => void look(), LONGEST_WAIT).unref()
    try {
      if (plan().interval > 0 && dueAt() <= wall()) await run()
      wait()
    } catch (error) {
      failed(reasonOf(error), error)
    }
    running = false
  }

  const run = async (): Promise<void> => {
    triedAt = now()
    const name = backupName(wall())
    try {
      await make(join(folder, name))
      dropOld()
      failure = undefined
      made(name)
    } catch (error) {
      if (stopped) return
      failure = reasonOf(error)
      failed(failure, error)
    }
  }

  const dropOld = (): void => {
    for (const { name } of backupsIn(folder).slice(plan().keep)) rmSync(join(folder, name))
  }

  return {
    /** Why the last one failed; undefined when it did not. */
    get failure(): Message | undefined {
      return failure !== undefined && plan().interval === 0 ? undefined : failure
    },
    /** When the next is due, in milliseconds; undefined when none are made. */
    get nextAt(): number | undefined {
      return plan().interval === 0 ? undefined : dueAt()
    },
    start: wait,
    /** Applies the plan now in force. */
    replan: (): void => {
      // The owner may have removed the cause of the failure.
      triedAt = undefined
      wait()
    },
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const reasonOf = (error: unknown): Message =>
  texts.scheduledFailed(error instanceof StoreError ? error.why : texts.failed)

/** In the data folder. */
export const BACKUP_FOLDER = 'backups'

const SCHEDULED = /^floe-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/

export interface BackupFile {
  name: string
  /** Milliseconds, from its name. */
  madeAt: number
  bytes: number
}

/** The name of a back-up made at this instant: floe-20260801T123005Z.db. */
export const backupName = (ms: number): string => `floe-${timeInName(ms)}.db`

/** The scheduled back-ups in a folder, the newest first. Other files are ignored. */
export function backupsIn(folder: string): BackupFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const madeAt = madeAtOf(name)
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
      return madeAt === undefined || !stats?.isFile() ? [] : [{ name, madeAt, bytes: stats.size }]
    })
    .sort((one, other) => other.madeAt - one.madeAt)
}

/** Files of aborted back-ups: floe-….db.<random>.new with its SQLite journal, and downloads. */
export const unfinishedIn = (folder: string): string[] =>
  namesIn(folder).filter((name) =>
    /^floe-[\dTZ]+\.db(?:\.[\da-f]+\.new(?:-journal)?|\.download)$/.test(name),
  )

function madeAtOf(name: string): number | undefined {
  const [, ...parts] = SCHEDULED.exec(name) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist before the first back-up.
    return []
  }
}
