import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { InviteAnswer } from '#contract/apps.ts'
import { cleanName } from '#contract/plain-text.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import type { Preset } from '#contract/rules.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { More } from '../../ui/More.tsx'
import { Select } from '../../ui/Select.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { PresetChoices } from '../policy/PresetChoices.tsx'
import { RelayChoice } from '../setup/configure/RelayChoice.tsx'
import { useInviteApp } from './changes.ts'
import { ENDS_OPTIONS, type Ends, untilOf } from './describe-app.ts'

/** The permissions that an app needs to read messages, for both ciphers. */
const READING = ['nip44_decrypt', 'nip04_decrypt']

type Validity = keyof typeof texts.validities

const VALIDITIES = (Object.keys(texts.validities) as Validity[]).map((value) => ({
  value,
  text: texts.validities[value],
}))

export interface InviteFormProps {
  /** The signer's relays, which the app uses unless others are chosen. */
  relays: readonly string[]
  /** What signatures give away, if anything. */
  exposure: ReactNode
  onInvited(name: string, invited: InviteAnswer): void
}

/** What a new app is called and may do, before there is a link for it. */
export function InviteForm({ relays, exposure, onInvited }: InviteFormProps) {
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<Preset>('everyday')
  const [mayRead, setMayRead] = useState(false)
  const [chosenRelays, setRelays] = useState<readonly string[] | null>(null)
  const [ends, setEnds] = useState<Ends>('never')
  const [validity, setValidity] = useState<Validity>('600')
  const [isTried, setTried] = useState(false)
  const now = useServerNow()
  const { mutate, isPending, error } = useInviteApp((invited) => onInvited(name.trim(), invited))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (cleanName(name) === '' || isPending) return
    mutate({
      name: name.trim(),
      preset,
      ...(mayRead && { allow: READING }),
      expiresIn: Number(validity),
      until: untilOf(ends, now),
      ...(chosenRelays && { relays: [...chosenRelays] }),
    })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className="text-ink-2">{texts.inviteLead}</p>
      <Field
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={CALLER_NAME_CHARS_MAX}
        autoComplete="off"
        enterKeyHint="go"
        value={name}
        onText={setName}
        error={isTried && cleanName(name) === '' ? texts.nameMissing : null}
      />
      <PresetChoices value={preset} onChange={setPreset} />
      <Checkbox
        title={texts.mayRead}
        hint={texts.mayReadHint}
        checked={mayRead}
        onChange={setMayRead}
      />
      <More title={texts.more}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select<Ends> label={texts.ends} value={ends} options={ENDS_OPTIONS} onChange={setEnds} />
          <Select<Validity>
            label={texts.validity}
            value={validity}
            options={VALIDITIES}
            onChange={setValidity}
          />
        </div>
        <RelayChoice relays={chosenRelays ?? relays} onChange={setRelays} error={null} />
      </More>
      {exposure}
      <FormFailure text={error && `${texts.inviteFailed}: ${reasonOf(error)}`} />
      <FormFoot>
        <Button type="submit" kind="primary" busy={isPending}>
          {isPending ? texts.inviting : texts.invite}
        </Button>
      </FormFoot>
    </form>
  )
}
