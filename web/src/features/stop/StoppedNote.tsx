import { useState } from 'react'
import type { StopState } from '../../../../server/contract/rules.ts'
import { stop as texts } from '../../../../server/contract/texts/questions.ts'
import { dayAndTime } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import ResumeDialog from './ResumeDialog.tsx'
import { useSetStop } from './set-stop.ts'

const MINUTES = [15, 60, 480] as const

/** Since when nothing is signed because the owner said so, and what ends that. */
export default function StoppedNote({ stopped }: { stopped: StopState }) {
  const setStop = useSetStop()
  const [asks, setAsks] = useState(false)
  const { since, until } = stopped
  const endAfter = (minutes: number) =>
    !setStop.isPending && setStop.mutate({ to: 'stop', minutes })
  return (
    <section aria-label={texts.stopped} className="mb-4">
      <Note kind="bad">
        <p>
          <span className="font-medium text-ink">{texts.since(dayAndTime(since))}</span>{' '}
          {until === undefined ? texts.untilResumed : texts.until(dayAndTime(until))}
        </p>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Button onClick={() => setAsks(true)}>{texts.resume}</Button>
          {until === undefined && (
            <>
              <span className="ml-1">{texts.endsAfter}</span>
              {MINUTES.map((minutes) => (
                <Button
                  key={minutes}
                  kind="quiet"
                  className="-mx-1 underline"
                  aria-label={texts.endAfter(texts.minutes[minutes])}
                  aria-disabled={setStop.isPending}
                  onClick={() => endAfter(minutes)}
                >
                  {texts.minutes[minutes]}
                </Button>
              ))}
            </>
          )}
        </div>
      </Note>
      {asks && <ResumeDialog onClose={() => setAsks(false)} />}
    </section>
  )
}
