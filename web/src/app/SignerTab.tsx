import type { EnvAnswer } from '../../../server/contract/env.ts'
import { EventLogCard } from '../features/events/EventLogCard.tsx'
import { useEvents } from '../features/events/use-events.ts'
import { JoinRequests } from '../features/joining/JoinRequests.tsx'
import { useRequests } from '../features/joining/requests.ts'
import { askedWarnings } from '../features/joining/shown-requests.ts'
import { PeersCard } from '../features/peers/PeersCard.tsx'
import { RelaysCard } from '../features/relays/RelaysCard.tsx'
import { useStatus } from '../features/status/get-status.ts'
import { SignerCard } from '../features/status/SignerCard.tsx'
import { VerdictBanner } from '../features/status/VerdictBanner.tsx'

export interface SignerTabProps {
  env: EnvAnswer
  /** This server lets everyone in. */
  openAccess: boolean
  /** Whoever is signed in may no longer be. */
  onDoubt(): void
  /** The owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
}

/**
 * The signer at work. The page watches it for as long as this is shown: leaving it ends the polls,
 * closes the event stream and forgets the peers, while the server's signer goes on (design, 3.4).
 */
export function SignerTab({ env, openAccess, onDoubt, onMove }: SignerTabProps) {
  const status = useStatus()
  const requests = useRequests()
  const events = useEvents({ onPolicyClose: onDoubt })

  return (
    <>
      <VerdictBanner status={status} openAccess={openAccess} told={askedWarnings(requests.data)} />
      <JoinRequests />
      <div className="grid items-start gap-x-4 lg:grid-cols-[5fr_7fr]">
        <div className="min-w-0">
          <SignerCard env={env} status={status} onMove={onMove} />
          <RelaysCard env={env} status={status} />
        </div>
        <div className="min-w-0">
          <PeersCard status={status} />
          <EventLogCard events={events} />
        </div>
      </div>
    </>
  )
}
