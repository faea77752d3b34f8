import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AT_REST } from './limits.ts'

/** Whether the page has once been without requests for `AT_REST`, so that what may be wanted next can be loaded. */
export function useAtRest(): boolean {
  const isBusy = useIsFetching() > 0
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => {
    if (isBusy || isAtRest) return
    const timer = setTimeout(setAtRest, AT_REST, true)
    return () => clearTimeout(timer)
  }, [isBusy, isAtRest])
  return isAtRest
}
