import type { ReactNode } from 'react'

const focusOn = (heading: HTMLHeadingElement | null) => heading?.focus()

/**
 * A step's heading. It takes focus when the step begins: keyboard users go on from here, and a
 * screen reader says where they are.
 */
export function StepHeading({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div className="mb-4">
      <h3 ref={focusOn} tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h3>
      <p className="mt-0.5 text-ink-2">{lead}</p>
    </div>
  )
}
