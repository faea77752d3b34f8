import { useQuery } from '@tanstack/react-query'
import type { PackageForm } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'
import { Select } from '../../ui/Select.tsx'
import { packageWorkQuery } from './package-work.ts'

export interface PackageWaitProps {
  isWaiting: boolean
  /** Packages of the older form take only a moment. Undefined: not known. */
  form: PackageForm | undefined
  /** How many packages are made, one after the other. */
  count?: number
}

/** How long it takes, for as long as packages are opened or made. */
export function PackageWait({ isWaiting, form, count = 1 }: PackageWaitProps) {
  const { data } = useQuery({ ...packageWorkQuery, enabled: form === 'current' })
  const isLong = isWaiting && form === 'current' && data !== undefined
  return (
    <p role="status" className="mt-2 text-sm text-ink-2 empty:hidden">
      {isLong && texts.takes(data.seconds * count)}
    </p>
  )
}

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
      <p className="mt-1 text-sm text-ink-3">{texts.appHint}</p>
    </div>
  )
}
