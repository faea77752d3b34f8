import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shell } from '../texts/texts.ts'
import { Button } from './Button.tsx'

const EVENTS = ['floe-updated', 'floe-gone'] as const

/**
 * Shown above everything once the server was updated, because parts not loaded yet are gone. Said
 * once; focus moves here when such a part is asked for.
 */
export function UpdateHint() {
  const [isUpdated, setUpdated] = useState(false)
  const reload = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const take = (event: Event) => {
      event.preventDefault()
      setUpdated(true)
      if (event.type === 'floe-gone') reload.current?.focus()
    }
    for (const type of EVENTS) addEventListener(type, take)
    return () => {
      for (const type of EVENTS) removeEventListener(type, take)
    }
  }, [])
  if (!isUpdated) return null
  return (
    <div
      role="alert"
      className="sticky top-0 z-40 border-b border-ice-line bg-ice-soft px-3 py-2 sm:px-6"
    >
      <div className="mx-auto flex max-w-[1132px] flex-wrap items-center gap-x-3 gap-y-1.5">
        <RefreshCw size={18} strokeWidth={1.8} aria-hidden className="shrink-0 text-ice" />
        <p className="min-w-0 flex-1 basis-48 text-sm">{shell.partFailed.updated}</p>
        <Button ref={reload} onClick={() => location.reload()} className="ml-auto">
          {shell.reload}
        </Button>
      </div>
    </div>
  )
}
