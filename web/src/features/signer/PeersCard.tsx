import { Plus, RefreshCw, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import type { PeersAnswer } from '#contract/peers.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { devices, peers as texts } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { StatusQuery } from '../home/get-status.ts'
import { PeerList, PeersLoading, PeersPane, PeersPlace } from './PeerList.tsx'
import { canWatch, type PeerListState, usePeers } from './peer-list-state.ts'
import { usePingAll } from './peers.ts'

/** The other members. They are watched while a signer could find them, and forgotten when it stops. */
export function PeersCard({ status, onAdd }: { status: StatusQuery; onAdd(): void }) {
  const watch = canWatch(status.data)
  if (watch === true && status.data !== undefined) {
    const clockOffset = Date.parse(status.data.timestamp) - status.dataUpdatedAt
    return (
      <LivePeers
        nodeActive={status.data.nodeActive}
        clockOffset={roundToSeconds(clockOffset)}
        onAdd={onAdd}
      />
    )
  }
  if (watch === null) {
    return (
      <Disclosure title={texts.title} badges={<PeerBadges state={{ at: 'loading' }} />}>
        <PeersPane>
          <PeersLoading />
        </PeersPane>
      </Disclosure>
    )
  }
  return (
    <Disclosure title={texts.title}>
      <PeersPlace title={texts.stopped} />
    </Disclosure>
  )
}

/** Rows are not rendered again for the milliseconds that an answer took. */
const roundToSeconds = (ms: number): number => Math.round(ms / 1_000) * 1_000

const DiagnosticsDialog = lazyPart(() => import('./DiagnosticsDialog.tsx'))

interface LivePeersProps {
  /** Whether a relay is heard, so that there is somebody to ping. */
  nodeActive: boolean
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
  /** Called when the owner wants to add a device. */
  onAdd(): void
}

/** The list while there is a signer. */
function LivePeers({ nodeActive, clockOffset, onAdd }: LivePeersProps) {
  const { state, retry, ...watched } = usePeers(nodeActive)
  const pingAll = usePingAll()
  const [isDiagnosing, setDiagnosing] = useState(false)
  const sweeping = watched.sweeping || pingAll.isPending

  return (
    <Disclosure
      title={texts.title}
      badges={<PeerBadges state={state} />}
      actions={
        <>
          <IconButton icon={Plus} label={devices.add} onClick={onAdd} />
          <IconButton
            icon={Stethoscope}
            label={texts.more}
            disabled={state.at !== 'list'}
            onClick={() => setDiagnosing(true)}
          />
          <IconButton
            icon={RefreshCw}
            label={texts.refresh}
            busy={sweeping}
            disabled={state.at !== 'list'}
            onClick={() => !sweeping && pingAll.mutate()}
          />
        </>
      }
    >
      <PeersPane>
        <PeerList state={state} clockOffset={clockOffset} sweeping={sweeping} onRetry={retry} />
      </PeersPane>
      {isDiagnosing && state.at === 'list' && (
        <PartFrame>
          <DiagnosticsDialog answer={state.answer} onClose={() => setDiagnosing(false)} />
        </PartFrame>
      )}
    </Disclosure>
  )
}

/**
 * The list in figures, or what it is doing. On narrow pages they have their own line from the start.
 */
function PeerBadges({ state }: { state: PeerListState }) {
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
