import type { CredentialsAnswer } from '../../../server/contract/credentials.ts'
import { UnfinishedDevices } from '../features/devices/UnfinishedDevices.tsx'
import { EventLogCard } from '../features/events/EventLogCard.tsx'
import { useEvents } from '../features/events/use-events.ts'
import { ToCompare } from '../features/identity/ToCompare.tsx'
import { JoinRequests } from '../features/joining/JoinRequests.tsx'
import { useRequests } from '../features/joining/requests.ts'
import { askedWarnings } from '../features/joining/shown-requests.ts'
import { PeersCard } from '../features/peers/PeersCard.tsx'
import { RelaysCard } from '../features/relays/RelaysCard.tsx'
import { useStatus } from '../features/status/get-status.ts'
import { SignerCard } from '../features/status/SignerCard.tsx'
import { VerdictBanner } from '../features/status/VerdictBanner.tsx'

export interface SignerTabProps {
  saved: CredentialsAnswer
  /** This server lets everyone in. */
  openAccess: boolean
  /** Called when the session may have ended. */
  onDoubt(): void
  /** Called when the owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
  /** Called when the owner wants to see to the keyset's other devices. */
  onDevices(): void
}

/**
 * The signer at work. The page watches it for as long as this is shown: leaving it ends the polls,
 * closes the event stream and forgets the peers, while the server's signer goes on (design, 3.4).
 */
export function SignerTab(props: SignerTabProps) {
  const { saved, openAccess, onDoubt, onMove, onDevices } = props
  const status = useStatus()
  const requests = useRequests()
  const events = useEvents({ onPolicyClose: onDoubt })

  return (
    <>
      <VerdictBanner status={status} openAccess={openAccess} told={askedWarnings(requests.data)} />
      <JoinRequests identity={saved.keyset && <ToCompare framed npub={saved.keyset.npub} />} />
      {saved.keyset && <UnfinishedDevices onOpen={onDevices} />}
      <div className="grid items-start gap-x-4 lg:grid-cols-[5fr_7fr]">
        <div className="min-w-0">
          <SignerCard saved={saved} status={status} onMove={onMove} />
          <RelaysCard saved={saved.relays} status={status} />
        </div>
        <div className="min-w-0">
          <PeersCard status={status} onAdd={onDevices} />
          <EventLogCard events={events} />
        </div>
      </div>
    </>
  )
}
