import { useQuery } from '@tanstack/react-query'
import { Ellipsis, MonitorSmartphone } from 'lucide-react'
import { useId, useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { HistoryAnswer } from '#contract/history.ts'
import type { Peer } from '#contract/peers.ts'
import type { ReservedShare } from '#contract/reserved-shares.ts'
import { DEVICES_SHOWN } from '../../lib/limits.ts'
import { duration, milliseconds, since } from '../../lib/time.ts'
import { devices, peers as peerTexts, home as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { UptimeBars } from '../../ui/UptimeBars.tsx'
import { useHistory } from '../activity/queries.ts'
import { type StatusQuery, useIsFresh } from '../home/get-status.ts'
import { canWatch, type PeerListState, usePeers } from '../signer/peer-list-state.ts'
import { deviceName, useSetPolicy } from '../signer/peers.ts'
import { reservedSharesQuery } from './reserved-shares.ts'

export interface DevicesCardProps {
  saved: CredentialsAnswer
  status: StatusQuery
  /** Called when the owner wants to add a device. */
  onAdd(): void
  /** Called when the owner wants to know all of one. */
  onOpen(pubkey: string): void
}

/** The other devices that hold a share, watched while a signer could find them. */
export function DevicesCard(props: DevicesCardProps) {
  const { status } = props
  const watch = canWatch(status.data)
  if (watch === true && status.data !== undefined) {
    return <LiveDevices {...props} nodeActive={status.data.nodeActive} />
  }
  return (
    <Frame {...props} chip={watch === null && <Skeleton className="h-5.5 w-24 rounded-full" />}>
      {watch === null ? <Loading saved={props.saved} /> : <EmptyText text={texts.notWatched} />}
    </Frame>
  )
}

function LiveDevices({ nodeActive, ...props }: DevicesCardProps & { nodeActive: boolean }) {
  const { state } = usePeers(nodeActive)
  const isFresh = useIsFresh(props.status)
  const devices = props.status.data?.overview.devices ?? []
  const online = devices.filter((device) => device.state === 'online').length
  return (
    <Frame
      {...props}
      chip={
        state.at === 'list' ? (
          <Chip tone={isFresh && online > 0 ? 'ok' : 'plain'}>
            {texts.onlineOf(online, devices.length)}
          </Chip>
        ) : (
          state.at === 'loading' && <Skeleton className="h-5.5 w-24 rounded-full" />
        )
      }
    >
      {state.at === 'loading' ? (
        <Loading saved={props.saved} />
      ) : state.at === 'list' ? (
        <Rows peers={state.answer.peers} isFresh={isFresh} onOpen={props.onOpen} />
      ) : (
        <EmptyText text={EMPTY_TEXTS[state.at]} />
      )}
    </Frame>
  )
}

const EMPTY_TEXTS: Record<Exclude<PeerListState['at'], 'loading' | 'list'>, string> = {
  empty: texts.noDevices,
  failed: texts.notRead,
}

interface FrameProps extends Pick<DevicesCardProps, 'onAdd'> {
  chip: React.ReactNode
  children: React.ReactNode
}

const Frame = ({ chip, onAdd, children }: FrameProps) => (
  <Card
    title={texts.devices}
    badges={chip}
    actions={
      <Button kind="quiet" onClick={onAdd}>
        {devices.add}
      </Button>
    }
  >
    {children}
  </Card>
)

const EmptyText = ({ text }: { text: string }) => <p className="px-4 py-5 text-ink-2">{text}</p>

const USUAL_MEMBERS = 3

function Loading({ saved }: Pick<DevicesCardProps, 'saved'>) {
  const rows = (saved.keyset?.members ?? USUAL_MEMBERS) - 1
  return [...Array(Math.min(rows, DEVICES_SHOWN)).keys()].map((row) => <DeviceSkeleton key={row} />)
}

interface RowsProps {
  peers: readonly Peer[]
  isFresh: boolean
  onOpen(pubkey: string): void
}

function Rows({ peers, isFresh, onOpen }: RowsProps) {
  const history = useHistory().data
  const spares = useQuery(reservedSharesQuery).data?.spares
  const [isWhole, setWhole] = useState(false)
  const hasMore = peers.length > DEVICES_SHOWN
  const shown = isWhole ? peers : peers.slice(0, DEVICES_SHOWN)
  return (
    <>
      <ul aria-label={texts.devices}>
        {shown.map((peer) => (
          <DeviceRow
            key={peer.pubkey}
            peer={peer}
            isFresh={isFresh}
            past={history?.devices.find(({ pubkey }) => pubkey === peer.pubkey)}
            reserved={spares?.find(({ pubkey }) => pubkey === peer.pubkey)}
            now={history && Date.parse(history.timestamp)}
            onOpen={() => onOpen(peer.pubkey)}
          />
        ))}
      </ul>
      {hasMore && (
        <div className="border-t border-line p-1.5">
          <Button
            kind="quiet"
            className="w-full"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? texts.fewer : texts.all(peers.length)}
          </Button>
        </div>
      )}
    </>
  )
}

type DevicePast = HistoryAnswer['devices'][number]

/** On narrow pages the bars stand under the words, on wide ones beside them. */
const ROW =
  'grid grid-cols-[28px_minmax(0,1fr)_40px] items-center gap-x-3 border-t border-line px-4 py-3 first:border-t-0 ' +
  'sm:grid-cols-[28px_minmax(0,1fr)_142px_32px]'
const DIRECTIONS =
  'col-start-2 col-end-4 row-start-2 flex flex-wrap gap-x-3 sm:col-end-3 sm:mt-1 sm:gap-y-1'
const BARS =
  'col-start-2 row-start-3 flex h-5.5 max-w-36 max-sm:mt-1 sm:col-start-3 sm:row-start-1 sm:row-end-3'

interface DeviceRowProps {
  peer: Peer
  /** What is said of it holds now. */
  isFresh: boolean
  /** undefined: it is not known yet. */
  past: DevicePast | undefined
  /** What is known of its share, if it was kept here. */
  reserved: ReservedShare | undefined
  /** Of the past; Unix milliseconds. */
  now: number | undefined
  onOpen(): void
}

/** One device: since when it is there or not, and what it may do. */
function DeviceRow({ peer, isFresh, past, reserved, now, onOpen }: DeviceRowProps) {
  const name = deviceName(peer)
  const isGreen = isFresh && peer.online
  const id = useId()
  return (
    <li className={ROW}>
      <span
        aria-hidden
        className={cx(
          'col-start-1 row-start-1 grid size-7 place-items-center sm:row-end-3 rounded-[7px]',
          isGreen ? 'bg-ok-soft text-ok' : 'bg-line/60 text-ink-3',
        )}
      >
        <MonitorSmartphone size={15} strokeWidth={1.8} />
      </span>
      <div className="col-start-2 row-start-1 min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span id={id} className="min-w-0 truncate font-semibold">
            {name}
          </span>
          {peer.name && (
            <span className="text-xs whitespace-nowrap text-ink-3">
              {texts.memberOf(peer.member)}
            </span>
          )}
        </p>
        <p className={cx('text-xs', isGreen ? 'text-ok' : 'text-ink-3')}>
          {(reserved && !peer.online && withoutDevice(reserved)) || stateOf(peer, past, now)}
        </p>
      </div>
      <div className={DIRECTIONS}>
        <Direction peer={peer} nameId={id} direction="receive" />
        <Direction peer={peer} nameId={id} direction="send" />
      </div>
      <div className={BARS}>
        {past && <UptimeBars values={past.lastDay} label={texts.lastDay} />}
      </div>
      <IconButton
        icon={Ellipsis}
        label={texts.detailsOf(name)}
        aria-haspopup="dialog"
        onClick={onOpen}
        className="col-start-3 row-start-1 sm:col-start-4 sm:row-end-3"
      />
    </li>
  )
}

/** That no device has a share, as far as is known here; undefined: one may have it. */
function withoutDevice({ state, heardBefore }: ReservedShare): string | undefined {
  if (heardBefore || (state !== 'kept' && state !== 'lost')) return undefined
  return texts.noDevice[state]
}

/** When it came or went, and how far away it is. */
function stateOf(peer: Peer, past: DevicePast | undefined, now: number | undefined): string {
  const { online, status, latency, lastSeen } = peer
  // The kept past may be a little behind.
  const at = past?.online === online ? (past.since ?? undefined) : undefined
  if (online) {
    const words = at && now ? texts.onlineFor(duration(now - Date.parse(at))) : texts.online
    return latency === undefined ? words : `${words} · ${milliseconds(latency)}`
  }
  if (status === 'unknown') return lastSeen === undefined ? texts.notSeen : texts.notKnown
  const gone = at ?? lastSeen
  return gone && now ? texts.offlineSince(since(gone, now)) : texts.offline
}

interface DirectionProps {
  peer: Peer
  /** Of the element with the device's name. */
  nameId: string
  direction: 'send' | 'receive'
}

/** May it ask this server, or may it be asked? */
function Direction({ peer, nameId, direction }: DirectionProps) {
  const { mutate, chosen } = useSetPolicy(peer)
  const id = useId()
  const name = deviceName(peer)
  const isSend = direction === 'send'
  const isOn = isSend ? chosen.allowSend : chosen.allowReceive
  const change = (on: boolean) =>
    mutate(
      isSend
        ? {
            change: () => ({ allowSend: on }),
            message: on ? peerTexts.sendOn(name) : peerTexts.sendOff(name),
          }
        : {
            change: () => ({ allowReceive: on }),
            message: on ? peerTexts.recvOn(name) : peerTexts.recvOff(name),
          },
    )
  return (
    <span className="inline-flex items-center gap-1.5 max-sm:min-h-10">
      <Switch small labelledBy={`${nameId} ${id}`} checked={isOn} onChange={change} />
      <span id={id} className="text-xs text-ink-2">
        {isSend ? texts.asked : texts.asks}
      </span>
    </span>
  )
}

/** A row's placeholder, of the same size. */
function DeviceSkeleton() {
  return (
    <div className={ROW}>
      <Skeleton className="size-7 rounded-[7px]! sm:row-end-3" />
      <div className="min-w-0">
        <SkeletonLine className="w-32 max-w-full" />
        <div className="text-xs">
          <SkeletonLine className="w-40 max-w-full" />
        </div>
      </div>
      <div className={DIRECTIONS}>
        <Skeleton className="my-3.5 h-3 w-22 sm:my-[3px] sm:w-32" />
        <Skeleton className="my-3.5 h-3 w-26 sm:my-[3px]" />
      </div>
      <div className={BARS} />
      <span className="col-start-3 row-start-1 size-10 sm:col-start-4 sm:row-end-3 sm:size-8" />
    </div>
  )
}
