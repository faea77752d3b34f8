import { Users } from 'lucide-react'
import { common, peers as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { useSaved } from '../env/get-saved.ts'
import { PeerSkeleton } from './PeerRow.tsx'
import type { Problem } from './peer-list-state.ts'

const USUAL_MEMBERS = 3

/** Placeholders for the rows while the list loads. */
export function PeersLoading() {
  const { data } = useSaved()
  const rows = (data?.keyset?.members ?? USUAL_MEMBERS) - 1
  return [...Array(rows).keys()].map((row) => <PeerSkeleton key={row} />)
}

const PLACE = 'grid min-h-31 place-content-center justify-items-center px-4 py-5 text-center'

/** Shown when there are no rows: why, and details. */
export function PeersPlace({ title, detail }: { title: string; detail?: string | null }) {
  return (
    <div className={`${PLACE} gap-1.5 text-ink-2`}>
      <Users size={20} strokeWidth={1.6} aria-hidden className="text-ink-3" />
      <p>{title}</p>
      {detail && <p className="text-sm text-ink-3">{detail}</p>}
    </div>
  )
}

/** Shown when no rows could be read. */
export function PeersFailed({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
  return (
    <div role="alert" className={`${PLACE} gap-2`}>
      <p className="text-bad">{problem.title}</p>
      <p className="text-sm text-ink-2">{problem.reason}</p>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  )
}

/** Shown above rows from an earlier reading: why. */
export function PeersNotice({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-bad-soft px-4 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-medium text-bad">{problem.title}:</span>{' '}
        <span className="text-ink-2">{texts.shownBefore(problem.reason)}</span>
      </p>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  )
}
