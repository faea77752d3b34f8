import type { ClipboardEvent } from 'react'
import { common } from '../../../../server/contract/texts/common.ts'
import { configure as texts } from '../../../../server/contract/texts/configure.ts'
import { joining as joiningTexts } from '../../../../server/contract/texts/joining.ts'
import { Field } from '../../ui/Field.tsx'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { IdentityWords } from '../identity/IdentityWords.tsx'
import { JoiningFailed, type JoiningFailure } from '../joining/JoiningFailed.tsx'
import { JoiningPanel } from '../joining/JoiningPanel.tsx'
import type { Joining } from '../joining/onboarding-step.ts'
import { PackagePanel } from '../joining/PackagePanel.tsx'
import type { Check } from './checks.ts'
import type { Opened } from './form.ts'
import { OpenShareFile } from './OpenShareFile.tsx'
import type { ConfigureForm, TextField } from './use-configure-form.ts'

export interface CredentialFieldsProps {
  form: ConfigureForm
  /** This device is joining a keyset, which takes the place of share and group. */
  joining: { state: Joining; problem: string | null } | null
  /** It has tried to join, and failed. */
  failed: JoiningFailure | null
  /** The save button's name. */
  saveLabel: string
  /** The server's objection to a field. */
  refusalOf(field: TextField): string | null
}

/** Keyset name, share and group credential, and what they are together. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { form, joining, failed, saveLabel, refusalOf } = props
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
  /** The pressed button is gone with its panel: focus returns to the top of the form. */
  const take = (opened: Opened, why: string) => {
    form.take(opened, why)
    inputs.name.current?.focus()
  }
  const sealed = checks.share.is === 'sealed' ? checks.share.kind : null

  return (
    <>
      <Field
        {...field('name')}
        autoComplete="off"
        placeholder={texts.namePlaceholder}
        help={<HelpTip subject={texts.name} text={texts.nameHelp} />}
      />
      {joining !== null ? (
        <JoiningPanel
          {...joining}
          onReceived={(received) => take(received, joiningTexts.received(saveLabel))}
        />
      ) : (
        <>
          {failed !== null && <JoiningFailed failure={failed} />}
          <SecretField
            {...field('share')}
            placeholder={texts.sharePlaceholder}
            help={<HelpTip subject={texts.share} text={texts.shareHelp} />}
          />
          {values.share === '' && <OpenShareFile onText={form.takeFile} />}
          {sealed !== null && (
            <PackagePanel
              key={values.share}
              sealed={values.share.trim()}
              kind={sealed}
              groupCredential={checks.group.is === 'sound' ? values.group.trim() : undefined}
              onOpened={(opened) => take(opened, whatToDo(opened, saveLabel))}
            />
          )}
          {/* An invitation's group comes from the inviter; a profile contains its own. */}
          {(sealed === null || sealed === 'bfshare') && (
            <SecretField
              {...field('group')}
              {...(sealed !== null && { error: values.group === '' ? null : field('group').error })}
              hint={sealed !== null && joiningTexts.groupOptional}
              placeholder={texts.groupPlaceholder}
              help={<HelpTip subject={texts.group} text={texts.groupHelp} />}
            />
          )}
        </>
      )}
      <p role="status" className="text-sm text-ice empty:hidden">
        {notice}
      </p>
      <div role="status" className="flex gap-2 text-sm text-ink-2 empty:hidden">
        {checks.together !== null && (
          <>
            <span className="mt-0.5">
              <StateIcon state="ok" word={common.done} />
            </span>
            <div className="min-w-0">
              <p>{checks.together.text}</p>
              <div className="text-ink">
                <IdentityWords npub={checks.together.npub} />
              </div>
              <p className="font-mono text-mono break-all text-ink-3">{checks.together.npub}</p>
            </div>
          </>
        )}
      </div>
    </>
  )
}

function whatToDo(opened: Opened, saveLabel: string): string {
  const denied = opened.policies?.length ?? 0
  const next = joiningTexts.opened(saveLabel)
  return denied === 0 ? next : `${next} ${joiningTexts.policies(denied)}`
}

const factOf = (check: Check): string | null => (check.is === 'sound' ? check.fact : null)
