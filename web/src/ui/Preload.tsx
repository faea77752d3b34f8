import { useEffect } from 'react'
import { loadPart } from '../lib/load-part.ts'
import { useAtRest } from '../lib/use-at-rest.ts'

/**
 * Loads what may be wanted next, once the page is at rest. A failure is shown where the part is shown.
 *
 * @param parts the same array at every render
 */
export function Preload({ parts }: { parts: readonly (() => Promise<unknown>)[] }) {
  const isAtRest = useAtRest()
  useEffect(() => {
    if (!isAtRest) return
    for (const part of parts) void loadPart(part).catch(() => {})
  }, [isAtRest, parts])
  return null
}
