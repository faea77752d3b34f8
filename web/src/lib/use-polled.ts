import { useEffect, useRef, useState } from 'react'
import type { Answer } from './api.ts'
import { Poller } from './poller.ts'

export type Failure = Extract<Answer<unknown>, { ok: false }>

export interface Polled<T> {
  /** The newest answer; it stays while later reads fail. */
  data: T | null
  /** When that answer came. Unix milliseconds. */
  at: number
  /** Why the newest read failed; null when it did not. */
  failure: Failure | null
  refresh(): void
}

const nothing = { data: null, at: 0, failure: null }

/**
 * Reads while `active` and forgets when it no longer is. `read` must be the same function at each
 * call.
 */
export function usePolled<T>(
  read: () => Promise<Answer<T>>,
  interval: number,
  active = true,
): Polled<T> {
  const [state, setState] = useState<Omit<Polled<T>, 'refresh'>>(nothing)
  const poller = useRef<Poller | null>(null)

  useEffect(() => {
    if (!active) return
    let current = true
    const reader = new Poller({
      interval,
      read: async () => {
        const answer = await read()
        if (!current) return
        if (answer.ok) setState({ data: answer.data, at: Date.now(), failure: null })
        else setState((before) => ({ ...before, failure: answer }))
      },
    })
    const onShown = () => {
      if (document.visibilityState === 'visible') reader.refresh()
    }
    poller.current = reader
    reader.start()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      current = false
      reader.stop()
      document.removeEventListener('visibilitychange', onShown)
      poller.current = null
      setState(nothing)
    }
  }, [read, interval, active])

  const [refresh] = useState(() => () => poller.current?.refresh())
  return { ...state, refresh }
}
