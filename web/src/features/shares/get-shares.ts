import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RecordOutline, shareRecords } from '#contract/credentials.ts'
import { get } from '../../lib/api-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'
import { useSaved } from '../env/get-saved.ts'

/** The share records on the server, newest first, including the one that the signer runs on. */
export const sharesQuery = queryOptions({
  queryKey: ['shares', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<z.infer<typeof shareRecords>>('/api/shares', signal),
})

/** The saved records, as the outline lists them, newest first. */
export const useSavedShares = (): readonly RecordOutline[] =>
  (useSaved().data?.records ?? []).filter(({ source }) => source === 'saved')
