import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { RecordOutline, shareRecords } from '#contract/credentials.ts'
import { deleteIfThere, get } from '#web/lib/api-client.ts'
import { reasonOf, SHOWN_KEYSET } from '#web/lib/query-client.ts'
import { shares as texts } from '#web/texts/texts.ts'
import { toastDone, toastFailed } from '#web/ui/toast.ts'
import { type BrowserRecord, keepsRecords, parseRecords } from './browser-records.ts'
import { savedQuery } from './env.ts'
import { onRecordsChange, recordsText, staysAfterSignOut } from './record-storage.ts'

/** The share records on the server, newest first, including the one that the signer runs on. */
export const sharesQuery = queryOptions({
  queryKey: ['shares', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<z.infer<typeof shareRecords>>('/api/shares', signal),
})

/** The saved records, as the outline lists them, newest first. */
export const useSavedShares = (): readonly RecordOutline[] =>
  (useQuery(savedQuery).data?.records ?? []).filter(({ source }) => source === 'saved')

/** Deletes a share record on the server; one that is already gone is fine too. */
export function useDeleteShare() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: RecordOutline) => deleteIfThere(`/api/shares/${encodeURIComponent(id)}`),
    onSuccess: () => toastDone(texts.deleted),
    onError: (error) => toastFailed(texts.notDeleted, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: savedQuery.queryKey }),
  })
}

/** What this browser keeps, and whether it should keep more; follows changes in other tabs. */
export function useBrowserRecords(): {
  records: readonly BrowserRecord[]
  keeps: boolean
  /** Whether it keeps them after signing out. */
  stays: boolean
} {
  const text = useSyncExternalStore(onRecordsChange, recordsText)
  const keeps = useSyncExternalStore(onRecordsChange, keepsRecords)
  const stays = useSyncExternalStore(onRecordsChange, staysAfterSignOut)
  return { records: useMemo(() => parseRecords(text), [text]), keeps, stays }
}
