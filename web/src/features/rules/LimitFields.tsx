import { rules } from '../../texts/texts.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { FormPartProps } from './KindChoice.tsx'

const texts = rules.form

/** How often something is allowed, and what happens to more. */
export function LimitFields({ form, problems, onChange }: FormPartProps) {
  return (
    <div>
      <label className="flex min-h-8 max-sm:min-h-10 items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={form.limited}
          onChange={({ target }) => onChange({ limited: target.checked })}
          className="size-4 shrink-0 accent-ice"
        />
        {texts.limited}
      </label>
      {form.limited && (
        <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Field
            label={texts.count}
            inputMode="numeric"
            autoComplete="off"
            value={form.count}
            onText={(count) => onChange({ count })}
            error={problems.count}
          />
          <Select
            label={texts.per}
            value={form.per}
            options={PERS}
            onChange={(per) => onChange({ per })}
          />
          <Select
            label={texts.beyond}
            value={form.beyond}
            options={BEYONDS}
            onChange={(beyond) => onChange({ beyond })}
          />
        </div>
      )}
    </div>
  )
}

const PERS = (['minute', 'hour', 'day'] as const).map((value) => ({
  value,
  text: texts.pers[value],
}))
const BEYONDS = (['ask', 'refuse'] as const).map((value) => ({ value, text: texts.beyonds[value] }))
