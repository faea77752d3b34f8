import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { common, peers as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { FurtherDown } from '../../ui/FurtherDown.tsx'
import { useHistory } from '../activity/queries.ts'
import { savedQuery } from '../setup/credentials/env.ts'
import { PeerRow, PeerSkeleton, ShareRow } from './PeerRow.tsx'
import type { PeerListState, Problem, VacantShare } from './peer-list-state.ts'

export interface PeerListProps {
  state: PeerListState
  /** Shares that no device has. */
  vacant: readonly VacantShare[]
  /** The status is up to date. */
  isFresh: boolean
  /** Everyone is being pinged. */
  sweeping: boolean
  onRetry(): void
}

/** The time that a bar of a row stands for; the history is read as often. Milliseconds. */
const HOUR = 3_600_000

/** The rows, or what replaces them. */
export function PeerList({ state, vacant, onRetry, ...row }: PeerListProps) {
  const past = useHistory(HOUR).data?.devices
  switch (state.at) {
    case 'loading':
      return <PeersLoading />
    case 'empty':
      return <PeersPlace title={texts.none} detail={state.reason} />
    case 'failed':
      return <PeersFailed problem={state.problem} onRetry={onRetry} />
    case 'list':
      return (
        <>
          {state.problem && <PeersHint problem={state.problem} onRetry={onRetry} />}
          {state.answer.mode === 'static' && state.answer.reasonMessage && (
            <p className="border-b border-line bg-warn-soft px-4 py-2 text-sm text-ink-2">
              {texts.notWatched(translateMessage(state.answer.reasonMessage))}
            </p>
          )}
          <ul>
            {state.answer.peers.map((peer) => (
              <PeerRow
                key={peer.pubkey}
                peer={peer}
                past={past?.find(({ pubkey }) => pubkey === peer.pubkey)}
                {...row}
              />
            ))}
            {vacant.map((share) => (
              <ShareRow key={share.pubkey} share={share} />
            ))}
          </ul>
        </>
      )
  }
}

const USUAL_MEMBERS = 3

/** Placeholders for the rows while the list loads. */
export function PeersLoading() {
  const { data } = useQuery(savedQuery)
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
function PeersFailed({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
  return (
    <div role="alert" className={`${PLACE} gap-2`}>
      <p className="text-bad">{problem.title}</p>
      <p className="text-sm text-ink-2">{problem.reason}</p>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  )
}

/** Shown above rows from an earlier reading: why. */
function PeersHint({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
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

/**
 * The rows' pane: no higher than the specification says, and scrollable by keyboard; it says how many
 * more there are below. Its width in rem, which halves when text doubles in size, decides a row's layout.
 */
export function PeersPane({ children }: { children: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  const below = useRowsBelow(pane)
  const goOn = () => pane.current?.scrollBy({ top: pane.current.clientHeight * 0.8 })
  return (
    <div className="flex max-h-(--height-peers) flex-col">
      <section
        ref={pane}
        aria-label={texts.rows}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
        tabIndex={0}
        className="@container relative min-h-0 overflow-y-auto rounded-b-lg -outline-offset-2"
      >
        {/* The touch area around a switch must not make the pane scroll sideways. */}
        <div className="overflow-x-clip">{children}</div>
      </section>
      {below > 0 && <FurtherDown onClick={goOn}>{texts.below(below)}</FurtherDown>}
    </div>
  )
}

/** A row of which less is hidden counts as seen. Pixels. */
const UNSEEN = 12

/** How many list items in a scrolling element end below its visible part. */
function useRowsBelow(scroller: RefObject<HTMLElement | null>): number {
  const [below, setBelow] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const count = () => {
      const { bottom } = element.getBoundingClientRect()
      const rows = [...element.querySelectorAll('li')]
      setBelow(rows.filter((row) => row.getBoundingClientRect().bottom > bottom + UNSEEN).length)
    }
    // Sizes of the element and of its content. Rows may also take the place of something of the same size.
    const sizes = new ResizeObserver(count)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    const content = new MutationObserver(count)
    content.observe(element, { childList: true, subtree: true })
    element.addEventListener('scroll', count, { passive: true })
    return () => {
      sizes.disconnect()
      content.disconnect()
      element.removeEventListener('scroll', count)
    }
  }, [scroller])
  return below
}
