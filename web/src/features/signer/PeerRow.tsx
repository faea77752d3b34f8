import { RefreshCw, SlidersHorizontal } from 'lucide-react'
import { Fragment, memo } from 'react'
import type { Peer } from '#contract/peers.ts'
import { useNow } from '../../lib/hooks.ts'
import { ago, milliseconds } from '../../lib/time.ts'
import { peers as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { StateName } from '../../ui/tone.ts'
import { usePlaces } from '../home/places.ts'
import { LatencyPlot } from './LatencyPlot.tsx'
import { deviceName, usePingPeer, useSetPolicy } from './peers.ts'
import { describeProtocols, isOlder, protocolsOf } from './protocols.ts'

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

interface PeerRowProps {
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

interface PeerTimesProps {
  peer: Peer
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
}

/** When a peer was seen and tried, and what it was given: the part of a row that ticks. */
function PeerTimes({ peer, clockOffset }: PeerTimesProps) {
  const now = useNow() + clockOffset
  return factsOf(peer, now).map((fact) => (
    <Fragment key={fact}>
      {'\u00a0· '}
      <span className="inline-block max-w-full">{fact}</span>
    </Fragment>
  ))
}

function factsOf(peer: Peer, now: number): string[] {
  const { status, lastSeen, lastPingAttempt, partialSignatures: given } = peer
  return [
    lastSeen === undefined ? texts.seenNever : texts.seen(ago(lastSeen, now)),
    ...(status === 'offline' && lastPingAttempt !== undefined
      ? [texts.tried(ago(lastPingAttempt, now))]
      : []),
    texts.partialSignatures(given),
  ]
}

/** What a peer may do: be asked by this signer, and ask it. Shows what was chosen, then what the server says. */
function PolicySwitches({ peer }: { peer: Peer }) {
  const { onDevice } = usePlaces()
  const name = deviceName(peer)
  return (
    <span className="inline-flex gap-1">
      <PolicySwitch
        peer={peer}
        what="allowSend"
        word={texts.send}
        label={texts.sendTo(name)}
        message={(on) => (on ? texts.sendOn(name) : texts.sendOff(name))}
      />
      <PolicySwitch
        peer={peer}
        what="allowReceive"
        word={texts.recv}
        label={texts.recvFrom(name)}
        message={(on) => (on ? texts.recvOn(name) : texts.recvOff(name))}
      />
      <IconButton
        icon={SlidersHorizontal}
        label={texts.permissionsOf(name)}
        hint={texts.permissions(peer.denied.length)}
        small
        onClick={() => onDevice(peer.pubkey)}
        className={cx(peer.denied.length > 0 && 'text-warn!')}
      />
    </span>
  )
}

interface PolicySwitchProps {
  peer: Peer
  what: 'allowSend' | 'allowReceive'
  word: string
  label: string
  /** What to say once it is on, or off. */
  message(on: boolean): string
}

function PolicySwitch({ peer, what, word, label, message }: PolicySwitchProps) {
  const { mutate, isPending, chosen } = useSetPolicy(peer)
  const on = chosen[what]
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={isPending}
      title={label}
      onClick={() => mutate({ change: () => ({ [what]: !on }), message: message(!on) })}
      className={cx(
        'touch min-h-6 rounded-sm border px-1.5 text-xs whitespace-nowrap transition-colors',
        on ? 'border-ice-line bg-ice-soft text-ice' : 'border-line text-ink-3 line-through',
      )}
    >
      {word}
    </button>
  )
}

/** The protocols that a peer was heard in; nothing before that. */
function ProtocolBadges({ peer }: { peer: Pick<Peer, 'generations'> }) {
  const meaning = describeProtocols(peer)
  if (meaning === null) return null
  return (
    <Tooltip text={meaning}>
      <button type="button" className="inline-flex cursor-help! gap-1 rounded-sm align-baseline">
        {protocolsOf(peer).map((name) => (
          <span
            key={name}
            className={cx(
              'rounded-sm border px-1 text-[0.6875rem] leading-4 font-medium',
              isOlder(peer)
                ? 'border-transparent bg-warn-soft text-warn'
                : 'border-line text-ink-2',
            )}
          >
            {name}
          </span>
        ))}
        <span className="sr-only">: {meaning}</span>
      </button>
    </Tooltip>
  )
}
