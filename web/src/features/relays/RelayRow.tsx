import { X } from 'lucide-react'
import { milliseconds } from '../../lib/time.ts'
import { relays as texts } from '../../texts/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { describeRelay, type RelayState } from './describe-relay.ts'

// What does not fit beside the address goes under it, so that large text does not break addresses.
const ROW =
  'flex flex-wrap items-center justify-end gap-3 border-t border-line px-4 py-2.5 first:border-t-0'
const ADDRESS = 'flex min-w-[min(100%,10rem)] flex-1 items-center gap-3'

export interface RelayRowProps {
  url: string
  /** undefined while the signer is stopped. */
  relay: RelayState | undefined
  /** The server's time; Unix milliseconds. */
  now: number
  /** false: the server does not answer, and this is what it last said. */
  known: boolean
  /** Why it can't be removed; null when it can. */
  kept: string | null
  busy: boolean
  onRemove(): void
}

/** One relay: its state and latency, and a button to remove it. */
export function RelayRow({ url, relay, now, known, kept, busy, onRemove }: RelayRowProps) {
  const { kind, text } = describeRelay(relay, now)
  const shown = known ? kind : 'unknown'
  const fixed = kept !== null || busy
  return (
    <li className={ROW}>
      <div className={ADDRESS}>
        <StateIcon state={shown} word={texts.words[shown]} />
        <div className="min-w-0">
          <p className="font-mono text-mono">{url}</p>
          <p className="text-xs text-pretty text-ink-3">{text}</p>
        </div>
      </div>
      <span className="font-medium whitespace-nowrap">
        {relay?.heard && relay.latencyMs !== null && milliseconds(relay.latencyMs)}
      </span>
      <IconButton
        icon={X}
        label={texts.remove(url)}
        hint={kept ?? undefined}
        // Not `disabled`: the keyboard could then not reach the reason.
        aria-disabled={fixed}
        className="-mr-1.5 aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        onClick={() => {
          if (!fixed) onRemove()
        }}
      />
    </li>
  )
}

/** A row's placeholder while the list loads. */
export function RelayRowSkeleton() {
  return (
    <li className={ROW} aria-hidden>
      <div className={ADDRESS}>
        <Skeleton className="size-4 rounded-full" />
        <div className="min-w-0">
          <SkeletonLine className="w-44 max-w-full text-mono" />
          <SkeletonLine className="w-24 text-xs" />
        </div>
      </div>
      <span className="size-8" />
    </li>
  )
}
