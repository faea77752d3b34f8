import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { Invitation } from '#contract/apps.ts'
import { cleanName } from '#contract/plain-text.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import type { Preset } from '#contract/rules.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { useAcceptApp } from './accept-app.ts'
import { ENDS_OPTIONS, type Ends, untilOf } from './ends.ts'
import { FormFailure } from './FormFailure.tsx'
import { FormFoot } from './FormFoot.tsx'
import { PresetChoices } from './PresetChoices.tsx'
import { useServerNow } from './use-server-now.ts'
import { Website } from './Website.tsx'
import { WishChoice } from './WishChoice.tsx'

export interface InvitationFormProps {
  /** The app's link. */
  uri: string
  invitation: Invitation
  /** The key that will sign. */
  npub: string | undefined
  /** What signatures give away, if anything. */
  exposure: ReactNode
  onPaired(id: string): void
  /** Called for another link. */
  onBack(): void
}

/** What an app's link says of it and asks for, and what it gets. */
export function InvitationForm(props: InvitationFormProps) {
  const { uri, invitation, npub, exposure, onPaired, onBack } = props
  const { claims, wishes } = invitation
  const [name, setName] = useState(claims.name ?? '')
  const [preset, setPreset] = useState<Preset>('everyday')
  const [ends, setEnds] = useState<Ends>('never')
  const [allowed, setAllowed] = useState(() =>
    wishes.filter(({ isDangerous }) => !isDangerous).map(({ wish }) => wish),
  )
  const [isTried, setTried] = useState(false)
  const now = useServerNow()
  const { mutate, isPending, error } = useAcceptApp(onPaired)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (cleanName(name) === '' || isPending) return
    mutate({ uri, name: name.trim(), preset, allow: allowed, until: untilOf(ends, now) })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <InvitedBy invitation={invitation} npub={npub} />
      {invitation.known !== undefined && <Note>{texts.known}</Note>}
      <Field
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={CALLER_NAME_CHARS_MAX}
        autoComplete="off"
        value={name}
        onText={setName}
        error={isTried && cleanName(name) === '' ? texts.nameMissing : null}
      />
      <WishChoice wishes={wishes} allowed={allowed} onChange={setAllowed} />
      <PresetChoices value={preset} onChange={setPreset} />
      <Select<Ends> label={texts.ends} value={ends} options={ENDS_OPTIONS} onChange={setEnds} />
      {exposure}
      <FormFailure what={texts.acceptFailed} error={error && reasonOf(error)} />
      <FormFoot>
        <Button onClick={onBack}>{texts.otherLink}</Button>
        <Button type="submit" kind="primary" aria-disabled={isPending}>
          {isPending ? texts.accepting : texts.accept}
        </Button>
      </FormFoot>
    </form>
  )
}

/** What is known of the app, and what it only says. */
function InvitedBy({ invitation, npub }: Pick<InvitationFormProps, 'invitation' | 'npub'>) {
  const { client, claims, relays, privateRelays } = invitation
  return (
    <div className="rounded-md border border-line p-3.5">
      <div className="flex items-center gap-3">
        <Identicon pubkey={client} large />
        <div className="min-w-0">
          <p className="font-semibold">{claims.name ?? texts.unnamed}</p>
          <p className="text-xs text-ink-3">{texts.nameClaimed}</p>
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {claims.url !== undefined && (
          <>
            <dt className="text-ink-3">{texts.website}</dt>
            <dd>
              <Website url={claims.url} />
            </dd>
          </>
        )}
        <dt className="text-ink-3">{texts.key}</dt>
        <dd className="font-mono text-mono" title={client}>
          {shortKey(client)}
        </dd>
        <dt className="text-ink-3">{texts.itsRelays}</dt>
        <dd>
          {relays.map((url) => (
            <p key={url} className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 font-mono text-mono break-all">{url}</span>
              {privateRelays.includes(url) && (
                <span className="text-xs font-medium text-warn">{texts.privateRelay}</span>
              )}
            </p>
          ))}
          {privateRelays.length > 0 && (
            <p className="text-xs text-ink-2">{texts.privateRelayHint}</p>
          )}
        </dd>
        {npub !== undefined && (
          <>
            <dt className="text-ink-3">{texts.signsAs}</dt>
            <dd className="font-mono text-mono break-all">{npub}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
