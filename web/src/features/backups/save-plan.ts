import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupList, BackupPlanUpdate } from '#contract/backup.ts'
import { call } from '../../lib/api-client.ts'
import { backups } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'
import { backupsQuery } from './get-backups.ts'

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
