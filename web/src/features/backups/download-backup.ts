import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupRequest } from '#contract/backup.ts'
import { callForFile } from '../../lib/api-client.ts'
import { downloadBlob } from '../../lib/download.ts'
import { backups } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'
import { backupsQuery } from './get-backups.ts'

const texts = backups.download

/** The server copies and checks everything it has, and the line may be slow. Milliseconds. */
const TIMEOUT = 600_000

async function downloadBackup(body: BackupRequest): Promise<string> {
  const { name: given, content } = await callForFile('POST', '/api/backup', {
    body,
    timeout: TIMEOUT,
  })
  const name = nameOf(given ?? texts.fallbackName, body.withKey)
  downloadBlob(name, content)
  return name
}

/** The two kinds look alike, and one of them must not be passed around. */
const nameOf = (name: string, withKey: boolean): string =>
  withKey ? name.replace(/(?=\.db$)/, texts.withKeyInName) : name

/** Has the server make a back-up and the browser save it. */
export function useDownloadBackup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: downloadBackup,
    onSuccess: (name) => {
      toastDone(texts.done(name))
      void queries.invalidateQueries({ queryKey: backupsQuery.queryKey })
    },
    // What was typed must not stay in the cache.
    gcTime: 0,
  })
}
