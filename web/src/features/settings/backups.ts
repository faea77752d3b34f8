import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BackupList, BackupPlanUpdate, BackupRequest } from '#contract/backup.ts'
import { call, callForFile, get } from '../../lib/api-client.ts'
import { downloadBlob } from '../../lib/download.ts'
import { backups } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'

/** The back-ups that the schedule has made, the newest first, the schedule, and the last of any kind. */
const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => get<BackupList>('/api/backups', signal),
})

export const useBackups = () => useQuery(backupsQuery)

/** Sets how often a back-up is made automatically; in force at once. */
export function useSavePlan() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BackupPlanUpdate) =>
      call<BackupList>('PUT', '/api/backups/schedule', { body }),
    onSuccess: (list) => {
      queries.setQueryData(backupsQuery.queryKey, list)
      toastDone(backups.schedule.saved)
    },
  })
}

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
