import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupPlanUpdate } from '#contract/backup.ts'
import { backup as texts } from '#contract/codes.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { backupOutput } from '#contract/messages.ts'
import type { Secret } from '#lib/secret.ts'
import { VERSION } from '#lib/version.ts'
import type { StoreLog } from '../database.ts'
import { StoreError } from '../errors.ts'
import { ensureFolder } from '../files.ts'
import { BACKUP_DOWNLOADS_MAX } from '../limits.ts'
import type { ProcessSettings } from '../process-settings.ts'
import type { BackupContents } from './check.ts'
import { createJobs } from './jobs.ts'
import type { BackupOptions } from './make.ts'
import { discardCopy, receiveBackup } from './receive.ts'
import { BACKUP_FOLDER, backupName, backupsIn, createSchedule, unfinishedIn } from './schedule.ts'
import type { Restored } from './stage.ts'

export interface BackupsOptions {
  config: { dataDir: string; secretKey: Secret | undefined; backup: BackupPlan }
  /** Where the schedule and the last back-up are kept. */
  settings: Pick<ProcessSettings, 'get' | 'set'>
  log: StoreLog
  /** Reports a scheduled back-up to the event log. */
  report(type: 'info' | 'warning', message: string): void
  /** For downloads with the sealing key: see BackupOptions. */
  passphraseCost?: BackupOptions['passphraseCost']
  now?: () => number
}

export interface Download {
  name: string
  bytes: number
  stream: ReadableStream<Uint8Array>
}

export type Backups = ReturnType<typeof createBackups>

/** What may be needed to open a received back-up. */
interface Keys {
  passphrase: string | undefined
  oldKey: string | undefined
}

const HOUR = 3_600_000

/** Back-ups and restores of the running server. */
export function createBackups(options: BackupsOptions) {
  const { config, settings, log, report, passphraseCost, now = Date.now } = options
  const { dataDir } = config
  const folder = join(dataDir, BACKUP_FOLDER)
  const secret = config.secretKey?.reveal()
  const jobs = createJobs(log)
  const { promise: restoreDecided, resolve: decided } = Promise.withResolvers<void>()
  let downloads = 0
  let isRestoring = false

  const savedPlan = (): BackupPlanUpdate => JSON.parse(settings.get(PLAN) ?? '{}')

  /** The saved values, and the environment's for the rest. */
  const plan = (): BackupPlan => {
    const { interval = config.backup.interval, keep = config.backup.keep } = savedPlan()
    return { interval, keep }
  }

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
      const { interval, keep } = plan()
      return { interval: interval * HOUR, keep }
    },
    make: (target) => make(target, { passphrase: undefined, by: 'schedule' }),
    wall: now,
    made: (name) => report('info', backupOutput.scheduled(name)),
    failed: (reason, err) => {
      log.error({ err }, 'a scheduled back-up failed')
      report('warning', reason.error)
    },
  })

  const clearUnfinished = (): void => {
    for (const name of unfinishedIn(folder)) rmSync(join(folder, name), { force: true })
  }

  return {
    /** The scheduled back-ups, the newest first. */
    list: () => backupsIn(folder),
    /** The plan in force: the saved one, or else the environment's. */
    get plan(): BackupPlan {
      return plan()
    },
    /** Saves a change of the plan, in force at once. Missing fields stay unchanged. Throws a StoreError. */
    savePlan: (change: BackupPlanUpdate): void => {
      settings.set(PLAN, JSON.stringify({ ...savedPlan(), ...change }))
      schedule.replan()
    },
    /** The last back-up made, of any kind; undefined when none was since Floe records it. */
    get last(): LastBackup | undefined {
      const text = settings.get(LAST)
      return text === undefined ? undefined : JSON.parse(text)
    },
    /** When the next is due, in milliseconds; undefined if none are scheduled. */
    get nextAt(): number | undefined {
      return schedule.nextAt
    },
    /** Why the last scheduled one failed; undefined when it did not. */
    get failure(): Message | undefined {
      return schedule.failure
    },

    /**
     * Makes a back-up and streams it; nothing of it stays on the disk.
     *
     * @param passphrase encrypts the sealing key for the back-up; undefined: the key is not in it
     * @throws StoreError: see makeBackup; LOCKED when too many are under way
     */
    download: async (passphrase: string | undefined): Promise<Download> => {
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

    /**
     * Receives a back-up, checks all of it, and decides its restore (stageRestore), which takes effect when the
     * data folder is reopened.
     *
     * @throws StoreError: nothing has changed then; LOCKED when another is under way
     */
    restore: async (
      source: AsyncIterable<Uint8Array>,
      { passphrase, oldKey, actor }: Keys & { actor: string },
    ): Promise<Restored> => {
      if (isRestoring) throw new StoreError('LOCKED', texts.busy)
      isRestoring = true
      try {
        await receiveBackup(source, dataDir, RESTORE_BYTES_MAX)
        const options = { dataDir, secret, oldKey, passphrase, actor, now: now() }
        const restored = await jobs.stage(options)
        decided()
        return restored
      } catch (error) {
        discardCopy(dataDir)
        isRestoring = false
        throw error
      }
    },
    /** Resolves when a restore is decided. */
    restoreDecided,

    /**
     * Receives a back-up and checks all of it without restoring it (checkBackup).
     *
     * @throws StoreError; LOCKED when another check or restore is under way
     */
    check: async (
      source: AsyncIterable<Uint8Array>,
      { passphrase, oldKey }: Keys,
    ): Promise<BackupContents> => {
      if (isRestoring) throw new StoreError('LOCKED', texts.busy)
      isRestoring = true
      try {
        await receiveBackup(source, dataDir, RESTORE_BYTES_MAX)
        return await jobs.check({ dataDir, secret, oldKey, passphrase })
      } finally {
        discardCopy(dataDir)
        isRestoring = false
      }
    },

    start: (): void => {
      clearUnfinished()
      schedule.start()
    },
    /** Aborts what is under way. */
    stop: async (): Promise<void> => {
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

/** The names of the two process settings used here. */
const PLAN = 'backup-plan'
const LAST = 'last-backup'

/** The last back-up made. */
export interface LastBackup {
  /** Milliseconds. */
  madeAt: number
  /** Whether the sealing key is in it, so that it opens on any machine. */
  withKey: boolean
  by: 'download' | 'schedule' | 'command'
}

/** Replaces the previous record. Throws a StoreError. */
export const keepLast = (settings: Pick<ProcessSettings, 'set'>, last: LastBackup): void =>
  settings.set(LAST, JSON.stringify(last))
