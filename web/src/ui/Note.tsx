import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const KINDS = {
  info: { icon: Info, ground: 'bg-ice-soft', ink: 'text-ice' },
  ok: { icon: Info, ground: 'bg-ok-soft', ink: 'text-ok' },
  warn: { icon: TriangleAlert, ground: 'bg-warn-soft', ink: 'text-warn' },
  bad: { icon: CircleAlert, ground: 'bg-bad-soft', ink: 'text-bad' },
} as const

export interface NoteProps {
  kind?: keyof typeof KINDS
  children: ReactNode
}

/** Something a person should read; if it has just happened, put it into a live region. */
export function Note({ kind = 'info', children }: NoteProps) {
  const { icon: Icon, ground, ink } = KINDS[kind]
  return (
    <div className={cx('flex gap-2.5 rounded-md px-3.5 py-3 text-sm text-ink-2', ground)}>
      <Icon size={18} strokeWidth={1.8} aria-hidden className={cx('mt-px shrink-0', ink)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
