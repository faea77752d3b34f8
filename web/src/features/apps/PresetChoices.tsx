import type { Preset } from '#contract/rules.ts'
import { rules, apps as texts } from '../../texts/texts.ts'
import { Choices } from '../../ui/Choices.tsx'

const CHOICES = (['ask', 'everyday', 'careful', 'all'] as const).map((value) => {
  const [title, text] = rules.presets[value]
  return { value, title, text }
})

export interface PresetChoicesProps {
  value: Preset
  onChange(value: Preset): void
}

/** What a new app may do without asking. */
export const PresetChoices = ({ value, onChange }: PresetChoicesProps) => (
  <Choices legend={texts.preset} choices={CHOICES} value={value} onChange={onChange} />
)
