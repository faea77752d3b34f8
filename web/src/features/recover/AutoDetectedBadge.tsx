import { WandSparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AUTO_DETECTED_BADGE } from '../../lib/limits.ts'
import { recover as texts } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'

export interface AutoDetectedBadgeProps {
  /** Whether the field still holds it. */
  holds: boolean
}

/** Says for five seconds that a field was filled from what was saved. */
export function AutoDetectedBadge({ holds }: AutoDetectedBadgeProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), AUTO_DETECTED_BADGE)
    return () => clearTimeout(timer)
  }, [])
  if (over || !holds) return null
  return (
    <Chip tone="ice" icon={WandSparkles}>
      {texts.autoDetected}
    </Chip>
  )
}
