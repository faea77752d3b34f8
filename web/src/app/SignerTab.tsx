import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { ActivityPreview } from '../features/activity/ActivityPreview.tsx'
import { DevicesCard } from '../features/devices/DevicesCard.tsx'
import { reservedSharesQuery } from '../features/devices/reserved-shares.ts'
import { UnfinishedDevices } from '../features/devices/UnfinishedDevices.tsx'
import { statusQuery } from '../features/home/get-status.ts'
import { IdentityCard } from '../features/home/IdentityCard.tsx'
import { PlacesProvider, usePlaces } from '../features/home/places.ts'
import { SignerDetails, useDetailsOpen } from '../features/home/SignerDetails.tsx'
import { V1Band } from '../features/home/V1Band.tsx'
import { useRequests } from '../features/setup/joining/join-requests.ts'
import { peersQuery } from '../features/signer/peers.ts'
import { RelaysCard } from '../features/signer/RelaysCard.tsx'
import { useEvents } from '../features/signer/use-events.ts'
import { lazyPart } from '../lib/load-part.ts'
import { ErrorBoundary, PartFrame } from '../ui/PartFrame.tsx'

const AskingDevices = lazyPart(() => import('./AskingDevices.tsx'))
const DetailCards = lazyPart(() => import('./DetailCards.tsx'))
const DeviceDialog = lazyPart(() => import('../features/signer/PermissionsDialog.tsx'))

export interface SignerTabProps {
  saved: CredentialsAnswer
  /** The details are what its owner has come for. */
  toDetails: boolean
  /** Called when the session may have ended. */
  onCheckAccess(): void
  /** Called when the owner wants to see all that was done with the key. */
  onActivity(): void
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
  const { saved, toDetails, onCheckAccess, onActivity, onMove, onDevices } = props
  const status = useQuery(statusQuery)
  const requests = useRequests()
  const spares = useQuery({ ...reservedSharesQuery, enabled: saved.keyset !== null })
  const events = useEvents({ onPolicyClose: onCheckAccess })
  const places = usePlaces()
  const [areDetailsOpen, openDetails] = useDetailsOpen()
  const [device, openDevice] = useState<string | null>(null)
  const asked = useRef<HTMLDivElement>(null)
  const details = useRef<HTMLButtonElement>(null)
  const asking = requests.data?.requests ?? []
  // What wants the owner stands first, and would push down all else if that were seen before. All else asks
  // for what it shows meanwhile. That nobody could say counts too, and is never unlearnt.
  const isKnown = requests.isFetched && (spares.isFetched || !spares.isEnabled)

  const begin = useEffectEvent(() => {
    openDetails(true)
    show(details.current)
  })
  useEffect(() => {
    if (toDetails && isKnown) begin()
  }, [toDetails, isKnown])

  return (
    <>
      <PlacesProvider
        value={{
          ...places,
          onRequests: () => show(asked.current),
          onDetails: () => {
            openDetails(true)
            show(details.current)
          },
        }}
      >
        <IdentityCard saved={saved} status={status} />
        <V1Band />
      </PlacesProvider>
      <Suspense fallback={null}>
        <div hidden={!isKnown}>
          <div ref={asked} tabIndex={-1}>
            {isKnown && <Asking shown={asking.length > 0} npub={saved.keyset?.npub} />}
          </div>
          {saved.keyset && <UnfinishedDevices onOpen={onDevices} onDeal={onMove} />}
          <div className="grid items-start gap-x-4 lg:grid-cols-[5fr_7fr]">
            <div className="min-w-0">
              <DevicesCard saved={saved} status={status} onAdd={onDevices} onOpen={openDevice} />
              <RelaysCard status={status} />
            </div>
            <div className="min-w-0">
              <ActivityPreview onAll={onActivity} />
            </div>
          </div>
        </div>
        {/* Not hidden meanwhile: the log in it measures itself. */}
        {isKnown && (
          <SignerDetails ref={details} open={areDetailsOpen} onOpen={openDetails}>
            <PartFrame>
              <DetailCards
                saved={saved}
                status={status}
                events={events}
                onMove={onMove}
                onDevices={onDevices}
              />
            </PartFrame>
          </SignerDetails>
        )}
      </Suspense>
      {device !== null && <OpenDevice pubkey={device} onClose={() => openDevice(null)} />}
    </>
  )
}

/**
 * The devices that ask. Those that are there when the page opens come together with what is below them,
 * which waits for their code; for those that ask later, what is there stays.
 */
function Asking({ shown, npub }: { shown: boolean; npub: string | undefined }) {
  const [wereFirst] = useState(shown)
  const Frame = wereFirst ? ErrorBoundary : PartFrame
  return <Frame>{shown && <AskingDevices npub={npub} />}</Frame>
}

/** Brings a part of the page into sight, and the keyboard there. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  element?.focus({ preventScroll: true })
}

function OpenDevice({ pubkey, onClose }: { pubkey: string; onClose(): void }) {
  // Only reads: the devices fetch them.
  const { data } = useQuery({ ...peersQuery, enabled: false })
  const peer = data?.peers.find((one) => one.pubkey === pubkey)
  if (peer === undefined) return null
  return (
    <PartFrame>
      <DeviceDialog peer={peer} onClose={onClose} />
    </PartFrame>
  )
}
