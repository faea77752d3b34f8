import { useMemo } from 'react'
import { describeQuestion } from '#contract/describe-use.ts'
import type { Question } from '#contract/questions.ts'
import { readEvent } from '#contract/read-event.ts'
import { countdown } from '../../lib/time.ts'
import { deeds, kinds, reading, questions as texts } from '../../texts/texts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { useNames } from '../settings/use-names.ts'
import { QuestionSheet } from './QuestionSheet.tsx'
import { callerName } from './questions.ts'

export interface QuestionBarProps {
  /** The oldest first. */
  questions: readonly Question[]
  isOpen: boolean
  onOpen(): void
  onClose(): void
}

/** A bar at the foot of the page, where it moves nothing, says what is asked; it opens the sheet with the answers. */
export default function QuestionBar({ questions, isOpen, onOpen, onClose }: QuestionBarProps) {
  const [first] = questions
  return (
    <>
      {first && <Bar question={first} count={questions.length} onOpen={onOpen} />}
      {isOpen && <QuestionSheet questions={questions} onClose={onClose} />}
    </>
  )
}

interface BarProps {
  question: Question
  count: number
  onOpen(): void
}

function Bar({ question, count, onOpen }: BarProps) {
  const names = useNames()
  const now = useServerNow()
  const { caller, event, replaces, irreversible, runsOutAt } = question
  const essence = useMemo(
    () => event && readEvent(event, replaces, { kinds, deeds, reading }).essence,
    [event, replaces],
  )
  const name = callerName(caller, names)
  const said = [
    ...(essence ? [essence] : []),
    ...(irreversible ? [texts.noUndo] : []),
    texts.left(countdown(Date.parse(runsOutAt) - now)),
    ...(count > 1 ? [texts.moreEvents(count - 1)] : []),
  ]
  return (
    <section
      aria-label={texts.waiting(count)}
      className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-30 flex justify-center px-3 pb-3"
    >
      <div className="pointer-events-auto flex h-16 max-sm:h-21 w-full max-w-180 items-center gap-3 rounded-lg bg-ink pr-3 pl-3.5 text-bg shadow-float">
        <Avatar name={name} isApp />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold max-sm:line-clamp-2 max-sm:whitespace-normal">
            {texts.asksTo(name, describeQuestion(question, names.or, { kinds, deeds }))}
          </p>
          {/* What is cut at the end is in the sheet. */}
          <p className="truncate text-sm opacity-80">{said.join(' · ')}</p>
        </div>
        <Button kind="primary" className="min-h-10 shrink-0" onClick={onOpen}>
          {texts.look}
        </Button>
      </div>
    </section>
  )
}
