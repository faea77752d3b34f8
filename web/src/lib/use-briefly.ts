import { useCallback, useEffect, useState } from 'react'

/** A flag that stays set for `ms` after it was last set: [whether it is set, set it]. */
export function useBriefly(ms: number): [boolean, () => void] {
  const [setAt, setSetAt] = useState<number | null>(null)
  useEffect(() => {
    if (setAt === null) return
    const timer = setTimeout(() => setSetAt(null), ms)
    return () => clearTimeout(timer)
  }, [setAt, ms])
  return [setAt !== null, useCallback(() => setSetAt(performance.now()), [])]
}
