import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { recover as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { FitText, ProblemText } from './CheckText.tsx'
import type { Assessment, ShareCheck } from './check.ts'
import { type Form, withFieldAdded, withFieldRemoved, withShare } from './form.ts'

export interface ShareFieldsProps {
  form: Form
  onChange(form: Form): void
  onPaste(event: ClipboardEvent<HTMLInputElement>, key: number): void
  /** null while it is not known yet. */
  assessment: Assessment | null
  threshold: number
}

/** The fields for shares, each with what is said about it. Focus follows as fields come and go. */
export function ShareFields({ form, onChange, onPaste, assessment, threshold }: ShareFieldsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { shares } = form

  function change(to: Form, focused: number) {
    flushSync(() => onChange(to))
    list.current?.querySelectorAll('input')[focused]?.focus()
  }

  return (
    <div>
      <ul ref={list} aria-label={texts.shares} className="grid grid-cols-1 gap-3">
        {shares.map(({ key, text }, at) => (
          <li key={key}>
            <SecretField
              label={texts.share(at + 1)}
              placeholder={texts.sharePlaceholder(at + 1)}
              value={text}
              onText={(next) => onChange(withShare(form, key, next))}
              onPaste={(event) => onPaste(event, key)}
              {...said(text, assessment, key)}
              beside={
                <IconButton
                  icon={X}
                  label={texts.remove(at + 1)}
                  disabled={shares.length === 1}
                  onClick={() => change(withFieldRemoved(form, key), Math.max(0, at - 1))}
                />
              }
            />
          </li>
        ))}
      </ul>
      {shares.length < threshold && (
        <Button className="mt-3" onClick={() => change(withFieldAdded(form), shares.length)}>
          <Plus size={16} strokeWidth={1.8} aria-hidden />
          {texts.add(shares.length, threshold)}
        </Button>
      )}
    </div>
  )
}

/** The text under a share's field. */
function said(text: string, assessment: Assessment | null, key: number) {
  if (assessment === null) return { hint: text === '' ? texts.shareHint : texts.checking }
  const check: ShareCheck = assessment.shares.get(key) ?? { state: 'empty' }
  switch (check.state) {
    case 'empty':
      return { hint: texts.shareHint }
    case 'invalid':
      return { error: <ProblemText problem={check.problem} /> }
    case 'repeated':
      return { error: texts.shareRepeated(check.index, check.position) }
    case 'loose':
      return { hint: texts.shareLoose(check.index) }
    case 'valid':
      return { hint: <FitText text={texts.shareFits(check.index)} /> }
  }
}
