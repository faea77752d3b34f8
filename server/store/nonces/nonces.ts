import type { StoreLog } from '../log.ts'
import { removeNonces } from './file.ts'
import { NonceDatabase, type NonceIdentity } from './nonce-database.ts'

export type Nonces = {
  /**
   * The nonces of a share in a group. The file is opened, or made, at the first call. While it stays
   * the same share the answer does too, and knows what was made since the start; another one ends it
   * and drops what it kept. Throws a StoreError.
   */
  of(identity: NonceIdentity): NonceDatabase
  /**
   * Deletes what is kept of a share in a group, which nobody uses any more. What another one keeps by
   * now stays: the first's went when that was opened. Throws an error of the file system.
   */
  forget(identity: NonceIdentity): void
  close(): void
}

/** The nonces of a data folder that the caller owns. */
export function createNonces(dataDir: string, log: StoreLog): Nonces {
  let current: NonceDatabase | undefined
  const close = () => {
    current?.close()
    current = undefined
  }
  return {
    of: (identity) => {
      if (current?.isOf(identity)) return current
      close()
      current = new NonceDatabase({ dataDir, identity, log })
      return current
    },
    forget: (identity) => {
      if (current !== undefined && !current.isOf(identity)) return
      close()
      removeNonces(dataDir)
    },
    close,
  }
}
