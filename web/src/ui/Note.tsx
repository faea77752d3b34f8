import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export interface NoteProps {
  kind?: 'info' | 'warn' | 'bad'
  children: ReactNode
}

export function Note({ kind = 'info', children }: NoteProps) {
  return (
    <div className={`note ${kind}`}>
      <Icon name={kind} size={18} />
      <div>{children}</div>
    </div>
  )
}
