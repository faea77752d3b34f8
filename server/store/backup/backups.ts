import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupPlanUpdate } from '#contract/backup.ts'
import { backup as texts } from '#contract/codes.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { backup as done } from '#contract/messages.ts'
import type { Secret } from '#lib/secret.ts'
import { VERSION } from '#lib/version.ts'
import type { StoreLog } from '../database.ts'
import { StoreError } from '../errors.ts'
import { ensureFolder } from '../files.ts'
import type { ProcessSettings } from '../process-settings.ts'
import type { BackupContents } from './check.ts'
import { createJobs } from './jobs.ts'
import { BACKUP_DOWNLOADS_MAX } from './limits.ts'
import type { BackupOptions } from './make.ts'
import { discardCopy, receiveBackup } from './receive.ts'
import {
  BACKUP_FOLDER,
  type BackupFile,
  backupName,
  backupsIn,
  createSchedule,
  unfinishedIn,
} from './schedule.ts'
import type { Restored } from './stage.ts'

type Settings = Pick<ProcessSettings, 'get' | 'set'>

export interface BackupsOptions {
  config: { dataDir: string; secretKey: Secret | undefined; backup: BackupPlan }
  /** Where the schedule and the last back-up are kept. */
  settings: Settings
  log: StoreLog
  /** Reports a scheduled back-up to the event log. */
  report(type: 'info' | 'warning', message: string): void
  /** Of a download with the sealing key: see makeBackup. */
  passphraseCost?: BackupOptions['passphraseCost']
  now?: () => number
}

export interface Download {
  name: string
  bytes: number
  stream: ReadableStream<Uint8Array>
}

/** Back-ups and restores of the running server. */
export interface Backups {
  /** The scheduled back-ups, the newest first. */
  list(): BackupFile[]
  /** The plan in force: the saved one, or else the environment's. */
  readonly plan: BackupPlan
  /** Saves a change of it, in force at once. Throws a StoreError. */
  savePlan(change: BackupPlanUpdate): void
  /** The last back-up made, of any kind; undefined when none is known. */
  readonly last: LastBackup | undefined
  /** When the next is due, in milliseconds; undefined if none are scheduled. */
  readonly nextAt: number | undefined
  /** Why the last scheduled one failed; undefined when it did not. */
  readonly failure: Message | undefined
  /**
   * Makes a back-up and streams it; nothing of it stays on the disk.
   *
   * @param passphrase encrypts the sealing key for the back-up; undefined: the key is not in it
   * @throws StoreError: see makeBackup; LOCKED when too many are under way
   */
  download(passphrase: string | undefined): Promise<Download>
  /**
   * Receives a back-up, checks all of it, and decides its restore (stageRestore), which takes effect when the
   * data folder is reopened.
   *
   * @throws StoreError: nothing has changed then; LOCKED when another is under way
   */
  restore(
    source: AsyncIterable<Uint8Array>,
    options: { passphrase: string | undefined; oldKey: string | undefined; actor: string },
  ): Promise<Restored>
  /**
   * Receives a back-up and checks all of it without restoring it (checkBackup).
   *
   * @throws StoreError; LOCKED when another check or restore is under way
   */
  check(
    source: AsyncIterable<Uint8Array>,
    options: { passphrase: string | undefined; oldKey: string | undefined },
  ): Promise<BackupContents>
  /** Resolves when a restore is decided. */
  readonly restoreDecided: Promise<void>
  start(): void
  /** Aborts what is under way. */
  stop(): Promise<void>
}

const HOUR = 3_600_000

export function createBackups(options: BackupsOptions): Backups {
  const { config, settings, log, report, passphraseCost, now = Date.now } = options
  const { dataDir } = config
  const folder = join(dataDir, BACKUP_FOLDER)
  const secret = config.secretKey?.reveal()
  const jobs = createJobs(log)
  const { promise: restoreDecided, resolve: decided } = Promise.withResolvers<void>()
  let downloads = 0
  let isRestoring = false

  const plan = createPlan(config.backup, settings)

  const make = async (
    target: string,
    { passphrase, by }: { passphrase: BackupOptions['passphrase']; by: LastBackup['by'] },
  ): Promise<{ bytes: number }> => {
    ensureFolder(folder)
    const at = now()
    const made = await jobs.backUp({
      ...{ dataDir, target, secret, passphrase, passphraseCost },
      ...{ replace: true, now: at, madeBy: VERSION },
    })
    noteLast({ madeAt: at, withKey: passphrase !== undefined, by })
    return made
  }

  /** The back-up is made even if its time can't be saved, as on a full disk. */
  const noteLast = (last: LastBackup): void => {
    try {
      keepLast(settings, last)
    } catch (err) {
      log.warn({ err }, 'the time of the last back-up could not be saved')
    }
  }

  const schedule = createSchedule({
    folder,
    plan: () => {
      const { interval, keep } = plan.inForce()
      return { interval: interval * HOUR, keep }
    },
    make: (target) => make(target, { passphrase: undefined, by: 'schedule' }),
    wall: now,
    made: (name) => report('info', done.scheduled(name)),
    failed: (reason, err) => {
      log.error({ err }, 'a scheduled back-up failed')
      report('warning', reason.error)
    },
  })

  const clearUnfinished = (): void => {
    for (const name of unfinishedIn(folder)) rmSync(join(folder, name), { force: true })
  }

  return {
    list: () => backupsIn(folder),
    get plan() {
      return plan.inForce()
    },
    savePlan: (change) => {
      plan.save(change)
      schedule.replan()
    },
    get last() {
      return readLast(settings)
    },
    get nextAt() {
      return schedule.nextAt
    },
    get failure() {
      return schedule.failure
    },

    download: async (passphrase) => {
      if (downloads >= BACKUP_DOWNLOADS_MAX) throw new StoreError('LOCKED', texts.busy)
      downloads += 1
      const done = () => {
        downloads -= 1
      }
      const name = backupName(now())
      const file = join(folder, `${name}.download`)
      try {
        const { bytes } = await make(file, { passphrase, by: 'download' })
        const handle = await open(file)
        // The open handle keeps the data until the stream ends.
        rmSync(file)
        const stream = handle.createReadStream().once('close', done)
        return { name, bytes, stream: Readable.toWeb(stream) as ReadableStream<Uint8Array> }
      } catch (error) {
        rmSync(file, { force: true })
        done()
        throw error
      }
    },

    restore: async (source, { passphrase, oldKey, actor }) => {
      if (isRestoring) throw new StoreError('LOCKED', texts.busy)
      isRestoring = true
      try {
        await receiveBackup(source, dataDir, RESTORE_BYTES_MAX)
        const restored = await jobs.stage(
          { dataDir, secret, oldKey, actor, now: now() },
          passphrase,
        )
        decided()
        return restored
      } catch (error) {
        discardCopy(dataDir)
        isRestoring = false
        throw error
      }
    },
    restoreDecided,

    check: async (source, { passphrase, oldKey }) => {
      if (isRestoring) throw new StoreError('LOCKED', texts.busy)
      isRestoring = true
      try {
        await receiveBackup(source, dataDir, RESTORE_BYTES_MAX)
        return await jobs.check({ dataDir, secret, oldKey }, passphrase)
      } finally {
        discardCopy(dataDir)
        isRestoring = false
      }
    },

    start: () => {
      clearUnfinished()
      schedule.start()
    },
    stop: async () => {
      schedule.stop()
      await jobs.stop()
      clearUnfinished()
    },
  }
}

/** How often a back-up is made automatically, and how many of those are kept. */
export interface BackupPlan {
  /** Hours between back-ups; 0: none are made. */
  interval: number
  keep: number
}

export interface Plan {
  /** The saved values, and the environment's for the rest. */
  inForce(): BackupPlan
  /** Saves a change; missing fields stay unchanged. Throws a StoreError. */
  save(change: BackupPlanUpdate): void
}

/** The names of the two process settings used here. */
const PLAN = 'backup-plan'
const LAST = 'last-backup'

export function createPlan({ interval, keep }: BackupPlan, settings: Settings): Plan {
  const saved = (): BackupPlanUpdate => {
    const text = settings.get(PLAN)
    // As written by `save`, whose callers check their input.
    return text === undefined ? {} : JSON.parse(text)
  }
  return {
    inForce: () => {
      const change = saved()
      return { interval: change.interval ?? interval, keep: change.keep ?? keep }
    },
    save: (change) => settings.set(PLAN, JSON.stringify({ ...saved(), ...change })),
  }
}

/** The last back-up made. */
export interface LastBackup {
  /** Milliseconds. */
  madeAt: number
  /** Whether the sealing key is in it, so that it opens on any machine. */
  withKey: boolean
  by: 'download' | 'schedule' | 'command'
}

/** Undefined when none was made since Floe records it. */
export function readLast(settings: Pick<ProcessSettings, 'get'>): LastBackup | undefined {
  const text = settings.get(LAST)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Replaces the previous record. Throws a StoreError. */
export const keepLast = (settings: Pick<ProcessSettings, 'set'>, last: LastBackup): void =>
  settings.set(LAST, JSON.stringify(last))
