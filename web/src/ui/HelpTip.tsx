import { CircleHelp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { common } from '../texts/texts.ts'
import { Beside } from './Beside.tsx'

/** How long the pointer rests on the button before the text shows, or leaves it before the text goes. Milliseconds. */
const DELAY = 200

export interface HelpTipProps {
  /** What is explained: the button is called 'About …'. */
  subject: string
  text: string
}

/** A question mark that explains a field on hover. After a press, the text stays until Escape or another press. */
export function HelpTip({ subject, text }: HelpTipProps) {
  const [shown, show] = useState<'no' | 'while-hovered' | 'yes'>('no')
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])

  const isShown = shown !== 'no'
  useEffect(() => {
    if (!isShown) return
    const hideOutside = ({ target }: Event) => {
      if (!button?.contains(target as Node)) show('no')
    }
    const hideByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog around it stays open.
      event.stopPropagation()
      clearTimeout(timer.current)
      show('no')
    }
    document.addEventListener('pointerdown', hideOutside)
    document.addEventListener('keydown', hideByKey, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', hideOutside)
      document.removeEventListener('keydown', hideByKey, { capture: true })
    }
  }, [isShown, button])

  return (
    <>
      <button
        ref={setButton}
        type="button"
        aria-label={common.about(subject)}
        aria-expanded={isShown}
        aria-describedby={isShown ? id : undefined}
        className="touch inline-flex size-6 items-center justify-center rounded-full text-ink-3 hover:text-ink"
        onClick={() => {
          clearTimeout(timer.current)
          show(shown === 'yes' ? 'no' : 'yes')
        }}
        onBlur={() => show('no')}
        onPointerEnter={({ pointerType }) => {
          clearTimeout(timer.current)
          if (pointerType !== 'touch') {
            timer.current = setTimeout(
              () => show((now) => (now === 'no' ? 'while-hovered' : now)),
              DELAY,
            )
          }
        }}
        onPointerLeave={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => show((now) => (now === 'yes' ? now : 'no')), DELAY)
        }}
      >
        <CircleHelp size={15} strokeWidth={1.8} aria-hidden />
      </button>
      {isShown && button && (
        <Beside
          id={id}
          anchor={button}
          side="below"
          className="max-w-80 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink-2 shadow-float"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => show((now) => (now === 'yes' ? now : 'no'))}
        >
          {text}
        </Beside>
      )}
    </>
  )
}
