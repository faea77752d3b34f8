import type { PeersAnswer } from '#contract/peers.ts'
import { peers as texts } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { PeerListState } from './peer-list-state.ts'

/**
 * The list in figures, or what it is doing. On narrow pages they have their own line from the start.
 */
export function PeerBadges({ state }: { state: PeerListState }) {
  return (
    <div className="order-last flex min-h-5.5 basis-full flex-wrap items-center gap-x-2 gap-y-1 sm:order-none sm:basis-auto">
      {state.at === 'list' && <Counts answer={state.answer} detecting={state.detecting} />}
      <span role="status" className="text-xs text-ink-3 empty:hidden">
        {progressOf(state)}
      </span>
      {state.at === 'list' && !state.detecting && <Average answer={state.answer} />}
      {(state.at === 'failed' || (state.at === 'list' && state.problem !== null)) && (
        <Chip tone="bad">{texts.error}</Chip>
      )}
    </div>
  )
}

function progressOf(state: PeerListState): string | null {
  if (state.at === 'loading') return texts.loading
  return state.at === 'list' && state.detecting ? texts.detecting : null
}

interface CountsProps {
  answer: PeersAnswer
  /** On a narrow page its text takes the room. */
  detecting: boolean
}

function Counts({ answer: { online, total }, detecting }: CountsProps) {
  return (
    <>
      <StateIcon
        state={online > 0 ? 'ok' : 'unknown'}
        word={online > 0 ? texts.someOnline : texts.noneOnline}
      />
      <Chip tone={online > 0 ? 'ok' : 'plain'}>{texts.online(online)}</Chip>
      <span className={cx('inline-flex', detecting && 'max-sm:hidden')}>
        <Chip>{texts.total(total)}</Chip>
      </span>
    </>
  )
}

/** Not while the sweep runs: it changes the figures, and its text needs the room. */
function Average({ answer: { summary } }: { answer: PeersAnswer }) {
  const { averageLatency } = summary
  return averageLatency !== undefined && <Chip>{texts.average(Math.round(averageLatency))}</Chip>
}
