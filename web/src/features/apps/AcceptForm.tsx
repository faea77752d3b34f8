import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import type { Invitation, Wish } from '#contract/apps.ts'
import { describePermission } from '#contract/describe-kind.ts'
import { APP_URI_CHARS_MAX } from '#contract/limits.ts'
import { cleanLink } from '#contract/pasted-link.ts'
import { cleanName } from '#contract/plain-text.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import type { Preset } from '#contract/rules.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { kinds, apps as texts, wishes as wishTexts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { Note } from '../../ui/Note.tsx'
import { ScanButtons } from '../../ui/ScanButtons.tsx'
import { Select } from '../../ui/Select.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { toastFailed } from '../../ui/toast.ts'
import { useServerNow } from '../home/server-clock.ts'
import { PresetChoices } from '../policy/PresetChoices.tsx'
import { useAcceptApp, useReadInvitation } from './changes.ts'
import { ENDS_OPTIONS, type Ends, untilOf } from './describe-app.ts'
import { Website } from './Website.tsx'

export interface AcceptFormProps {
  /** The link that the page was opened with; undefined: none. */
  link: string | undefined
  /** The key that will sign. */
  npub: string | undefined
  /** What signatures give away, if anything. */
  exposure: ReactNode
  onPaired(id: string): void
}

const LINK = /^nostrconnect:/i

/** Asks for an app's link, pasted or scanned, and then shows what it says. */
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
          busy={isPending}
        >
          {isPending ? texts.reading : texts.read}
        </Button>
      </div>
    </form>
  )
}

interface InvitationFormProps {
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

/** What an app's link says of the app and asks for, and the choice of what the app gets. */
function InvitationForm(props: InvitationFormProps) {
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
      <PermissionChoice wishes={wishes} allowed={allowed} onChange={setAllowed} />
      <PresetChoices value={preset} onChange={setPreset} />
      <Select<Ends> label={texts.ends} value={ends} options={ENDS_OPTIONS} onChange={setEnds} />
      {exposure}
      <FormFailure text={error && `${texts.acceptFailed}: ${reasonOf(error)}`} />
      <FormFoot>
        <Button onClick={onBack}>{texts.otherLink}</Button>
        <Button type="submit" kind="primary" busy={isPending}>
          {isPending ? texts.accepting : texts.accept}
        </Button>
      </FormFoot>
    </form>
  )
}

/** What is known of the app, and what it only claims. */
function InvitedBy({ invitation, npub }: Pick<InvitationFormProps, 'invitation' | 'npub'>) {
  const { client, claims, relays, privateRelays } = invitation
  return (
    <div className="rounded-md border border-line p-3.5">
      <div className="flex items-center gap-3">
        <Identicon pubkey={client} large />
        <div className="min-w-0">
          <p className="font-semibold">{claims.name ?? texts.unnamed}</p>
          <p className="text-sm text-ink-3">{texts.nameClaimed}</p>
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
                <span className="text-sm font-medium text-warn">{texts.privateRelay}</span>
              )}
            </p>
          ))}
          {privateRelays.length > 0 && (
            <p className="text-sm text-ink-2">{texts.privateRelayHint}</p>
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

interface PermissionChoiceProps {
  wishes: readonly Wish[]
  allowed: readonly string[]
  onChange(allowed: string[]): void
}

/** What an app asks to be allowed, each to be ticked; those that can do harm say so. */
function PermissionChoice({ wishes, allowed, onChange }: PermissionChoiceProps) {
  if (wishes.length === 0) return <p className="text-ink-3">{texts.wishesNone}</p>
  const choose = (wish: string, isChosen: boolean) =>
    onChange(isChosen ? [...allowed, wish] : allowed.filter((other) => other !== wish))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.wishes}</legend>
      <ul className="divide-y divide-line rounded-md border border-line">
        {wishes.map(({ wish, isDangerous }) => (
          <li key={wish}>
            <label className="flex min-h-10 items-start gap-2.5 px-3 py-2">
              <input
                type="checkbox"
                checked={allowed.includes(wish)}
                onChange={({ target }) => choose(wish, target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-ice"
              />
              <span className="min-w-0">
                <span className="block first-letter:uppercase">
                  {describePermission(wish, { kinds, wishes: wishTexts })}
                </span>
                {isDangerous && <span className="block text-sm text-warn">{texts.dangerous}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
