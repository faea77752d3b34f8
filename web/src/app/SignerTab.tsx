import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { reservedSharesQuery } from '../features/devices/reserved-shares.ts'
import { statusQuery } from '../features/home/get-status.ts'
import { IdentityCard } from '../features/home/IdentityCard.tsx'
import { V1Band } from '../features/home/NeedRows.tsx'
import { useListedNeeds } from '../features/home/needs.ts'
import { PlacesProvider, type SignerPart, usePlaces } from '../features/home/places.ts'
import { EventLogCard } from '../features/signer/EventLogCard.tsx'
import { PeersCard } from '../features/signer/PeersCard.tsx'
import { RelaysCard } from '../features/signer/RelaysCard.tsx'
import { SignerCard } from '../features/signer/SignerCard.tsx'
import { useEvents } from '../features/signer/use-events.ts'
import { shell } from '../texts/texts.ts'
import { Button } from '../ui/Button.tsx'

export interface SignerTabProps {
  saved: CredentialsAnswer
  /** The part to scroll to; undefined: none. */
  part: SignerPart | undefined
  /** Called when the session may have ended. */
  onCheckAccess(): void
}

/**
 * The signer at work. The page watches it for as long as this is shown: leaving it ends the polls,
 * closes the event stream and forgets the peers, while the server's signer goes on (design, 3.4).
 */
export function SignerTab({ saved, part, onCheckAccess }: SignerTabProps) {
  const status = useQuery(statusQuery)
  const reservedShares = useQuery({ ...reservedSharesQuery, enabled: saved.keyset !== null })
  const needs = useListedNeeds()
  const events = useEvents(onCheckAccess)
  const places = usePlaces()
  const parts = { status: useRef<HTMLDivElement>(null), relays: useRef<HTMLDivElement>(null) }
  // The needs stand first and would push down what is already seen: the rest waits until they are known. A failed
  // request counts as known, and `isFetched` never becomes false again.
  const isKnown = status.isFetched && (reservedShares.isFetched || !reservedShares.isEnabled)

  const show = (which: SignerPart) => {
    const element = parts[which].current
    element?.scrollIntoView({ block: 'start', behavior: 'smooth' })
    element?.focus({ preventScroll: true })
  }
  const begin = useEffectEvent(() => part !== undefined && show(part))
  useEffect(() => {
    if (isKnown) begin()
  }, [isKnown])

  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-[1rem] font-[650] tracking-tight">{shell.card}</h2>
        <Button kind="quiet" className="-mr-3" onClick={places.onConfigure}>
          {shell.backToConfigure}
        </Button>
      </div>
      <PlacesProvider value={{ ...places, onSigner: show }}>
        <IdentityCard saved={saved} status={status} needs={needs} />
        <V1Band needs={needs} />
      </PlacesProvider>
      {isKnown && (
        <Suspense fallback={null}>
          <div className="grid items-start gap-x-4 lg:grid-cols-[5fr_7fr]">
            <div className="min-w-0">
              <div ref={parts.status} tabIndex={-1} className="rounded-lg">
                <SignerCard saved={saved} status={status} />
              </div>
              <div ref={parts.relays} tabIndex={-1} className="rounded-lg">
                <RelaysCard saved={saved.relays} status={status} />
              </div>
            </div>
            <div className="min-w-0">
              <PeersCard status={status} />
              <EventLogCard events={events} />
            </div>
          </div>
        </Suspense>
      )}
    </>
  )
}
