import type { ClipboardEvent } from 'react'
import { recover as texts } from '../../texts/texts.ts'
import { SecretField } from '../../ui/SecretField.tsx'
import { AutoDetectedBadge } from './AutoDetectedBadge.tsx'
import { FitText, ProblemText } from './CheckText.tsx'
import type { GroupCheck } from './check.ts'
import type { Saved } from './use-saved-pair.ts'

export interface GroupFieldProps {
  text: string
  onText(text: string): void
  onPaste(event: ClipboardEvent<HTMLInputElement>): void
  /** null while it is not known yet. */
  check: GroupCheck | null
  saved: Saved
}

/** The group credential's field, with what is said about it. */
export function GroupField({ text, onText, onPaste, check, saved }: GroupFieldProps) {
  return (
    <SecretField
      label={texts.group}
      placeholder={texts.groupPlaceholder}
      value={text}
      onText={onText}
      onPaste={onPaste}
      fact={
        saved.state === 'found' && <AutoDetectedBadge holds={saved.pair.groupCredential === text} />
      }
      {...said(text, check, saved)}
    />
  )
}

/** The text under the field. */
function said(text: string, check: GroupCheck | null, saved: Saved) {
  if (text === '' && saved.state === 'failed') return { hint: texts.savedUnreadable(saved.reason) }
  if (check === null) return { hint: text === '' ? texts.groupHint : texts.checking }
  switch (check.state) {
    case 'empty':
      return { hint: texts.groupHint }
    case 'invalid':
      return { error: <ProblemText problem={check.problem} /> }
    case 'valid': {
      return { hint: <FitText text={texts.groupFits(check.group.threshold, check.members)} /> }
    }
  }
}
