import type { ClipboardEvent } from 'react'
import { pastedCredentials } from '../../lib/pasted-credentials.ts'
import { recognise } from '../../lib/recognise.ts'
import { common, joining as joiningTexts, configure as texts } from '../../texts/texts.ts'
import { Field } from '../../ui/Field.tsx'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { IdentityWords } from '../identity/IdentityWords.tsx'
import { PackagePanel } from '../joining/PackagePanel.tsx'
import { Misplaced } from '../start/Misplaced.tsx'
import type { Carried, Way } from '../start/ways.ts'
import type { Check } from './checks.ts'
import type { Opened } from './form.ts'
import { OpenShareFile } from './OpenShareFile.tsx'
import type { ConfigureForm, TextField } from './use-configure-form.ts'

export interface CredentialFieldsProps {
  form: ConfigureForm
  /** The save button's name. */
  saveLabel: string
  /** The server's objection to a field. */
  refusalOf(field: TextField): string | null
  /** Takes a text to where it belongs. */
  onElse(to: Way, text: Carried): void
  onApp: ((link: string) => void) | undefined
}

/** Keyset name, share and group credential, and what they are together. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { form, saveLabel, refusalOf, onElse, onApp } = props
  const { values, inputs, checks, notice } = form
  const field = (name: TextField) => ({
    ref: inputs[name],
    label: texts[name],
    value: values[name],
    onText: (text: string) => {
      const is = recognise(text)
      if (is === 'invitation') return onElse('join', { invitation: text.trim() })
      // A whole key is masked at once, wherever it was put.
      form.change(
        is === 'nsec' && name !== 'share' ? { share: text, [name]: '' } : { [name]: text },
      )
      form.visit(name)
    },
    onBlur: () => form.visit(name),
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      if (take(text, name)) event.preventDefault()
    },
    error: refusalOf(name) ?? form.problemOf(name),
    fact: factOf(checks[name]),
    required: true,
  })
  /** The pressed button is gone with its panel: focus returns to the top of the form. */
  const fill = (opened: Opened, why: string) => {
    form.take(opened, why)
    inputs.name.current?.focus()
  }
  /** Puts what was pasted where it belongs. @returns false: it is nothing of the kind */
  function take(text: string, name: TextField): boolean {
    const invitation = invitationIn(text)
    if (invitation === undefined) {
      const isTaken = form.takeText(text, name)
      // To where it went; and what the field that is left has to say moves nothing under a press.
      if (isTaken && recognise(text) !== null) inputs.share.current?.focus()
      return isTaken
    }
    onElse('join', { invitation })
    return true
  }
  const misplaced = recognise(values.share)
  const sealed = checks.share.is === 'sealed' ? checks.share.kind : null
  // One that is not read yet, for the decoders are still loading, is read by the server.
  const hasGroup = checks.group.is === 'sound' || checks.group.is === 'unread'

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
      {values.share === '' && <OpenShareFile onText={(text) => take(text, 'share')} />}
      {misplaced !== null && misplaced !== 'invitation' && (
        <Misplaced kind={misplaced} text={values.share} onElse={onElse} onApp={onApp} />
      )}
      {sealed !== null && (
        <PackagePanel
          key={values.share}
          sealed={values.share.trim()}
          kind={sealed}
          groupCredential={hasGroup ? values.group.trim() : undefined}
          onOpened={(opened) => fill(opened, whatToDo(opened, saveLabel))}
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

const invitationIn = (text: string): string | undefined =>
  pastedCredentials(text)?.shares.find((share) => recognise(share) === 'invitation')

function whatToDo(opened: Opened, saveLabel: string): string {
  const denied = opened.policies?.length ?? 0
  const next = joiningTexts.opened(saveLabel)
  return denied === 0 ? next : `${next} ${joiningTexts.policies(denied)}`
}

const factOf = (check: Check): string | null => (check.is === 'sound' ? check.fact : null)
