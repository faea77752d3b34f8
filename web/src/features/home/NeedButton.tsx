import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Need, Overview } from '#contract/overview.ts'
import type { Peer } from '#contract/peers.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { home, peers as peerTexts, signer, stop } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { peersQuery, useAllowV1, useSetPolicy } from '../signer/peers.ts'
import { usePlaces } from './places.ts'

const ResumeDialog = lazyPart(() => import('./ResumeDialog.tsx'))

const texts = home.steps

export interface NeedButtonProps {
  need: Need
  /** The name of the device that its action is about. */
  device: string
  isPrimary?: boolean
  /** Called when it leads to another place. */
  onLeave?(): void
}

/** The button that begins the cure; nothing if only somebody at the machine can help. */
export function NeedButton({ need: { action }, device, isPrimary, onLeave }: NeedButtonProps) {
  const places = usePlaces()
  const kind = isPrimary ? 'primary' : 'plain'
  const step = (text: string, lead: () => void) => (
    <Button
      kind={kind}
      onClick={() => {
        onLeave?.()
        lead()
      }}
    >
      {text}
    </Button>
  )
  const ofDevice = { kind, device, pubkey: action?.pubkey ?? '' } as const
  switch (action?.do) {
    case undefined:
      return null
    case 'resume':
      return <Resume kind={kind} />
    case 'configure':
      return step(texts.start, places.onConfigure)
    case 'answer':
      return step(texts.answer, places.onQuestions)
    case 'see-requests':
      return step(texts.requests, places.onRequests)
    case 'see-relays':
      return step(texts.relays, () => places.onSettings('relays'))
    case 'see-protocol':
      return step(texts.protocol, places.onDetails)
    case 'see-signer':
      return step(texts.reason, places.onDetails)
    case 'see-shares':
      return step(texts.shares, places.onDevices)
    case 'move':
      return step(signer.move, places.onMove)
    case 'make-backup':
      return step(texts.backup, () => places.onSettings('backups'))
    case 'see-backups':
      return step(texts.backups, () => places.onSettings('backups'))
    case 'set-notifications':
      return step(texts.notifications, () => places.onSettings('notices'))
    case 'wake-device':
      return step(texts.wake(device), () => places.onDevice(ofDevice.pubkey))
    case 'see-device':
      return step(texts.look(device), () => places.onDevice(ofDevice.pubkey))
    case 'allow-send':
    case 'allow-receive':
    case 'allow-v1':
      return <Allow {...ofDevice} what={action.do} />
  }
}

type Kind = 'primary' | 'plain'

function Resume({ kind }: { kind: Kind }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button kind={kind} onClick={() => setAsks(true)}>
        {stop.resume}
      </Button>
      {asks && (
        <PartFrame>
          <ResumeDialog onClose={() => setAsks(false)} />
        </PartFrame>
      )}
    </>
  )
}

interface OfDevice {
  kind: Kind
  pubkey: string
  device: Overview['devices'][number]['pubkey']
}

/** A device as the list of peers has it; undefined until that is read. */
function usePeer(pubkey: string): Peer | undefined {
  const { data } = useQuery({ ...peersQuery, refetchInterval: false })
  return data?.peers.find((peer) => peer.pubkey === pubkey)
}

interface AllowProps extends OfDevice {
  what: 'allow-send' | 'allow-receive' | 'allow-v1'
}

function Allow({ pubkey, ...props }: AllowProps) {
  const peer = usePeer(pubkey)
  return peer && <AllowButton key={pubkey} {...props} peer={peer} />
}

/** Turns on what a device may not do. */
function AllowButton({ kind, device, what, peer }: Omit<AllowProps, 'pubkey'> & { peer: Peer }) {
  const setPolicy = useSetPolicy(peer)
  const allowV1 = useAllowV1(peer)
  const isPending = setPolicy.isPending || allowV1.isPending
  const [text, allow] = {
    'allow-send': [
      texts.askAgain(device),
      () =>
        setPolicy.mutate({
          change: () => ({ allowSend: true }),
          message: peerTexts.sendOn(device),
        }),
    ],
    'allow-receive': [
      texts.answerAgain(device),
      () =>
        setPolicy.mutate({
          change: () => ({ allowReceive: true }),
          message: peerTexts.recvOn(device),
        }),
    ],
    'allow-v1': [
      peerTexts.older.allow(device),
      () => allowV1.mutate({ allowed: true, message: peerTexts.older.told(device, true) }),
    ],
  }[what] as [string, () => void]
  return (
    <Button kind={kind} aria-disabled={isPending} onClick={() => !isPending && allow()}>
      {text}
    </Button>
  )
}
