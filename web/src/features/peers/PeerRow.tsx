import { RefreshCw } from 'lucide-react'
import { memo } from 'react'
import type { Peer } from '#contract/peers.ts'
import { milliseconds } from '../../lib/time.ts'
import { peers as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { StateName } from '../../ui/tone.ts'
import { deviceName } from './device-name.ts'
import { LatencyPlot } from './LatencyPlot.tsx'
import { PeerTimes } from './PeerTimes.tsx'
import { PolicySwitches } from './PolicySwitches.tsx'
import { ProtocolBadges } from './ProtocolBadges.tsx'
import { usePingPeer } from './ping-peers.ts'

const ICONS: Record<Peer['status'], StateName> = {
  online: 'ok',
  offline: 'bad',
  unknown: 'unknown',
}

/**
 * When narrow, switches, copying and pings have their own line; when wide, there is room for all; and on a phone
 * with large text, the button has one too.
 */
const COLUMNS =
  'grid items-center gap-x-2.5 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0 ' +
  'grid-cols-[16px_minmax(0,1fr)_2rem] @max-[13rem]:grid-cols-[16px_minmax(0,1fr)] ' +
  '@min-[38rem]:grid-cols-[16px_minmax(0,1fr)_80px_minmax(3.75rem,auto)_auto_2rem]'
const SECOND_LINE =
  'order-last col-span-2 col-start-2 @max-[13rem]:col-span-1 flex min-h-6.5 flex-wrap items-center gap-x-2 gap-y-1 max-sm:min-h-10 ' +
  '@min-[38rem]:contents'

export interface PeerRowProps {
  peer: Peer
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
  /** Everyone is being pinged. */
  sweeping: boolean
}

/** One peer; rendered again only when something about it has changed. */
export const PeerRow = memo(function PeerRow({ peer, clockOffset, sweeping }: PeerRowProps) {
  const ping = usePingPeer(peer)
  const name = deviceName(peer)
  // Beside the key where there is room for both.
  const copy = <CopyButton text={peer.pubkey} what={texts.pubkeyOf(name)} small />
  // An offline peer's past latency says nothing about now.
  const latency = peer.online && peer.latency !== undefined ? milliseconds(peer.latency) : '–'
  return (
    <li className={COLUMNS}>
      <StateIcon state={ICONS[peer.status]} word={texts.words[peer.status]} />
      <div className="min-w-0">
        <div className="flex min-h-6 items-center">
          {peer.name && (
            <span className="mr-2 max-w-[60%] shrink-0 truncate font-medium">{peer.name}</span>
          )}
          <span
            className={cx('min-w-0 truncate font-mono text-mono', peer.name && 'text-ink-3')}
            title={peer.pubkey}
          >
            {shortKey(peer.pubkey)}
          </span>
          <span className="hidden @min-[38rem]:inline-flex">{copy}</span>
        </div>
        <p className="text-xs text-ink-3">
          <StatusWord status={peer.status} />
          <PeerTimes peer={peer} clockOffset={clockOffset} />
          {peer.generations.length > 0 && '\u00a0· '}
          <ProtocolBadges peer={peer} />
        </p>
        {peer.areTwoDevices && <p className="text-xs text-warn">{texts.twoDevices}</p>}
      </div>
      <div className={SECOND_LINE}>
        <span className="inline-flex @min-[38rem]:order-3">
          <PolicySwitches peer={peer} />
        </span>
        <span className="mr-auto inline-flex @min-[38rem]:hidden">{copy}</span>
        <span className="max-w-20 min-w-10 flex-1 @min-[38rem]:order-1">
          <LatencyPlot latencies={peer.latencies} />
        </span>
        <span className="text-right font-medium whitespace-nowrap @min-[38rem]:order-2">
          <span className="sr-only">{texts.latency}</span> <span>{latency}</span>
        </span>
      </div>
      <IconButton
        icon={RefreshCw}
        label={texts.pingOf(name)}
        hint={texts.ping}
        busy={ping.isPending || sweeping}
        onClick={() => !ping.isPending && ping.mutate()}
        className="touch max-sm:size-8! @max-[13rem]:col-start-2 @min-[38rem]:order-4"
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

/** A row's placeholder, of the same size. */
export function PeerSkeleton() {
  return (
    <div className={COLUMNS}>
      <Skeleton className="size-4 rounded-full!" />
      <div className="min-w-0">
        <div className="flex min-h-6 items-center font-mono text-mono">
          <SkeletonLine className="w-52 max-w-full" />
        </div>
        <div className="text-xs">
          <SkeletonLine className="w-40 max-w-full" />
        </div>
      </div>
      <div className={SECOND_LINE} />
      <span className="size-8" />
    </div>
  )
}
