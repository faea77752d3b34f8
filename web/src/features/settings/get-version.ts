import { useQuery } from '@tanstack/react-query'
import type { HealthAnswer } from '../../../../server/contract/status.ts'

/** The server's version, which it tells also where it is not well. */
export const useVersion = () =>
  useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/api/health', { signal })
      const { version } = (await answer.json()) as HealthAnswer
      return version
    },
  })
