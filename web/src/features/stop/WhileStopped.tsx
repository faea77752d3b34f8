import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../lib/load-part.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { statusQuery } from '../status/get-status.ts'

const StoppedNote = lazyPart(() => import('./StoppedNote.tsx'))

/** Says on every screen that signing is stopped; nothing while it is not. */
export function WhileStopped() {
  const { data } = useQuery({ ...statusQuery, refetchInterval: false })
  if (!data?.stopped) return null
  return (
    <PartFrame>
      <StoppedNote stopped={data.stopped} />
    </PartFrame>
  )
}
