import type { StoreLog } from '../log.ts'
import type { SpentMarks } from '../spent-mark.ts'
import { removeNonces } from './file.ts'
import type { NonceIdentity } from './identity.ts'
import { NonceDatabase } from './nonce-database.ts'

export type Nonces = {
  /**
   * The nonces of a share in a group. The file is opened, or made, at the first call. While it stays
   * the same share the answer does too, and knows what was made since the start; another one ends it
   * and drops what it kept. A share that has joined this very group takes along what it was given
   * then. Throws a StoreError.
   */
  of(identity: NonceIdentity): NonceDatabase
  /**
   * Deletes what is kept of a share in a group, which nobody uses any more. What another one keeps by
   * now stays: the first's went when that was opened. So does what one is given that joins a group.
   * Throws a StoreError, or an error of the file system.
   */
  forget(identity: NonceIdentity): void
  /**
   * The nonces of a share that joins a group, beside those of the one that runs. The same share has
   * the same ones each time, as its inviter has them already; another one takes their place. Throws
   * a StoreError.
   *
   * @param seckey the share's secret, 32 bytes, hex
   */
  join(seckey: string): NonceDatabase
  /** Wipes what a share that joins was given. Throws a StoreError. */
  giveUpJoining(): void
  close(): void
}

/**
 * The nonces of a data folder that the caller owns.
 *
 * @param marks where it is kept how far their file has come; without, an older one is not noticed
 */
export function createNonces(dataDir: string, log: StoreLog, marks?: SpentMarks): Nonces {
  let current: NonceDatabase | undefined
  let joining: NonceDatabase | undefined

  return {
    of: (identity) => {
      if (current?.isOf(identity)) return current
      current?.close()
      current = undefined
      const { seckey } = identity
      const own = joining?.isOf({ gid: null, seckey }) ? joining : undefined
      current = new NonceDatabase({
        dataDir,
        identity,
        log,
        marks,
        keepJoining: () => joining !== undefined && joining !== own,
        ...(own && { madeSinceStart: own.madeSinceStart }),
      })
      if (own !== undefined) {
        own.close()
        joining = undefined
      }
      return current
    },
    forget: (identity) => {
      if (current !== undefined && !current.isOf(identity)) return
      if (joining !== undefined) {
        const keepJoining = () => true
        const left = current ?? new NonceDatabase({ dataDir, identity, log, marks, keepJoining })
        left.remove()
      } else {
        current?.close()
        removeNonces(dataDir)
      }
      current = undefined
    },

    join: (seckey) => {
      const identity = { gid: null, seckey }
      if (joining?.isOf(identity)) return joining
      joining?.close()
      joining = undefined
      joining = new NonceDatabase({ dataDir, identity, log, marks })
      return joining
    },

    giveUpJoining: () => {
      joining?.remove()
      joining = undefined
    },

    close: () => {
      joining?.close()
      joining = undefined
      current?.close()
      current = undefined
    },
  }
}
