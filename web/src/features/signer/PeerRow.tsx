import { ChevronRight, RefreshCw } from 'lucide-react'
import { Fragment } from 'react'
import type { HistoryAnswer } from '#contract/history.ts'
import type { Peer } from '#contract/peers.ts'
import { ago, milliseconds } from '../../lib/time.ts'
import { devices, home, peers as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { StateName } from '../../ui/tone.ts'
import { UptimeBars } from '../../ui/UptimeBars.tsx'
import { usePlaces } from '../home/places.ts'
import { useServerNow } from '../home/server-clock.ts'
import type { VacantShare } from './peer-list-state.ts'
import { deviceName, usePingPeer, useSetPolicy } from './peers.ts'
import { describeProtocols, isOlder, protocolsOf } from './protocols.ts'

const ICONS: Record<Peer['status'], StateName> = {
  online: 'ok',
  offline: 'bad',
  unknown: 'unknown',
}

/**
 * When narrow, past, ping and switches have their own line; when wide, there is room for all; and on a phone
 * with large text, the button has one too. What opens the device covers the row, beneath its other buttons.
 */
const COLUMNS =
  'relative isolate grid items-center gap-x-2.5 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0 ' +
  'grid-cols-[16px_minmax(0,1fr)_2rem] @max-[13rem]:grid-cols-[16px_minmax(0,1fr)] ' +
  '@min-[36rem]:grid-cols-[16px_minmax(0,1fr)_96px_3.75rem_auto_2rem_1.5rem]'
const SECOND_LINE =
  'order-last col-span-2 col-start-2 @max-[13rem]:col-span-1 flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:min-h-10 ' +
  '@min-[36rem]:contents'
const BARS = 'h-5.5 max-w-24 min-w-10 flex-1 @min-[36rem]:order-1'

interface PeerRowProps {
  peer: Peer
  /** The device's history; undefined: not known yet. */
  past: HistoryAnswer['devices'][number] | undefined
  /** The status is up to date. */
  isFresh: boolean
  /** Everyone is being pinged. */
  sweeping: boolean
}

/** One device. A press beside its buttons opens it. */
export function PeerRow({ peer, past, isFresh, sweeping }: PeerRowProps) {
  const ping = usePingPeer(peer)
  const { onDevice } = usePlaces()
  const name = deviceName(peer)
  // An offline peer's past latency says nothing about now.
  const latency = peer.online && peer.latency !== undefined ? milliseconds(peer.latency) : '–'
  return (
    <li className={cx(COLUMNS, 'hover:bg-sunken')}>
      <StateIcon state={isFresh ? ICONS[peer.status] : 'unknown'} word={texts.words[peer.status]} />
      <div className="min-w-0">
        <p className="flex min-h-6 items-center gap-x-2">
          <span className="min-w-0 truncate font-semibold">{name}</span>
          <ProtocolBadges peer={peer} />
        </p>
        <p className="truncate font-mono text-mono text-ink-3" title={peer.pubkey}>
          {shortKey(peer.pubkey)}
        </p>
        <p className="text-sm text-ink-3">
          <StatusWord status={peer.status} />
          <PeerTimes peer={peer} />
        </p>
        {peer.areTwoDevices && <p className="text-sm text-warn">{texts.twoDevices}</p>}
      </div>
      <div className={SECOND_LINE}>
        <span className={BARS}>
          {past && <UptimeBars values={past.lastDay} label={home.lastDay} />}
        </span>
        <span className="text-right font-medium whitespace-nowrap @min-[36rem]:order-2">
          <span className="sr-only">{texts.latency}</span> <span>{latency}</span>
        </span>
        <span className="relative z-10 ml-auto inline-flex gap-1 @min-[36rem]:order-3">
          <PolicySwitch peer={peer} disabled={!isFresh} what="allowSend" />
          <PolicySwitch peer={peer} disabled={!isFresh} what="allowReceive" />
        </span>
        <IconButton
          icon={RefreshCw}
          label={texts.pingOf(name)}
          hint={texts.ping}
          busy={ping.isPending || sweeping}
          disabled={!isFresh}
          onClick={() => !ping.isPending && ping.mutate()}
          className="touch relative z-10 max-sm:size-8! @min-[36rem]:order-4"
        />
      </div>
      <IconButton
        icon={ChevronRight}
        label={home.detailsOf(name)}
        hint={peer.denied.length > 0 ? texts.permissions(peer.denied.length) : undefined}
        onClick={() => onDevice(peer.pubkey)}
        className={cx(
          'after:absolute after:inset-0 @max-[13rem]:col-start-2 max-sm:size-8! @min-[36rem]:order-5 @min-[36rem]:w-6!',
          peer.denied.length > 0 && 'text-warn!',
        )}
      />
    </li>
  )
}

const SHARE_ICONS: Record<VacantShare['state'], StateName> = {
  kept: 'unknown',
  handedOut: 'wait',
  lost: 'bad',
}

/** A share that no device has, as far as is known here. */
export function ShareRow({ share }: { share: VacantShare }) {
  const { onDevices } = usePlaces()
  const { index, state, name } = share
  const what = devices.share(index)
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <StateIcon state={SHARE_ICONS[state]} word="" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-ink-2">{name ?? what}</p>
        <p className="text-sm text-ink-3">{texts.shares[state]}</p>
      </div>
      {state !== 'lost' && (
        <Button
          aria-label={state === 'kept' ? texts.addOf(what) : devices.showAgainWhat(name ?? what)}
          onClick={() => onDevices(state === 'kept' ? index : undefined)}
        >
          {state === 'kept' ? texts.add : devices.showAgain}
        </Button>
      )}
    </li>
  )
}

function StatusWord({ status }: { status: Peer['status'] }) {
  const word = texts.words[status]
  if (status !== 'offline') return <span aria-hidden>{word}</span>
  return (
    <Tooltip text={texts.offlineHint}>
      <button
        type="button"
        className="relative z-10 underline decoration-dotted underline-offset-2"
      >
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
        <div className="flex min-h-6 items-center">
          <SkeletonLine className="w-32 max-w-full" />
        </div>
        <div className="font-mono text-mono">
          <SkeletonLine className="w-52 max-w-full" />
        </div>
        <div className="text-sm">
          <SkeletonLine className="w-40 max-w-full" />
        </div>
      </div>
      <div className={SECOND_LINE} />
      <span className="size-8 @min-[36rem]:w-6" />
    </div>
  )
}

/** When a peer was seen and tried, and what it was given: the part of a row that ticks. */
function PeerTimes({ peer }: { peer: Peer }) {
  return factsOf(peer, useServerNow()).map((fact) => (
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
    ...(given > 0 ? [texts.partialSignatures(given)] : []),
  ]
}

const SWITCHES = {
  allowSend: { word: texts.send, labelOf: texts.sendTo, on: texts.sendOn, off: texts.sendOff },
  allowReceive: { word: texts.recv, labelOf: texts.recvFrom, on: texts.recvOn, off: texts.recvOff },
}

interface PolicySwitchProps {
  peer: Peer
  disabled: boolean
  what: keyof typeof SWITCHES
}

/** What a device may do: be asked by this server, or ask it. Shows what was chosen, then what the server says. */
function PolicySwitch({ peer, disabled, what }: PolicySwitchProps) {
  const { mutate, isPending, chosen } = useSetPolicy(peer)
  const isOn = chosen[what]
  const { word, labelOf, on, off } = SWITCHES[what]
  const name = deviceName(peer)
  const label = labelOf(name)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isPending}
      title={label}
      disabled={disabled}
      onClick={() =>
        mutate({ change: () => ({ [what]: !isOn }), message: isOn ? off(name) : on(name) })
      }
      className={cx(
        'touch min-h-6 rounded-sm border px-1.5 text-sm whitespace-nowrap transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-55',
        isOn ? 'border-ice-line bg-ice-soft text-ice' : 'border-line text-ink-3 line-through',
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
      <button
        type="button"
        className="relative z-10 inline-flex cursor-help! gap-1 rounded-sm align-baseline"
      >
        {protocolsOf(peer).map((name) => (
          <span
            key={name}
            className={cx(
              'rounded-sm border px-1 text-sm leading-4 font-medium',
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
