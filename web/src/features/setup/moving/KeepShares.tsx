import { useQuery } from '@tanstack/react-query'
import type { Peer } from '#contract/peers.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import type { StateName } from '#web/ui/tone.ts'
import { deviceName, peersQuery } from '../../signer/peers.ts'
import { supports } from '../../signer/protocols.ts'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import { PackageForApp, type PackageForAppProps } from './PackageForApp.tsx'
import { RefuseV1 } from './Summary.tsx'

export interface KeepSharesProps extends PackageForAppProps {
  onBack(): void
  onDone(): void
}

/** Keeping the shares: which devices speak 2026 already, and ending 1.x once all of them do. */
export function KeepShares({ env, decoders, onBack, onDone }: KeepSharesProps) {
  const { data, error } = useQuery(peersQuery)
  const peers = data?.peers ?? []
  const moved = peers.filter((peer) => supports(peer, '2026')).length
  const isAll = moved === peers.length
  return (
    <>
      <StepHeading title={texts.peersTitle} lead={texts.peersLead} />
      {data === undefined ? (
        error ? (
          <Note kind="bad">
            {texts.peersFailed}: {reasonOf(error)}
          </Note>
        ) : (
          <Skeleton className="h-24 rounded-md" />
        )
      ) : (
        <>
          {peers.length === 0 ? (
            <p className="text-ink-2">{texts.noPeers}</p>
          ) : (
            <ul className="mb-4 divide-y divide-line rounded-md border border-line">
              {peers.map((peer) => (
                <PeerLine key={peer.pubkey} peer={peer} />
              ))}
            </ul>
          )}
          <p role="status" className="mb-3 text-ink-2">
            {isAll ? texts.allMoved : texts.notAllMoved(moved, peers.length)}
          </p>
          <RefuseV1 isReady={isAll} />
        </>
      )}
      <PackageForApp env={env} decoders={decoders} />
      <StepButtons onBack={onBack}>
        <Button kind="primary" onClick={onDone}>
          {texts.finish}
        </Button>
      </StepButtons>
    </>
  )
}

function PeerLine({ peer }: { peer: Peer }) {
  const state = stateOf(peer)
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <span aria-hidden className="mt-0.5">
        <StateIcon state={ICONS[state]} word="" />
      </span>
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2.5">
        <span title={peer.pubkey}>{deviceName(peer)}</span>
        <span className="text-sm text-ink-2">{texts.peerStates[state]}</span>
      </p>
    </li>
  )
}

const ICONS: Record<keyof typeof texts.peerStates, StateName> = {
  next: 'ok',
  both: 'ok',
  old: 'warn',
  unheard: 'unknown',
}

function stateOf(peer: Peer): keyof typeof texts.peerStates {
  if (supports(peer, '2026')) return supports(peer, '1.x') ? 'both' : 'next'
  return supports(peer, '1.x') ? 'old' : 'unheard'
}
