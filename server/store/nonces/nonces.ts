import type { StoreLog } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { SpentMarks } from '../spent-mark.ts'
import { emptyLog } from './file.ts'
import type { NonceIdentity } from './identity.ts'
import { NonceDatabase } from './nonce-database.ts'
import { OpenFile } from './open-file.ts'
import { forgetRunning } from './owners.ts'

/** The nonces of all keysets. */
export interface Nonces {
  keyset(id: number): KeysetNonces
  close(): void
}

/** The nonces of one keyset. Nothing done here touches another's. */
export interface KeysetNonces {
  /**
   * The nonces of a share in a group. The file is opened, or made, at the first call. While the share stays the
   * same so does the answer, which knows what was made since the start; another share ends it and drops what it
   * kept. A share that joined this very group brings along what it was given then. Throws a StoreError.
   */
  of(identity: NonceIdentity): NonceDatabase
  /**
   * Deletes what is kept of a share in a group, once it was deleted or replaced. What its successor
   * keeps by now stays: opening that dropped the first's. So does what a share that joins a group is
   * given. Throws a StoreError, or an error of the file system.
   */
  forget(identity: NonceIdentity): void
  /**
   * The nonces of a share that joins a group, beside those of the one that runs. The same share gets the same ones
   * each time, as its inviter has them already; another share takes its place. Throws a StoreError.
   *
   * @param seckey the share's secret, 32 bytes, hex
   */
  join(seckey: string): NonceDatabase
  /** Deletes what a joining share was given. Throws a StoreError. */
  giveUpJoining(): void
  /** Ends what is in hand. */
  close(): void
}

/**
 * The nonces of a data folder that the caller owns.
 *
 * @param marks how far their file has come, kept outside it; without them an older file is not noticed
 */
export function createNonces(dataDir: string, log: StoreLog, marks?: SpentMarks): Nonces {
  const file = new OpenFile({ dataDir, log, marks })
  const byKeyset = new Map<number, KeysetNonces>()
  return {
    keyset: (id) => {
      const nonces = byKeyset.get(id) ?? createKeysetNonces(id, { file, log, marks })
      byKeyset.set(id, nonces)
      return nonces
    },
    close: () => {
      for (const nonces of byKeyset.values()) nonces.close()
    },
  }
}

function createKeysetNonces(
  keyset: number,
  common: { file: OpenFile; log: StoreLog; marks?: SpentMarks | undefined },
): KeysetNonces {
  const { file, log } = common
  let current: NonceDatabase | undefined
  let joining: NonceDatabase | undefined

  /** With the file, when it holds nothing else. */
  const forgetCurrent = (): void => {
    const user = {}
    try {
      const db = file.use(user)
      const left = forgetRunning(db, keyset)
      if (left === 0) file.remove()
      else emptyLog(db, log)
    } finally {
      file.leave(user)
    }
  }

  return {
    of: (identity) => {
      if (current?.isOf(identity)) return current
      current?.close()
      current = undefined
      const { seckey } = identity
      const own = joining?.isOf({ gid: null, seckey }) ? joining : undefined
      current = new NonceDatabase({
        ...common,
        keyset,
        identity,
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
      try {
        forgetCurrent()
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'CORRUPT') throw error
        // A damaged file is moved aside, and then goes too.
        file.drop()
        forgetCurrent()
      }
      current?.close()
      current = undefined
    },

    join: (seckey) => {
      const identity = { gid: null, seckey }
      if (joining?.isOf(identity)) return joining
      joining?.close()
      joining = undefined
      joining = new NonceDatabase({ ...common, keyset, identity })
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
