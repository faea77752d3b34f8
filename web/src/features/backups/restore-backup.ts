import type { BackupContents, RestoreAnswer } from '#contract/backup.ts'
import { upload } from '../../lib/upload.ts'
import { getAuthStatus } from '../auth/get-auth-status.ts'

export interface BackupUpload {
  file: File
  /** Empty: there is none. */
  passphrase: string
  /** The content of the old machine's secret.key; empty: it is not given. */
  key: string
}

export interface UploadCourse {
  signal: AbortSignal
  /** How much has been sent: from 0 to 1; the server then checks it. */
  onProgress(part: number): void
}

/** Milliseconds. */
const ASK_AGAIN = 1_500

const keysOf = ({ passphrase, key }: BackupUpload) => ({
  // Headers hold only Latin-1, but a passphrase can hold anything.
  ...(passphrase !== '' && { 'X-Backup-Passphrase': encodeURIComponent(passphrase) }),
  ...(key !== '' && { 'X-Backup-Key': encodeURIComponent(key) }),
})

/** Sends a back-up to be checked, and nothing else. Throws an ApiError. */
export const checkBackup = (chosen: BackupUpload): Promise<BackupContents> =>
  upload('/api/backup/check', chosen.file, {
    signal: new AbortController().signal,
    onProgress: () => {},
    headers: keysOf(chosen),
  })

/** Sends a back-up; the answer says that its restore is decided. Throws an ApiError. */
export const sendBackup = (chosen: BackupUpload, course: UploadCourse): Promise<RestoreAnswer> =>
  upload('/api/restore', chosen.file, { ...course, headers: keysOf(chosen) })

/**
 * Resolves once the server answers with the restored data. The old process may answer one last time:
 * with sessions, it is the one that still knows this page's.
 */
export async function untilRestored(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN))
    try {
      const { enabled, authenticated } = await getAuthStatus()
      if (!enabled || !authenticated) return
    } catch {
      // It is still away.
    }
  }
}
