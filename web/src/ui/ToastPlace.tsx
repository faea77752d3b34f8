import { useEffect, useState } from 'react'
import { lazyPart } from '../lib/load-part.ts'
import { useAtRest } from '../lib/use-at-rest.ts'
import { PartFrame } from './PartFrame.tsx'
import { onToastWaiting } from './toast.ts'

const Toasts = lazyPart(() => import('./Toasts.tsx'))

/**
 * Where toasts appear. Its code is loaded at the first toast, or earlier, once the page is at rest: a screen reader
 * reads only what appears in a region that it already knows.
 */
export function ToastPlace() {
  const isAtRest = useAtRest()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => onToastWaiting(() => setWanted(true)), [])
  if (!isAtRest && !isWanted) return null
  return (
    <PartFrame fallback={null}>
      <Toasts />
    </PartFrame>
  )
}
