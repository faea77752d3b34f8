import type { ClipboardEvent } from 'react'
import { common } from '../../../../server/contract/texts/common.ts'
import { configure as texts } from '../../../../server/contract/texts/configure.ts'
import { Field } from '../../ui/Field.tsx'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { Check } from './checks.ts'

import type { ConfigureForm, TextField } from './use-configure-form.ts'

export interface CredentialFieldsProps {
  form: ConfigureForm
  /** What the server has against a field. */
  refusalOf(field: TextField): string | null
}

/** Keyset name, share and group credential, and what they are together. */
export function CredentialFields({ form, refusalOf }: CredentialFieldsProps) {
  const { values, inputs, checks, notice } = form
  const field = (name: TextField) => ({
    ref: inputs[name],
    label: texts[name],
    value: values[name],
    onText: (text: string) => {
      form.change({ [name]: text })
      form.visit(name)
    },
    onBlur: () => form.visit(name),
    onPaste: (event: ClipboardEvent) => form.paste(event, name),
    error: refusalOf(name) ?? form.problemOf(name),
    fact: factOf(checks[name]),
    required: true,
  })

  return (
    <>
      <Field
        {...field('name')}
        autoComplete="off"
        placeholder={texts.namePlaceholder}
        help={<HelpTip subject={texts.name} text={texts.nameHelp} />}
      />
      <SecretField
        {...field('share')}
        placeholder={texts.sharePlaceholder}
        help={<HelpTip subject={texts.share} text={texts.shareHelp} />}
      />
      <SecretField
        {...field('group')}
        placeholder={texts.groupPlaceholder}
        help={<HelpTip subject={texts.group} text={texts.groupHelp} />}
      />
      <p role="status" className="text-sm text-ice empty:hidden">
        {notice}
      </p>
      <p role="status" className="flex gap-2 text-sm text-ink-2 empty:hidden">
        {checks.together !== null && (
          <>
            <span className="mt-0.5">
              <StateIcon state="ok" word={common.done} />
            </span>
            {checks.together}
          </>
        )}
      </p>
    </>
  )
}

const factOf = (check: Check): string | null => (check.is === 'sound' ? check.fact : null)
