import { Users } from 'lucide-react'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { PeerSkeleton } from './PeerRow.tsx'

/** Two rows' places while the list is on its way. */
export function PeersLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <PeerSkeleton />
      <PeerSkeleton />
    </div>
  )
}

/** Where no row is: why, and what there is to add. */
export function PeersPlace({ title, detail }: { title: string; detail?: string | null }) {
  return (
    <div className="grid min-h-31 place-content-center justify-items-center gap-1.5 px-4 py-6 text-center text-ink-2">
      <Users size={20} strokeWidth={1.6} aria-hidden className="text-ink-3" />
      <p>{title}</p>
      {detail && <p className="text-sm text-ink-3">{detail}</p>}
    </div>
  )
}
