import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, MonitorSmartphone, Pencil, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { HistoryAnswer } from '#contract/history.ts'
import type { Peer } from '#contract/peers.ts'
import { isSameKey, xOnly } from '#nostr/x-only.ts'
import { ago, duration, milliseconds, since } from '../../lib/time.ts'
import { devices, home, peers as peerTexts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { stateIcons } from '../../ui/tone.ts'
import { UptimeBars } from '../../ui/UptimeBars.tsx'
import { describePercent, type Shares } from '../../ui/uptime.ts'
import { OwnActivityCard } from '../activity/ActivityCard.tsx'
import { useHistory } from '../activity/queries.ts'
import { statusQuery } from '../home/get-status.ts'
import { useIsFresh } from '../home/is-fresh.ts'
import { usePlaces } from '../home/places.ts'
import { useServerNow } from '../home/server-clock.ts'
import { NameForm } from '../settings/NameForm.tsx'
import { LatencyPlot } from '../signer/LatencyPlot.tsx'
import { describeLatencies } from '../signer/latency-plot.ts'
import { asIn } from '../signer/peer-list-state.ts'
import { deviceName, peersQuery, usePingPeer } from '../signer/peers.ts'
import { describeProtocols } from '../signer/protocols.ts'
import { DeviceRights } from './DeviceRights.tsx'
import { TestSignature } from './TestSignature.tsx'

const texts = devices.page

export interface DevicePageProps {
  pubkey: string
  /** Back to all devices; also called when no device has this key. */
  onLeave(): void
}

/** One device: who it is and how it is, what it may do, and what it did. */
export default function DevicePage({ pubkey, onLeave }: DevicePageProps) {
  const query = useQuery(peersQuery)
  const overview = useQuery(statusQuery).data?.overview
  const known = overview && query.data ? asIn(overview, query.data) : query.data
  const peers = known?.peers ?? []
  const peer = peers.find((one) => isSameKey(one.pubkey, pubkey))
  const isUnknown = peers.length > 0 && peer === undefined
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown])

  return (
    <>
      <Button kind="quiet" className="-mt-1 mb-2 -ml-3" onClick={onLeave}>
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {texts.all}
      </Button>
      <Loaded query={query} placeholder={<Skeleton className="h-80" />}>
        {() =>
          peer === undefined ? <Note>{peerTexts.stopped}</Note> : <ShownDevice peer={peer} />
        }
      </Loaded>
    </>
  )
}

function ShownDevice({ peer }: { peer: Peer }) {
  const past = useHistory().data?.devices.find((one) => isSameKey(one.pubkey, peer.pubkey))
  return (
    <>
      <DeviceHead peer={peer} past={past} />
      <div className="grid items-start gap-x-4 lg:grid-cols-[5fr_7fr]">
        <div className="min-w-0">
          <DeviceRights peer={peer} />
        </div>
        <div className="min-w-0">
          <Presence peer={peer} past={past} />
          <OwnActivityCard
            title={texts.activity}
            empty={texts.activityEmpty}
            of={{ device: xOnly(peer.pubkey) }}
          />
          <Replace />
        </div>
      </div>
    </>
  )
}

type DevicePast = HistoryAnswer['devices'][number]

interface DeviceHeadProps {
  peer: Peer
  /** undefined: it is not known yet. */
  past: DevicePast | undefined
}

/** Who a device is, whether it is there, and the proof that it signs. */
function DeviceHead({ peer, past }: DeviceHeadProps) {
  const [isNaming, setNaming] = useState(false)
  const isFresh = useIsFresh(useQuery(statusQuery))
  const now = useServerNow()
  const name = deviceName(peer)
  const facts = [
    texts.memberOf(peer.member),
    peer.build && home.builds[peer.build],
    describeProtocols(peer) ?? home.notHeard,
  ]
  return (
    <section
      aria-label={name}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span
          aria-hidden
          className={cx(
            'grid size-12 shrink-0 place-items-center rounded-lg',
            peer.online && isFresh ? 'bg-ok-soft text-ok' : 'bg-line/60 text-ink-3',
          )}
        >
          <MonitorSmartphone size={24} strokeWidth={1.6} />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-1">
            <h2 className="min-w-0 text-[1.25rem] leading-tight font-[650] tracking-tight wrap-break-word">
              {name}
            </h2>
            <IconButton
              icon={Pencil}
              label={texts.rename(name)}
              hint={texts.renameShort}
              small
              aria-expanded={isNaming}
              onClick={() => setNaming(!isNaming)}
            />
          </div>
          <p className="text-sm text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
          <p className="flex items-center gap-1 text-ink-3">
            <span title={peer.pubkey} className="min-w-0 truncate font-mono text-mono">
              {shortKey(peer.pubkey)}
            </span>
            <CopyButton text={peer.pubkey} what={peerTexts.pubkeyOf(name)} small />
          </p>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            <State {...{ peer, past, now, isFresh }} />
            {past?.lastProvenAt && (
              <Chip tone="ok" icon={stateIcons.ok}>
                {texts.proven(ago(past.lastProvenAt, now))}
              </Chip>
            )}
          </p>
        </div>
        <div className="max-w-72 max-sm:w-full">
          <TestSignature pubkey={peer.pubkey} isAway={!isFresh} />
        </div>
      </div>
      {isNaming && (
        <NameForm pubkey={peer.pubkey} name={peer.name} onSaved={() => setNaming(false)} />
      )}
      {!peer.online && <Note>{wakeWords(peer)}</Note>}
      {peer.areTwoDevices && <Note kind="warn">{peerTexts.twoDevices}</Note>}
    </section>
  )
}

/** Since when a device is online or offline. */
function State({ peer, past, now, isFresh }: DeviceHeadProps & { now: number; isFresh: boolean }) {
  const { online, status, lastSeen } = peer
  // The history may be a little behind the status.
  const at = past?.online === online ? (past.since ?? undefined) : undefined
  if (online) {
    return (
      <Chip {...(isFresh ? { tone: 'ok', icon: stateIcons.ok } : { icon: stateIcons.unknown })}>
        {at === undefined ? texts.online : texts.onlineFor(duration(now - Date.parse(at)))}
      </Chip>
    )
  }
  const gone = at ?? lastSeen
  if (gone !== undefined) {
    return (
      <Chip icon={stateIcons.unknown}>
        {status === 'unknown' ? texts.notKnown : texts.offlineSince(since(gone, now))}
      </Chip>
    )
  }
  return <Chip icon={stateIcons.unknown}>{texts.notSeen}</Chip>
}

/** How a person gets a device to sign again, by the app that runs there. */
function wakeWords(peer: Peer): string {
  const name = deviceName(peer)
  if (peer.build === 'floe') return home.wake.floe(name)
  return peer.build === undefined ? home.wake.unknown(name) : home.wake.igloo(name)
}

/** A plot needs this many pings: one or two say nothing as a plot. */
const PLOTTED_MIN = 3

/** How much a device was online, and how soon it answers. */
function Presence({ peer, past }: DeviceHeadProps) {
  const ping = usePingPeer(peer)
  const now = useServerNow()
  const { latency, latencies, lastPingAttempt, lastSeen, online } = peer
  const name = deviceName(peer)
  return (
    <Card
      title={texts.presence}
      actions={
        <Button
          kind="quiet"
          aria-label={peerTexts.pingOf(name)}
          aria-disabled={ping.isPending}
          onClick={() => !ping.isPending && ping.mutate()}
        >
          <RefreshCw
            size={16}
            strokeWidth={1.8}
            aria-hidden
            className={cx(ping.isPending && 'animate-spin')}
          />
          {texts.ping}
        </Button>
      }
    >
      <CardBody>
        <dl className="grid gap-y-2">
          {past && (
            <>
              <Uptime label={texts.day} values={past.lastDay} />
              <Uptime label={texts.week} values={past.lastMonth.slice(-7)} />
            </>
          )}
          <Fact name={home.seen}>{lastSeen === undefined ? home.never : ago(lastSeen, now)}</Fact>
          {!online && lastPingAttempt !== undefined && (
            <Fact name={home.tried}>{ago(lastPingAttempt, now)}</Fact>
          )}
          <Fact name={texts.answers}>
            {latencies.length < PLOTTED_MIN ? (
              latency === undefined ? (
                describeLatencies(latencies)
              ) : (
                milliseconds(latency)
              )
            ) : (
              <span className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
                <LatencyPlot latencies={latencies} />
                <span className="text-sm text-ink-2">{latency && milliseconds(latency)}</span>
              </span>
            )}
          </Fact>
        </dl>
      </CardBody>
    </Card>
  )
}

/** A device's uptime in one stretch of time. */
function Uptime({ label, values }: { label: string; values: Shares }) {
  return (
    <Fact name={label}>
      <span className="grid w-full grid-cols-[minmax(0,1fr)_3rem] items-center gap-3">
        <UptimeBars values={values} label={label} />
        <span className="text-right text-sm text-ink-2 tabular-nums">
          {describePercent(values)}
        </span>
      </span>
    </Fact>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-7 flex-wrap items-center gap-x-3">
    <dt className="w-32 text-ink-3">{name}</dt>
    <dd className="flex min-w-[min(100%,8rem)] flex-1 items-center">{children}</dd>
  </div>
)

/** Ways to replace a device: another share is handed out, or all shares are dealt anew. */
function Replace() {
  const { onDevices, onMove } = usePlaces()
  return (
    <Card title={texts.replace}>
      <CardBody>
        <p className="mb-3 text-pretty text-ink-2">{texts.replaceLead}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onDevices()}>{texts.handOn}</Button>
          <Button onClick={onMove}>{texts.freshShares}</Button>
        </div>
      </CardBody>
    </Card>
  )
}
