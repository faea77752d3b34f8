import { useQuery } from '@tanstack/react-query'
import type { BackupList } from '../../../../server/contract/backup.ts'
import { get } from '../../lib/api-client.ts'

/** The back-ups that the schedule has made, the newest first, and the schedule. */
export const useBackups = () =>
  useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => get<BackupList>('/api/backups', signal),
  })
