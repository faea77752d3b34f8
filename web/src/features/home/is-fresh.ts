import { useEachSecond } from '../../lib/hooks.ts'
import { STATUS_STALE } from '../../lib/limits.ts'
import type { Moment, StatusQuery } from './get-status.ts'

/** How long ago a moment was, by the clock that has gone further. Milliseconds. */
export const ageOf = ({ wall, steady }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - steady)

/** Whether the last status says how it is now: the server answers, and was asked within ten seconds. */
export const useIsFresh = ({ isError, data }: Pick<StatusQuery, 'isError' | 'data'>): boolean =>
  useEachSecond(() => data !== undefined && ageOf(data.asked) <= STATUS_STALE) && !isError
