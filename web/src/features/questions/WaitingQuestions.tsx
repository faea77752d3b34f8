import { useEffect, useRef } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { common, questions as texts } from '../../texts/texts.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { useQuestions } from './get-questions.ts'
import { showCount } from './show-count.ts'
import { isSoundOn, playSound } from './sound.ts'

const QuestionCards = lazyPart(() => import('./QuestionCards.tsx'))

export interface WaitingQuestionsProps {
  /** Members that ask to join, too: where a screen does not show them itself. */
  withJoining: boolean
}

/** What waits for the owner, above everything on every screen; nothing while nothing waits. */
export function WaitingQuestions({ withJoining }: WaitingQuestionsProps) {
  const { data } = useQuestions()
  const questions = data?.questions ?? []
  const shown = withJoining
    ? questions
    : questions.filter(({ operation }) => operation !== 'onboard')
  const count = questions.length
  const newest = Math.max(0, ...questions.map(({ askedAt }) => Date.parse(askedAt)))
  const heard = useRef(0)

  useEffect(() => {
    showCount(count)
    return () => showCount(0)
  }, [count])

  // Not when one goes: then an older one is the newest.
  useEffect(() => {
    if (newest <= heard.current) return
    heard.current = newest
    if (isSoundOn()) playSound()
  }, [newest])

  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && texts.waiting(count)}
      </p>
      {shown.length > 0 && (
        <PartFrame fallback={<p>{common.loading}</p>}>
          <QuestionCards questions={shown} />
        </PartFrame>
      )}
    </>
  )
}
