import { useEffect, useRef } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { common, questions as texts } from '../../texts/texts.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { useQuestions } from './questions.ts'
import { isSoundOn, playSound } from './sound.ts'

const QuestionBar = lazyPart(() => import('./QuestionBar.tsx'))

export interface WaitingQuestionsProps {
  /** Whether the questions are being read. */
  isOpen: boolean
  onOpen(): void
  onClose(): void
}

/** The questions that wait for the owner, on every screen; nothing while none waits. */
export function WaitingQuestions(sheet: WaitingQuestionsProps) {
  const { data } = useQuestions()
  const questions = data?.questions ?? []
  const count = questions.length
  const newest = Math.max(0, ...questions.map(({ askedAt }) => Date.parse(askedAt)))
  const heard = useRef(0)

  useEffect(() => {
    showCount(count)
    return () => showCount(0)
  }, [count])

  // Not when a question goes: then an older one is the newest.
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
      {(count > 0 || sheet.isOpen) && (
        <PartFrame fallback={null}>
          <QuestionBar questions={questions} {...sheet} />
        </PartFrame>
      )}
    </>
  )
}

/** The icon with a count on it: public/waiting-1.svg and so on, since a page may draw none itself. */
const ICONS_WITH_COUNT = 9

/** How many questions wait, where a tab shows it: in the title and on the icon. */
function showCount(count: number): void {
  document.title = count === 0 ? common.title : texts.titled(count)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon === null) return
  icon.dataset['plain'] ??= icon.href
  const shown = count > ICONS_WITH_COUNT ? 'more' : count
  icon.href = count === 0 ? icon.dataset['plain'] : `./waiting-${shown}.svg`
}
