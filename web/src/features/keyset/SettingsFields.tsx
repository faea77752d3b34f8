import { MAX_COMMITS } from '../../../../server/contract/limits.ts'
import { keyset as texts } from '../../../../server/contract/texts/keyset.ts'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { type Draft, type FieldName, type Problems, sizeOf } from './settings.ts'

type SettingsFieldName = Exclude<FieldName, 'secretKey'>

export interface SettingsFieldsProps {
  draft: Draft
  onChange(changes: Partial<Draft>): void
  problems: Problems
  /** The problems to show now. */
  shown(field: SettingsFieldName): string | undefined
  disabled: boolean
}

/** Name, threshold and number of members, and what they mean. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { draft, onChange, problems, shown, disabled } = props
  const size = sizeOf(draft)
  const hasSize = problems.threshold === undefined && problems.totalMembers === undefined

  const field = (name: SettingsFieldName) => ({
    name,
    value: draft[name],
    onText: (text: string) => onChange({ [name]: text }),
    error: shown(name),
    disabled,
  })

  return (
    <>
      <Field label={texts.name} hint={texts.nameHint} autoComplete="off" {...field('name')} />
      <div className="my-4 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        <Field
          label={texts.threshold}
          hint={texts.thresholdHint}
          inputMode="numeric"
          autoComplete="off"
          {...field('threshold')}
        />
        <Field
          label={texts.totalMembers}
          hint={texts.totalMembersHint(MAX_COMMITS)}
          inputMode="numeric"
          autoComplete="off"
          {...field('totalMembers')}
        />
      </div>
      {hasSize && (
        <Note kind={isSafe(size) ? 'info' : 'warn'}>
          {texts.meaning(size.threshold, size.totalMembers)}
        </Note>
      )}
    </>
  )
}

/** One leaked share does no harm, nor does one lost. */
const isSafe = ({ threshold, totalMembers }: ReturnType<typeof sizeOf>): boolean =>
  threshold > 1 && threshold < totalMembers
