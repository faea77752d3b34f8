import { Clock3 } from 'lucide-react'
import { duration } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { events } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'

/** Says that the stream is away, and for how long; only the first is read out. */
export function ReconnectingChip({ since }: { since: number }) {
  const now = useNow()
  return (
    <Chip tone="warn" icon={Clock3}>
      {events.reconnecting}
      <span aria-hidden>{duration(now - since)}</span>
    </Chip>
  )
}
