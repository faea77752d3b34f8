import { useQuery } from '@tanstack/react-query'
import { OctagonX, Play } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { stop as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { statusQuery } from './get-status.ts'
import { useSetStop } from './set-stop.ts'

const ResumeDialog = lazyPart(() => import('./ResumeDialog.tsx'))

/**
 * Stops signing at one press, on every screen, also while the status is unknown; to resume takes two presses. It
 * follows the status where a screen polls it, and reads it once elsewhere.
 *
 * @param isConfigured there is something to stop
 */
export function StopButton({ isConfigured }: { isConfigured: boolean }) {
  const { data: status } = useQuery({ ...statusQuery, refetchInterval: false })
  const setStop = useSetStop()
  const [asks, setAsks] = useState(false)
  const isStopped = status !== undefined && status.stopped !== null
  if (!isConfigured && !isStopped) return null
  const Icon = isStopped ? Play : OctagonX
  return (
    <>
      <Button
        className={isStopped ? 'shrink-0' : 'shrink-0 border-bad/45! text-bad!'}
        aria-label={isStopped ? texts.resumeSigning : texts.stop}
        aria-disabled={setStop.isPending}
        onClick={() => {
          if (isStopped) setAsks(true)
          else if (!setStop.isPending) setStop.mutate({ to: 'stop' })
        }}
      >
        <Icon size={16} strokeWidth={1.8} aria-hidden />
        {isStopped ? (
          texts.resume
        ) : (
          <>
            <span className="hidden @min-[26rem]:inline">{texts.stop}</span>
            <span className="@min-[26rem]:hidden">{texts.short}</span>
          </>
        )}
      </Button>
      {asks && (
        <PartFrame>
          <ResumeDialog onClose={() => setAsks(false)} />
        </PartFrame>
      )}
    </>
  )
}

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
