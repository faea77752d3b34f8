import { TriangleAlert } from 'lucide-react'
import type { Peer } from '#contract/peers.ts'
import { cx } from '../../ui/cx.ts'
import { spokenLine } from './spoken.ts'

export interface SpokenLineProps {
  /** undefined while nobody reads them; the line keeps its place. */
  peers: readonly Pick<Peer, 'generations'>[] | undefined
  isRefused: boolean
}

/** One line on what the peers speak. */
export function SpokenLine({ peers, isRefused }: SpokenLineProps) {
  const line = peers && spokenLine(peers, isRefused)
  return (
    <span
      className={cx(
        'flex min-h-[1lh] items-start gap-1 text-xs',
        line?.isOlder ? 'text-warn' : 'text-ink-3',
      )}
    >
      {line?.isOlder && (
        <TriangleAlert size={13} strokeWidth={1.8} aria-hidden className="mt-0.5 shrink-0" />
      )}
      {line?.text}
    </span>
  )
}
