import { type Preset, presets } from '#contract/rule-terms.ts'
import { rules as texts } from '../../texts/texts.ts'
import { Choices, choicesOf } from '../../ui/Choices.tsx'

const CHOICES = choicesOf(presets, texts.presets)

interface PresetChoicesProps {
  value: Preset
  onChange(value: Preset): void
}

/** What a new app, or a new API key, may do without asking. */
export const PresetChoices = ({ value, onChange }: PresetChoicesProps) => (
  <Choices legend={texts.unasked} choices={CHOICES} value={value} onChange={onChange} />
)
