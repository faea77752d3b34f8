import { type ReactNode, useId } from 'react'

export interface CardProps {
  title: string
  /** Badges beside the title. */
  badges?: ReactNode
  /** What stands at the end of the head. */
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, badges, actions, children }: CardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {badges && <div className="card-badges">{badges}</div>}
        {actions && <div className="card-actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
