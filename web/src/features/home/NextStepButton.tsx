import { useState } from 'react'
import type { Peer } from '#contract/peers.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { home, peers, stop } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { deviceName, useSetPolicy } from '../signer/peers.ts'
import type { NextStep } from './next-step.ts'

const ResumeDialog = lazyPart(() => import('./ResumeDialog.tsx'))

/** Where the steps lead that are places of this console. */
export interface Places {
  onStart(): void
  onRequests(): void
  onRelays(): void
  onDetails(): void
  onDevice(pubkey: string): void
}

const texts = home.steps

/** The one thing to do, as a button; nothing if there is nothing. */
export function NextStepButton({ step, ...to }: { step: NextStep } & Places) {
  switch (step.do) {
    case 'nothing':
      return null
    case 'resume':
      return <Resume />
    case 'start':
      return <Step text={texts.start} onClick={to.onStart} />
    case 'see-requests':
      return <Step text={texts.requests} onClick={to.onRequests} />
    case 'add-relay':
      return <Step text={texts.addRelay} onClick={to.onRelays} />
    case 'see-relays':
      return <Step text={texts.relays} onClick={to.onRelays} />
    case 'see-protocol':
      return <Step text={texts.protocol} onClick={to.onDetails} />
    case 'see-reason':
      return <Step text={texts.reason} onClick={to.onDetails} />
    case 'wake':
      return (
        <Step
          text={texts.wake(deviceName(step.peer))}
          onClick={() => to.onDevice(step.peer.pubkey)}
        />
      )
    case 'see-device':
      return (
        <Step
          text={texts.look(deviceName(step.peer))}
          onClick={() => to.onDevice(step.peer.pubkey)}
        />
      )
    case 'allow':
      return <Allow key={step.peer.pubkey} peer={step.peer} direction={step.direction} />
  }
}

const Step = ({ text, onClick }: { text: string; onClick(): void }) => (
  <Button kind="primary" onClick={onClick}>
    {text}
  </Button>
)

function Resume() {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Step text={stop.resume} onClick={() => setAsks(true)} />
      {asks && (
        <PartFrame>
          <ResumeDialog onClose={() => setAsks(false)} />
        </PartFrame>
      )}
    </>
  )
}

/** Turns on a switch of a device's. */
function Allow({ peer, direction }: { peer: Peer; direction: 'send' | 'receive' }) {
  const { mutate, isPending } = useSetPolicy(peer)
  const name = deviceName(peer)
  const isSend = direction === 'send'
  return (
    <Button
      kind="primary"
      aria-disabled={isPending}
      onClick={() =>
        !isPending &&
        mutate(
          isSend
            ? { change: () => ({ allowSend: true }), message: peers.sendOn(name) }
            : { change: () => ({ allowReceive: true }), message: peers.recvOn(name) },
        )
      }
    >
      {isSend ? texts.askAgain(name) : texts.answerAgain(name)}
    </Button>
  )
}
