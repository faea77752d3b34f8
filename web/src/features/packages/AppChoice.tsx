import type { PackageForm } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'
import { Select } from '../../ui/Select.tsx'

export interface AppChoiceProps {
  form: PackageForm
  onChange(form: PackageForm): void
}

/** For which app a package is made. Each Igloo opens packages of its own time only. */
export function AppChoice({ form, onChange }: AppChoiceProps) {
  return (
    <div className="mt-4">
      <Select
        label={texts.app}
        value={form}
        onChange={onChange}
        options={(['current', 'older'] as const).map((value) => ({
          value,
          text: texts.apps[value],
        }))}
      />
      <p className="mt-1 text-xs text-ink-3">{texts.appHint}</p>
    </div>
  )
}
