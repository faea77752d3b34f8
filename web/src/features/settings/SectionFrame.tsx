import { type ReactNode, useEffect, useId, useRef } from 'react'
import { common, settings as texts } from '../../texts/texts.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import type { SectionId } from './section-ids.ts'

export interface SectionFrameProps {
  id: SectionId
  /** It has taken the place of what was pressed. */
  takesFocus: boolean
  children: ReactNode
}

/** One section, under its title. */
export function SectionFrame({ id, takesFocus, children }: SectionFrameProps) {
  const titled = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section
      aria-labelledby={titled}
      className="mb-4 min-w-0 rounded-lg border border-line bg-surface shadow-card"
    >
      <h2
        ref={heading}
        id={titled}
        tabIndex={-1}
        className="border-b border-line px-4 py-3.5 font-semibold outline-none"
      >
        {texts.sections[id].title}
      </h2>
      <div className="px-4 py-3.5">
        <PartFrame fallback={<p role="status">{common.loading}</p>}>{children}</PartFrame>
      </div>
    </section>
  )
}
