import type Database from 'better-sqlite3'
import type { StoreLog } from '../database.ts'
import type { SpentMarks } from '../spent-mark.ts'
import { closeNonceFile, keepMark, openNonceFile, removeNonces } from './file.ts'

export interface OpenFileOptions {
  dataDir: string
  log: StoreLog
  /** How many nonces are used up, stored outside the file. */
  marks?: SpentMarks | undefined
}

/**
 * The file of all owners' nonces, open as long as one of them uses it. They share it, so that a damaged file
 * is moved aside for all of them at once, and nobody goes on with the file that was moved.
 */
export class OpenFile {
  readonly #options: OpenFileOptions
  readonly #users = new Set<object>()
  #file: Database.Database | undefined

  constructor(options: OpenFileOptions) {
    this.#options = options
  }

  /** Opens the file, or returns it if it is open. Throws a StoreError. */
  use(user: object): Database.Database {
    const { dataDir, log, marks } = this.#options
    this.#file ??= openNonceFile(dataDir, log, marks)
    this.#users.add(user)
    return this.#file
  }

  /** Closes it when nobody else uses it. */
  leave(user: object): void {
    this.#users.delete(user)
    if (this.#users.size === 0) this.drop()
  }

  /** Closes it for all, as it turned out to be damaged: it is checked again at its next use. */
  drop(): void {
    const file = this.#file
    this.#file = undefined
    this.#users.clear()
    if (file === undefined) return
    const { log, marks } = this.#options
    try {
      keepMark(file, marks)
    } catch (err) {
      log.warn({ err }, 'how many nonces are used up could not be kept')
    }
    closeNonceFile(file, log)
  }

  /** Deletes the file, and one that was moved aside. Throws errors of the file system. */
  remove(): void {
    this.drop()
    removeNonces(this.#options.dataDir)
  }
}
