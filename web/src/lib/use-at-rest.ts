import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AT_REST } from './limits.ts'

/** Whether the page has for once asked the server for nothing for a while: there is time for the rest. */
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
