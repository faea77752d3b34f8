import { ChevronRight } from 'lucide-react'
import { describeKind } from '#contract/describe-kind.ts'
import { kinds as words } from '../../texts/kinds.ts'
import { rules } from '../../texts/rules.ts'
import { Field } from '../../ui/Field.tsx'
import type { Problems, RuleForm } from './form.ts'
import { KIND_GROUPS } from './kind-groups.ts'

const texts = rules.form

export interface FormPartProps {
  form: RuleForm
  problems: Problems
  onChange(change: Partial<RuleForm>): void
}

/** Kinds of events by what people do with them, and any others by their numbers. */
export function KindChoice({ form, problems, onChange }: FormPartProps) {
  const { kinds } = form
  const choose = (kind: number, isChosen: boolean) =>
    onChange({ kinds: isChosen ? [...kinds, kind] : kinds.filter((other) => other !== kind) })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.kinds}</legend>
      <div className="mb-3 divide-y divide-line rounded-md border border-line bg-surface">
        {KIND_GROUPS.map(([group, offered]) => (
          <details key={group} className="group" open={group === 'writing'}>
            <summary className="flex min-h-10 sm:min-h-9 list-none items-center gap-2 px-3 py-1.5">
              <ChevronRight
                size={14}
                strokeWidth={1.8}
                aria-hidden
                className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
              />
              {texts.groups[group]}
              <span className="ml-auto text-xs text-ice">
                {texts.chosen(offered.filter((kind) => kinds.includes(kind)).length)}
              </span>
            </summary>
            <ul className="grid gap-x-4 px-3 pb-2 sm:grid-cols-2">
              {offered.map((kind) => (
                <li key={kind}>
                  <label className="flex min-h-8 items-start gap-2 py-1 max-sm:min-h-10 max-sm:py-2">
                    <input
                      type="checkbox"
                      checked={kinds.includes(kind)}
                      onChange={({ target }) => choose(kind, target.checked)}
                      className="mt-0.5 size-4 shrink-0 accent-ice"
                    />
                    <span className="min-w-0 first-letter:uppercase">
                      {describeKind(kind, words)?.deed ?? kind}{' '}
                      <span className="text-xs text-ink-3">{kind}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      {problems.kinds && (
        <p role="alert" className="mb-2 text-sm text-bad">
          {problems.kinds}
        </p>
      )}
      <Field
        label={texts.otherKinds}
        hint={texts.otherKindsHint}
        autoComplete="off"
        value={form.otherKinds}
        onText={(otherKinds) => onChange({ otherKinds })}
        error={problems.otherKinds}
      />
    </fieldset>
  )
}
