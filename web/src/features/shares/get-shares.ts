import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { shareRecords } from '../../../../server/contract/credentials.ts'
import { get } from '../../lib/api-client.ts'

/** The share records that the server keeps, newest first, and among them what the signer runs on. */
export const sharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => get<z.infer<typeof shareRecords>>('/api/shares', signal),
})

export const useShares = () => useQuery(sharesQuery)
