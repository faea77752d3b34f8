import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/hooks.ts'
import { statusQuery } from './get-status.ts'

/** How far the server's clock was ahead of this machine's at the last status. Milliseconds. */
export function useClockOffset(): number {
  const { data, dataUpdatedAt } = useQuery({ ...statusQuery, refetchInterval: false })
  return data === undefined ? 0 : Date.parse(data.timestamp) - dataUpdatedAt
}

/** The server's time, updated each second. Unix milliseconds. */
export const useServerNow = (): number => useNow() + useClockOffset()
