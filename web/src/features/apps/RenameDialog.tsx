import { type SubmitEvent, useId, useState } from 'react'
import type { AppView } from '#contract/apps.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { useUpdateApp } from './update-app.ts'

export interface RenameDialogProps {
  app: AppView
  onClose(): void
}

/** What an app is called here, whatever it calls itself. */
export function RenameDialog({ app, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(app.name)
  const { mutate, isPending } = useUpdateApp(app)
  const form = useId()
  const name = typed.trim()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (name === '') return
    if (name === app.name && !isPending) onClose()
    else mutate({ name }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.renameTitle(app.name)}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} kind="primary" aria-disabled={isPending}>
            {texts.rename}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={texts.name}
          maxLength={CALLER_NAME_CHARS_MAX}
          autoComplete="off"
          value={typed}
          onText={setTyped}
          hint={name === '' ? texts.nameMissing : null}
        />
      </form>
    </Dialog>
  )
}
