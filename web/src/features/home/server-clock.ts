import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/hooks.ts'
import { statusQuery } from './get-status.ts'

/** The server's time by the last status, updated each second. Unix milliseconds. */
export function useServerNow(): number {
  const now = useNow()
  const { data, dataUpdatedAt } = useQuery({ ...statusQuery, refetchInterval: false })
  return data === undefined ? now : now + Date.parse(data.timestamp) - dataUpdatedAt
}
