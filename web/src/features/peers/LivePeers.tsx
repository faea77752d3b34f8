import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Stethoscope } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PeersAnswer } from '../../../../server/contract/peers.ts'
import { common } from '../../../../server/contract/texts/common.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { peersQuery } from './get-peers.ts'
import { selfQuery } from './get-self.ts'
import { PeerRow } from './PeerRow.tsx'
import { PeersLoading, PeersPlace } from './PeersPlace.tsx'
import { type PeerListState, peerListState } from './peer-list-state.ts'
import { sweepQuery, usePingAll } from './ping-peers.ts'

const DiagnosticsDialog = lazy(() => import('./DiagnosticsDialog.tsx'))

export interface LivePeersProps {
  /** A relay is heard: there is somebody to ping. */
  nodeActive: boolean
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
}

/** The list while there is a signer: read, swept once, read again, and then kept up to date. */
export function LivePeers({ nodeActive, clockOffset }: LivePeersProps) {
  const queries = useQueryClient()
  const self = useQuery(selfQuery)
  const peers = useQuery(peersQuery)
  const sweep = useQuery({ ...sweepQuery, enabled: nodeActive && peers.data !== undefined })
  const pingAll = usePingAll()
  const [isDiagnosing, setDiagnosing] = useState(false)

  useEffect(() => {
    if (sweep.isSuccess) void queries.invalidateQueries({ queryKey: peersQuery.queryKey })
  }, [sweep.isSuccess, queries])

  const sweeping = sweep.isFetching || pingAll.isPending
  const state = peerListState({ peers, self, sweeping: sweep.isFetching })

  return (
    <Disclosure
      title={texts.title}
      badges={<Badges state={state} />}
      actions={
        <>
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
      <div className="max-h-(--height-peers) overflow-y-auto rounded-b-lg">
        <Place
          state={state}
          clockOffset={clockOffset}
          sweeping={sweeping}
          onRetry={() => void Promise.all([self.refetch(), peers.refetch()])}
        />
      </div>
      {isDiagnosing && state.at === 'list' && (
        <Suspense>
          <DiagnosticsDialog answer={state.answer} onClose={() => setDiagnosing(false)} />
        </Suspense>
      )}
    </Disclosure>
  )
}

interface PlaceProps {
  state: PeerListState
  clockOffset: number
  sweeping: boolean
  onRetry(): void
}

function Place({ state, clockOffset, sweeping, onRetry }: PlaceProps) {
  switch (state.at) {
    case 'loading':
      return <PeersLoading />
    case 'empty':
      return <PeersPlace title={texts.none} detail={state.reason} />
    case 'failed':
      return (
        <div
          role="alert"
          className="grid min-h-31 place-content-center justify-items-center gap-2 px-4 py-5 text-center"
        >
          <p className="text-bad">{state.title}</p>
          <p className="text-sm text-ink-2">{state.reason}</p>
          <Button onClick={onRetry}>{common.retry}</Button>
        </div>
      )
    case 'list':
      return (
        <ul>
          {state.answer.peers.map((peer) => (
            <PeerRow key={peer.pubkey} peer={peer} clockOffset={clockOffset} sweeping={sweeping} />
          ))}
        </ul>
      )
  }
}

function Badges({ state }: { state: PeerListState }) {
  if (state.at === 'failed') return <Chip tone="bad">{texts.error}</Chip>
  if (state.at !== 'list') return null
  return (
    <>
      <Counts answer={state.answer} />
      {state.problem !== null && (
        <span title={state.problem}>
          <Chip tone="bad">{texts.error}</Chip>
        </span>
      )}
      <span role="status" className="text-xs text-ink-3">
        {state.detecting && texts.detecting}
      </span>
    </>
  )
}

function Counts({ answer: { online, total, summary } }: { answer: PeersAnswer }) {
  return (
    <>
      <StateIcon
        state={online > 0 ? 'ok' : 'unknown'}
        word={online > 0 ? texts.someOnline : texts.noneOnline}
      />
      <Chip tone={online > 0 ? 'ok' : 'plain'}>{texts.online(online)}</Chip>
      <Chip>{texts.total(total)}</Chip>
      {summary.averageLatency !== undefined && (
        <Chip>{texts.average(Math.round(summary.averageLatency))}</Chip>
      )}
    </>
  )
}
