import type { ProtocolName } from '#contract/protocols.ts'
import { keyset as texts } from '../../texts/texts.ts'

export interface ProtocolChoiceProps {
  generation: ProtocolName
  onChange(generation: ProtocolName): void
  disabled: boolean
}

/** The protocol of the devices: today's, unless all of them are old. */
export const ProtocolChoice = ({ generation, onChange, disabled }: ProtocolChoiceProps) => (
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
