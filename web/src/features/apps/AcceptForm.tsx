import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { APP_URI_CHARS_MAX } from '#contract/limits.ts'
import { cleanLink } from '#contract/pasted-link.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { ScanButtons } from '../../ui/ScanButtons.tsx'
import { toastFailed } from '../../ui/toast.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { useReadInvitation } from './read-invitation.ts'

export interface AcceptFormProps {
  /** One that is already known. */
  link: string | undefined
  /** The key that will sign. */
  npub: string | undefined
  /** What signatures give away, if anything. */
  exposure: ReactNode
  onPaired(id: string): void
}

const LINK = /^nostrconnect:/i

/** An app's link, pasted or scanned, and then what it says. */
export function AcceptForm({ link = '', npub, exposure, onPaired }: AcceptFormProps) {
  const [uri, setUri] = useState(link)
  const { mutate, reset, data, error, isPending } = useReadInvitation()
  useEffect(() => {
    if (link !== '') mutate(link)
  }, [link, mutate])

  if (data !== undefined) {
    return (
      <InvitationForm
        {...data}
        npub={npub}
        exposure={exposure}
        onPaired={onPaired}
        onBack={() => {
          setUri('')
          reset()
        }}
      />
    )
  }

  function take(text: string) {
    setUri(text)
    // A whole link has come at once: nobody types one.
    if (LINK.test(cleanLink(text)) && text.length > uri.length + 1) mutate(cleanLink(text))
    else reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (cleanLink(uri) !== '' && !isPending) mutate(cleanLink(uri))
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className="text-ink-2">{texts.acceptLead}</p>
      <Field
        label={texts.uri}
        placeholder={texts.uriPlaceholder}
        mono
        inputMode="url"
        autoComplete="off"
        maxLength={APP_URI_CHARS_MAX}
        value={uri}
        onText={take}
        error={error && reasonOf(error)}
      />
      <ScanButtons
        title={texts.scanTitle}
        onCode={(text) => (LINK.test(cleanLink(text)) ? take(text) : toastFailed(texts.otherCode))}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          kind="primary"
          className="max-sm:w-full"
          disabled={uri.trim() === ''}
          aria-disabled={isPending}
        >
          {isPending ? texts.reading : texts.read}
        </Button>
      </div>
    </form>
  )
}
