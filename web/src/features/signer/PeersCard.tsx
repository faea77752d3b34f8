import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import type { PeersAnswer } from '#contract/peers.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { devices, peers as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { reservedSharesQuery } from '../devices/reserved-shares.ts'
import type { StatusQuery } from '../home/get-status.ts'
import { useIsFresh } from '../home/is-fresh.ts'
import { usePlaces } from '../home/places.ts'
import { PeerList, PeersLoading, PeersPane, PeersPlace } from './PeerList.tsx'
import { canWatch, type PeerListState, usePeers, withoutVacant } from './peer-list-state.ts'
import { usePingAll } from './peers.ts'

/** The other devices. They are watched while a signer could find them, and forgotten when it stops. */
export function PeersCard({ status }: { status: StatusQuery }) {
  const isFresh = useIsFresh(status)
  const watch = canWatch(status.data)
  if (watch === true && status.data !== undefined) {
    return <LivePeers nodeActive={status.data.nodeActive} isFresh={isFresh} />
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
    <Disclosure title={texts.title} actions={<AddDevice />}>
      <PeersPlace title={texts.stopped} />
    </Disclosure>
  )
}

function AddDevice() {
  const { onDevices } = usePlaces()
  return (
    <Button kind="quiet" onClick={() => onDevices()}>
      {devices.add}
    </Button>
  )
}

const DiagnosticsDialog = lazyPart(() => import('./DiagnosticsDialog.tsx'))

interface LivePeersProps {
  /** Whether a relay is heard, so that there is somebody to ping. */
  nodeActive: boolean
  isFresh: boolean
}

/** The list while there is a signer. */
function LivePeers({ nodeActive, isFresh }: LivePeersProps) {
  const { state: all, retry, ...watched } = usePeers(nodeActive)
  const reserved = useQuery(reservedSharesQuery).data?.spares
  const { state, vacant } = withoutVacant(all, reserved ?? [])
  const pingAll = usePingAll()
  const [isDiagnosing, setDiagnosing] = useState(false)
  const sweeping = watched.sweeping || pingAll.isPending
  const canPing = isFresh && state.at === 'list'

  return (
    <Disclosure
      title={texts.title}
      badges={<PeerBadges state={state} isFresh={isFresh} />}
      actions={
        <>
          <AddDevice />
          <IconButton
            icon={Stethoscope}
            label={texts.more}
            disabled={!canPing}
            onClick={() => setDiagnosing(true)}
          />
          <IconButton
            icon={RefreshCw}
            label={texts.refresh}
            busy={sweeping}
            disabled={!canPing}
            onClick={() => !sweeping && pingAll.mutate()}
          />
        </>
      }
    >
      <PeersPane>
        <PeerList
          state={state}
          vacant={vacant}
          isFresh={isFresh}
          sweeping={sweeping}
          onRetry={retry}
        />
      </PeersPane>
      {isDiagnosing && state.at === 'list' && (
        <PartFrame>
          <DiagnosticsDialog answer={state.answer} onClose={() => setDiagnosing(false)} />
        </PartFrame>
      )}
    </Disclosure>
  )
}

interface PeerBadgesProps {
  state: PeerListState
  /** The figures are up to date. */
  isFresh?: boolean
}

/**
 * The list in figures, or what it is doing. On narrow pages they have their own line from the start.
 */
function PeerBadges({ state, isFresh = false }: PeerBadgesProps) {
  return (
    <div className="order-last flex min-h-5.5 basis-full flex-wrap items-center gap-x-2 gap-y-1 sm:order-none sm:basis-auto">
      {state.at === 'list' && (
        <Counts answer={state.answer} isFresh={isFresh} detecting={state.detecting} />
      )}
      <span role="status" className="text-sm text-ink-3 empty:hidden">
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
  isFresh: boolean
  /** On a narrow page its text takes the room. */
  detecting: boolean
}

function Counts({ answer: { online, total }, isFresh, detecting }: CountsProps) {
  return (
    <>
      <StateIcon
        state={isFresh && online > 0 ? 'ok' : 'unknown'}
        word={online > 0 ? texts.someOnline : texts.noneOnline}
      />
      <Chip tone={isFresh && online > 0 ? 'ok' : 'plain'}>{texts.online(online)}</Chip>
      <span className={cx('inline-flex', detecting && 'max-sm:hidden')}>
        <Chip>{texts.total(total)}</Chip>
      </span>
    </>
  )
}

/** The average latency. Not shown while all are pinged: that changes the figures, and its text needs the room. */
function Average({ answer: { peers } }: { answer: PeersAnswer }) {
  const latencies = peers.flatMap(({ online, latency }) =>
    online && latency !== undefined ? [latency] : [],
  )
  if (latencies.length === 0) return null
  const total = latencies.reduce((sum, latency) => sum + latency, 0)
  return <Chip>{texts.average(Math.round(total / latencies.length))}</Chip>
}
