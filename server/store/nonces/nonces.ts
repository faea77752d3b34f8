import type { StoreLog } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { SpentMarks } from '../spent-mark.ts'
import { emptyLog } from './file.ts'
import type { NonceIdentity } from './identity.ts'
import { NonceDatabase } from './nonce-database.ts'
import { OpenFile } from './open-file.ts'
import { forgetRunning } from './owners.ts'

/** The nonces of all keysets. */
export type Nonces = ReturnType<typeof createNonces>

/** The nonces of one keyset. */
export type KeysetNonces = ReturnType<typeof createKeysetNonces>

/**
 * The nonces of a data folder that the caller owns.
 *
 * @param marks how many are used up, stored outside their file; without them an older file is not noticed
 */
export function createNonces(dataDir: string, log: StoreLog, marks?: SpentMarks) {
  const file = new OpenFile({ dataDir, log, marks })
  const byKeyset = new Map<number, KeysetNonces>()
  return {
    keyset: (id: number): KeysetNonces => {
      const nonces = byKeyset.get(id) ?? createKeysetNonces(id, { file, log, marks })
      byKeyset.set(id, nonces)
      return nonces
    },
    close: (): void => {
      for (const nonces of byKeyset.values()) nonces.close()
    },
  }
}

/** Nothing done here touches another keyset's nonces. */
function createKeysetNonces(
  keyset: number,
  common: { file: OpenFile; log: StoreLog; marks?: SpentMarks | undefined },
) {
  const { file, log } = common
  let current: NonceDatabase | undefined
  let joining: NonceDatabase | undefined

  /** Deletes the nonces of the share that runs, and the file when it holds nothing else. */
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
    /**
     * The nonces of a share in a group. Opens or makes the file at the first call. Calls with the same share return
     * the same object, which knows the nonces made since the start; another share closes it and drops its nonces. A
     * share that joined this very group keeps the nonces that it got while joining. Throws a StoreError.
     */
    of: (identity: NonceIdentity): NonceDatabase => {
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

    /**
     * Deletes the nonces of a share in a group, once the share was deleted or replaced. If its successor's
     * nonces are open by now they stay: opening them dropped the earlier ones. The nonces of a share that
     * joins a group stay too. Throws a StoreError, or an error of the file system.
     */
    forget: (identity: NonceIdentity): void => {
      if (current !== undefined && !current.isOf(identity)) return
      try {
        forgetCurrent()
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'CORRUPT') throw error
        // A damaged file is moved aside when it is opened again, and then deleted too.
        file.drop()
        forgetCurrent()
      }
      current?.close()
      current = undefined
    },

    /**
     * The nonces of a share that joins a group, beside those of the share that runs. The same share gets the same
     * nonces each time, as its inviter has them already; another share takes its place. Throws a StoreError.
     *
     * @param seckey the share's secret, 32 bytes, hex
     */
    join: (seckey: string): NonceDatabase => {
      const identity = { gid: null, seckey }
      if (joining?.isOf(identity)) return joining
      joining?.close()
      joining = undefined
      joining = new NonceDatabase({ ...common, keyset, identity })
      return joining
    },

    /** Deletes the nonces of the share that joins. Throws a StoreError. */
    giveUpJoining: (): void => {
      joining?.remove()
      joining = undefined
    },

    /** Closes the nonces that `of` and `join` returned. */
    close: (): void => {
      joining?.close()
      joining = undefined
      current?.close()
      current = undefined
    },
  }
}
