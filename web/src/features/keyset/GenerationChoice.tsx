import type { GenerationName } from '#contract/generations.ts'
import { keyset as texts } from '../../texts/keyset.ts'

export interface GenerationChoiceProps {
  generation: GenerationName
  onChange(generation: GenerationName): void
  disabled: boolean
}

/** The protocol of the devices: today's, unless all of them are old. */
export const GenerationChoice = ({ generation, onChange, disabled }: GenerationChoiceProps) => (
  <label className="touch flex items-start gap-2.5">
    <input
      type="checkbox"
      checked={generation === '1.x'}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked ? '1.x' : '2026')}
      className="mt-0.75 size-4 shrink-0 accent-ice"
    />
    <span>
      <span className="block font-medium">{texts.old}</span>
      <span className="block text-sm text-ink-2">{texts.oldHint}</span>
    </span>
  </label>
)
