import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { Peer } from '#contract/peers.ts'
import { DEVICES_SHOWN } from '../../lib/limits.ts'
import { devices, home as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHistory } from '../history/get-history.ts'
import { canWatch, type PeerListState } from '../peers/peer-list-state.ts'
import { usePeers } from '../peers/use-peers.ts'
import type { StatusQuery } from '../status/get-status.ts'
import { DeviceRow, DeviceSkeleton } from './DeviceRow.tsx'
import { reservedSharesQuery } from './get-reserved-shares.ts'

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
      {watch === null ? <Loading saved={props.saved} /> : <Said text={texts.notWatched} />}
    </Frame>
  )
}

function LiveDevices({ nodeActive, ...props }: DevicesCardProps & { nodeActive: boolean }) {
  const { state } = usePeers(nodeActive)
  return (
    <Frame
      {...props}
      chip={
        state.at === 'list' ? (
          <Chip tone={state.answer.online > 0 ? 'ok' : 'plain'}>
            {texts.onlineOf(state.answer.online, state.answer.total)}
          </Chip>
        ) : (
          state.at === 'loading' && <Skeleton className="h-5.5 w-24 rounded-full" />
        )
      }
    >
      {state.at === 'loading' ? (
        <Loading saved={props.saved} />
      ) : state.at === 'list' ? (
        <Rows peers={state.answer.peers} onOpen={props.onOpen} />
      ) : (
        <Said text={SAID[state.at]} />
      )}
    </Frame>
  )
}

const SAID: Record<Exclude<PeerListState['at'], 'loading' | 'list'>, string> = {
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

const Said = ({ text }: { text: string }) => <p className="px-4 py-5 text-ink-2">{text}</p>

const USUAL_MEMBERS = 3

function Loading({ saved }: Pick<DevicesCardProps, 'saved'>) {
  const rows = (saved.keyset?.members ?? USUAL_MEMBERS) - 1
  return [...Array(Math.min(rows, DEVICES_SHOWN)).keys()].map((row) => <DeviceSkeleton key={row} />)
}

function Rows({ peers, onOpen }: { peers: readonly Peer[]; onOpen(pubkey: string): void }) {
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
            past={history?.devices.find(({ pubkey }) => pubkey === peer.pubkey)}
            spare={spares?.find(({ pubkey }) => pubkey === peer.pubkey)}
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
