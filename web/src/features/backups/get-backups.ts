import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BackupList } from '#contract/backup.ts'
import { get } from '../../lib/api-client.ts'

/** The back-ups that the schedule has made, the newest first, the schedule, and the last of any kind. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => get<BackupList>('/api/backups', signal),
})

export const useBackups = () => useQuery(backupsQuery)
