import { useState } from 'react'
import type { StopState } from '#contract/rules.ts'
import { dayAndTime } from '../../lib/time.ts'
import { stop as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import ResumeDialog from './ResumeDialog.tsx'

/** Since when the owner's stop holds, and the button that ends it. */
export default function StoppedNote({ stopped }: { stopped: StopState }) {
  const [asks, setAsks] = useState(false)
  const { since, until } = stopped
  return (
    <section aria-label={texts.stopped} className="mb-4">
      <Note kind="bad">
        <p>
          <span className="font-medium text-ink">{texts.since(dayAndTime(since))}</span>{' '}
          {until === undefined ? texts.untilResumed : texts.until(dayAndTime(until))}
        </p>
        <Button className="mt-2.5" onClick={() => setAsks(true)}>
          {texts.resume}
        </Button>
      </Note>
      {asks && <ResumeDialog onClose={() => setAsks(false)} />}
    </section>
  )
}
