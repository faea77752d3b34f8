import { type ReactNode, useId } from 'react'

export interface SectionProps {
  title: string
  children: ReactNode
}

/** A part of the panel under a title of its own. */
export function Section({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
