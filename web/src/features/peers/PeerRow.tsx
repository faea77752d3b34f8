import { RefreshCw } from 'lucide-react'
import { memo } from 'react'
import type { Peer } from '../../../../server/contract/peers.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { milliseconds } from '../../lib/time.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { StateName } from '../../ui/tone.ts'
import { LatencyPlot } from './LatencyPlot.tsx'
import { PeerTimes } from './PeerTimes.tsx'
import { PolicySwitches } from './PolicySwitches.tsx'
import { usePingPeer } from './ping-peers.ts'

const ICONS: Record<Peer['status'], StateName> = {
  online: 'ok',
  offline: 'bad',
  unknown: 'unknown',
}

/** Narrow, the plot goes, and switches and ping stand in a line of their own. */
const COLUMNS =
  'grid items-center gap-x-3 gap-y-1 grid-cols-[16px_minmax(0,1fr)_32px] ' +
  'sm:grid-cols-[16px_minmax(0,1fr)_96px_58px_auto_32px]'

export interface PeerRowProps {
  peer: Peer
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
  /** Everyone is being pinged. */
  sweeping: boolean
}

/** One peer; drawn anew only when something of it has changed. */
export const PeerRow = memo(function PeerRow({ peer, clockOffset, sweeping }: PeerRowProps) {
  const ping = usePingPeer(peer.pubkey)
  const name = shortKey(peer.pubkey)
  // Beside the key where there is room for both.
  const copy = <CopyButton text={peer.pubkey} what={texts.pubkeyOf(name)} small />
  // What an offline peer once took to answer says nothing of now.
  const latency = peer.online && peer.latency !== undefined ? milliseconds(peer.latency) : '–'
  return (
    <li className={`border-t border-line px-4 py-2.5 first:border-t-0 ${COLUMNS}`}>
      <StateIcon state={ICONS[peer.status]} word={texts.words[peer.status]} />
      <div className="min-w-0">
        <div className="flex items-center">
          <span className="min-w-0 truncate font-mono text-mono" title={peer.pubkey}>
            {name}
          </span>
          <span className="hidden sm:inline-flex">{copy}</span>
        </div>
        <p className="text-xs text-ink-3">
          <StatusWord status={peer.status} />
          <PeerTimes peer={peer} clockOffset={clockOffset} />
        </p>
      </div>
      <span className="hidden sm:inline-flex">
        <LatencyPlot latencies={peer.latencies} />
      </span>
      <span className="order-last col-span-2 col-start-2 flex flex-row-reverse items-center justify-between sm:contents">
        <span className="text-right font-medium whitespace-nowrap">{latency}</span>
        <span className="flex items-center gap-1">
          <PolicySwitches peer={peer} />
          <span className="sm:hidden">{copy}</span>
        </span>
      </span>
      <IconButton
        icon={RefreshCw}
        label={texts.pingOf(name)}
        hint={texts.ping}
        busy={ping.isPending || sweeping}
        onClick={() => !ping.isPending && ping.mutate()}
      />
    </li>
  )
})

function StatusWord({ status }: { status: Peer['status'] }) {
  const word = texts.words[status]
  if (status !== 'offline') return <span aria-hidden>{word}</span>
  return (
    <Tooltip text={texts.offlineHint}>
      <button type="button" className="underline decoration-dotted underline-offset-2">
        {word}
        <span className="sr-only">: {texts.offlineHint}</span>
      </button>
    </Tooltip>
  )
}

/** A row's place, of its size. */
export function PeerSkeleton() {
  return (
    <div className={`border-t border-line px-4 py-2.5 first:border-t-0 ${COLUMNS}`}>
      <Skeleton className="size-4 rounded-full" />
      <div>
        <div className="flex h-6 items-center">
          <Skeleton className="h-3 w-52 max-w-full" />
        </div>
        <div className="flex h-4.5 items-center">
          <Skeleton className="h-2.5 w-40 max-w-full" />
        </div>
      </div>
      <span className="order-last col-start-2 h-6 sm:hidden" />
    </div>
  )
}
