import type { Preset } from '#contract/rules.ts'
import { rules, apps as texts } from '../../texts/texts.ts'
import { Choices } from '../../ui/Choices.tsx'
import { Note } from '../../ui/Note.tsx'

const CHOICES = (['ask', 'everyday', 'careful', 'all'] as const).map((value) => {
  const [title, text] = rules.presets[value]
  return { value, title, text }
})

interface PresetChoicesProps {
  value: Preset
  onChange(value: Preset): void
}

/** What a new app may do without asking. */
export const PresetChoices = ({ value, onChange }: PresetChoicesProps) => (
  <Choices legend={texts.preset} choices={CHOICES} value={value} onChange={onChange} />
)

interface FormFailureProps {
  what: string
  /** Why; null: it has not failed. */
  error: string | null
}

/** That what a form asked for was not done, and why. */
export const FormFailure = ({ what, error }: FormFailureProps) => (
  <div role="alert" className="empty:hidden">
    {error !== null && (
      <Note kind="bad">
        {what}: {error}
      </Note>
    )}
  </div>
)
