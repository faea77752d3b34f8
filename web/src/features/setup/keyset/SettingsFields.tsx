import { MAX_COMMITS } from '#contract/limits.ts'
import { keyset as texts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { type Draft, type FieldName, type Problems, sizeOf } from './settings.ts'

type SettingsFieldName = Exclude<FieldName, 'secretKey'>

interface SettingsFieldsProps {
  draft: Draft
  onChange(changes: Partial<Draft>): void
  problems: Problems
  /** The problems to show now. */
  shown(field: SettingsFieldName): string | undefined
  disabled: boolean
}

const fieldOf =
  ({ draft, onChange, shown, disabled }: Omit<SettingsFieldsProps, 'problems'>) =>
  (name: SettingsFieldName) => ({
    name,
    value: draft[name],
    onText: (text: string) => onChange({ [name]: text }),
    error: shown(name),
    disabled,
  })

/** Name, threshold and number of members, and what they mean. */
export const SettingsFields = (props: SettingsFieldsProps) => (
  <>
    <NameField {...props} />
    <div className="my-4">
      <SizeFields {...props} />
    </div>
    <SizeMeaning {...props} />
  </>
)

export const NameField = (props: Omit<SettingsFieldsProps, 'problems'>) => (
  <Field label={texts.name} hint={texts.nameHint} autoComplete="off" {...fieldOf(props)('name')} />
)

/** How many sign together, and of how many. */
export function SizeFields(props: Omit<SettingsFieldsProps, 'problems'>) {
  const field = fieldOf(props)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
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
  )
}

/** What the size means for lost and for leaked shares; nothing while the size is wrong. */
export function SizeMeaning({ draft, problems }: Pick<SettingsFieldsProps, 'draft' | 'problems'>) {
  if (hasSizeProblem(problems)) return null
  const size = sizeOf(draft)
  return (
    <Note kind={isSafe(size) ? 'info' : 'warn'}>
      {texts.meaning(size.threshold, size.totalMembers)}
    </Note>
  )
}

export const hasSizeProblem = ({ threshold, totalMembers }: Problems): boolean =>
  threshold !== undefined || totalMembers !== undefined

/** Whether one leaked share does no harm, nor one lost. */
const isSafe = ({ threshold, totalMembers }: ReturnType<typeof sizeOf>): boolean =>
  threshold > 1 && threshold < totalMembers
