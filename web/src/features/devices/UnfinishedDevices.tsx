import { useQuery } from '@tanstack/react-query'
import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { isGone, reservedSharesQuery } from './reserved-shares.ts'

export interface UnfinishedDevicesProps {
  /** To the list of shares. */
  onOpen(): void
  /** Called when the owner wants to deal fresh shares. */
  onDeal(): void
}

/** What is still to be done about the shares of other devices; nothing if that is nothing. */
export function UnfinishedDevices({ onOpen, onDeal }: UnfinishedDevicesProps) {
  const { data } = useQuery(reservedSharesQuery)
  if (data === undefined) return null
  return (
    <>
      <LostShares answer={data} onDeal={onDeal} onOpen={onOpen} />
      <ToHandOut data={data} onOpen={onOpen} />
    </>
  )
}

function ToHandOut({ data, onOpen }: { data: ReservedSharesAnswer; onOpen(): void }) {
  const unfinished = data.spares.filter(({ state }) => state === 'handedOut' || state === 'online')
  const kept = data.spares.filter(({ state }) => state === 'kept')
  const holdsKey = data.held >= data.threshold
  if (unfinished.length === 0 && !holdsKey) return null
  const title =
    unfinished.length > 0 ? texts.unfinished(unfinished.length) : texts.toHandOut(kept.length)
  return (
    <div className="mb-4">
      <Note kind={holdsKey ? 'warn' : 'info'}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium text-ink">{title}</p>
            <p>{holdsKey ? texts.holdsKey(data.held, data.threshold) : texts.unfinishedLead}</p>
          </div>
          <Button onClick={onOpen}>{texts.open}</Button>
        </div>
      </Note>
    </div>
  )
}

export interface LostSharesProps {
  answer: ReservedSharesAnswer
  /** Called when the owner wants to deal fresh shares. */
  onDeal(): void
  /** To the list of shares; undefined: it is shown. */
  onOpen?: () => void
}

/** The shares that a restore has not brought back, what that means, and the way to fresh ones; nothing if there are none. */
export function LostShares({ answer, onDeal, onOpen }: LostSharesProps) {
  const { spares, members, threshold } = answer
  const gone = spares.filter(isGone).map(({ index }) => index)
  if (gone.length === 0) return null
  const left = members - gone.length
  const areEnough = left >= threshold
  return (
    <div className="mb-4">
      <Note kind={areEnough ? 'warn' : 'bad'}>
        <p className="font-medium text-ink">{texts.lostTitle(gone)}</p>
        <p className="mt-1">{texts.lostLead(gone.length)}</p>
        <p className="mt-1">
          {(areEnough ? texts.lostEnough : texts.lostTooMany)(left, threshold)}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {areEnough && <Button onClick={onDeal}>{texts.deal}</Button>}
          {onOpen && <Button onClick={onOpen}>{texts.open}</Button>}
        </div>
      </Note>
    </div>
  )
}
