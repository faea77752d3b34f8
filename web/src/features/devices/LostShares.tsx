import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { isGone } from './lost-shares.ts'

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
