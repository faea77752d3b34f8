import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Need } from '#contract/overview.ts'
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
  /** The server doesn't answer. */
  isAway: boolean
  /** Called when it leads to another place. */
  onLeave?(): void
}

/** The button that begins the cure; nothing if only somebody at the machine can help. */
export function NeedButton({ need: { action }, device, isAway, onLeave }: NeedButtonProps) {
  const places = usePlaces()
  const step = (text: string, lead: () => void) => (
    <Button
      onClick={() => {
        onLeave?.()
        lead()
      }}
    >
      {text}
    </Button>
  )
  const pubkey = action?.pubkey ?? ''
  switch (action?.do) {
    case undefined:
      return null
    case 'resume':
      return <Resume isAway={isAway} />
    case 'configure':
      return step(texts.start, places.onConfigure)
    case 'answer':
      return step(texts.answer, places.onQuestions)
    case 'see-requests':
      return step(texts.requests, places.onRequests)
    case 'see-relays':
      return step(texts.relays, () => places.onSigner('relays'))
    case 'see-protocol':
      return step(texts.protocol, () => places.onSigner('status'))
    case 'see-signer':
      return step(texts.reason, () => places.onSigner('status'))
    case 'see-shares':
      return step(texts.shares, () => places.onDevices())
    case 'move':
      return step(signer.move, places.onMove)
    case 'make-backup':
      return step(texts.backup, () => places.onSettings('backups'))
    case 'see-backups':
      return step(texts.backups, () => places.onSettings('backups'))
    case 'set-notifications':
      return step(texts.notifications, () => places.onSettings('notices'))
    case 'wake-device':
      return step(texts.wake(device), () => places.onDevice(pubkey))
    case 'see-device':
      return step(texts.look(device), () => places.onDevice(pubkey))
    case 'allow-send':
    case 'allow-receive':
    case 'allow-v1':
      return <Allow {...{ device, isAway, pubkey }} what={action.do} />
  }
}

function Resume({ isAway }: { isAway: boolean }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button disabled={isAway} onClick={() => setAsks(true)}>
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

interface AllowProps {
  pubkey: string
  device: string
  isAway: boolean
  what: 'allow-send' | 'allow-receive' | 'allow-v1'
}

const ALLOW_TEXTS = {
  'allow-send': texts.askAgain,
  'allow-receive': texts.answerAgain,
  'allow-v1': peerTexts.older.allow,
}

function Allow({ pubkey, ...props }: AllowProps) {
  const { data } = useQuery(peersQuery)
  const peer = data?.peers.find((one) => one.pubkey === pubkey)
  // Until the peers are loaded, a disabled button keeps its place.
  if (peer === undefined) return <Button disabled>{ALLOW_TEXTS[props.what](props.device)}</Button>
  return <AllowButton key={pubkey} {...props} peer={peer} />
}

/** Turns on what a device may not do. */
function AllowButton({ device, isAway, what, peer }: Omit<AllowProps, 'pubkey'> & { peer: Peer }) {
  const setPolicy = useSetPolicy(peer)
  const allowV1 = useAllowV1(peer)
  const isPending = setPolicy.isPending || allowV1.isPending
  const allow = {
    'allow-send': () =>
      setPolicy.mutate({
        change: () => ({ allowSend: true }),
        message: peerTexts.sendOn(device),
      }),
    'allow-receive': () =>
      setPolicy.mutate({
        change: () => ({ allowReceive: true }),
        message: peerTexts.recvOn(device),
      }),
    'allow-v1': () =>
      allowV1.mutate({ allowed: true, message: peerTexts.older.told(device, true) }),
  }[what]
  return (
    <Button disabled={isAway} busy={isPending} onClick={allow}>
      {ALLOW_TEXTS[what](device)}
    </Button>
  )
}
