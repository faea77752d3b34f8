import { useState } from 'react'
import { moving as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Note } from '../../ui/Note.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'

type Way = keyof typeof texts.ways

const WAYS = (Object.keys(texts.ways) as Way[]).map((value) => {
  const [title, text] = texts.ways[value]
  return { value, title, text }
})

export interface WayChoiceProps {
  onKeep(): void
  onDeal(): void
  onLeave(): void
}

/** Why to move, what moving does not heal, and the two ways. */
export function WayChoice({ onKeep, onDeal, onLeave }: WayChoiceProps) {
  const [way, choose] = useState<Way>('keep')
  return (
    <>
      <StepHeading title={texts.wayTitle} lead={texts.wayLead} />
      <Note kind="warn">
        <h4 className="mb-1 font-semibold text-ink">{texts.notHealedTitle}</h4>
        <ul className="list-disc space-y-1 pl-4">
          {texts.notHealed.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Note>
      <div className="mt-5">
        <Choices
          legend={texts.chooseWay}
          choices={WAYS}
          value={way}
          onChange={(next) => choose(next)}
        />
      </div>
      <StepButtons onLeave={onLeave}>
        <Button kind="primary" onClick={way === 'keep' ? onKeep : onDeal}>
          {texts.next}
        </Button>
      </StepButtons>
    </>
  )
}
