import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { StatusQuery } from '../features/home/get-status.ts'
import { EventLogCard } from '../features/signer/EventLogCard.tsx'
import type { EventsStore } from '../features/signer/events-store.ts'
import { PeersCard } from '../features/signer/PeersCard.tsx'
import { SignerCard } from '../features/signer/SignerCard.tsx'

export interface DetailCardsProps {
  saved: CredentialsAnswer
  status: StatusQuery
  events: EventsStore
  /** Called when the owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
  /** Called when the owner wants to see to the keyset's other devices. */
  onDevices(): void
}

/** The signer's details: credentials, peers and the event log. */
export default function DetailCards(props: DetailCardsProps) {
  const { saved, status, events, onMove, onDevices } = props
  return (
    <div className="grid items-start gap-x-4 lg:grid-cols-[5fr_7fr]">
      <div className="min-w-0">
        <SignerCard saved={saved} status={status} onMove={onMove} />
      </div>
      <div className="min-w-0">
        <PeersCard status={status} onAdd={onDevices} />
        <EventLogCard events={events} />
      </div>
    </div>
  )
}
