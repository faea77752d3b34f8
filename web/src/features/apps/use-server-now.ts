import { useNow } from '../../lib/use-now.ts'
import { useClockOffset } from '../status/use-clock-offset.ts'

/** The server's time, updated each second. Unix milliseconds. */
export const useServerNow = (): number => useNow() + useClockOffset()
