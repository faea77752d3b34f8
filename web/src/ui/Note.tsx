import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export function Note({ kind = 'info', children }: { kind?: 'info' | 'warn'; children: ReactNode }) {
  return (
    <div className={`note ${kind}`}>
      <Icon name={kind} size={18} />
      <div>{children}</div>
    </div>
  )
}
