import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { keysetName } from '#contract/keysets.ts'
import type { PackageForm, SealAnswer } from '#contract/packages.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import type { Decoders } from '../../lib/decoders.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { moving as texts } from '../../texts/moving.ts'
import { recover } from '../../texts/recover.ts'
import { names } from '../../texts/rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import { AppChoice } from '../packages/AppChoice.tsx'
import { PackageWait } from '../packages/PackageWait.tsx'
import { FitText, ProblemText } from '../recover/CheckText.tsx'
import { assess, type ShareCheck } from '../recover/check.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { SealedShare } from './SealedShare.tsx'
import { useSealShare } from './seal-share.ts'

export interface PackageForAppProps {
  env: EnvAnswer
  decoders: Decoders
}

/**
 * For an app that can't take over its old share by itself: the same share, as packages. The share
 * and its packages are only in this component's state.
 */
export function PackageForApp({ env, decoders }: PackageForAppProps) {
  const [share, setShare] = useState('')
  const [device, setDevice] = useState('')
  const [form, setForm] = useState<PackageForm>('current')
  const [sealed, setSealed] = useState<SealAnswer | null>(null)
  const seal = useSealShare()
  const queries = useQueryClient()
  useGuardedPage(sealed !== null)
  const check = checkOf(share, env, decoders)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (check.state !== 'valid' || seal.isPending) return
    seal.mutate(
      {
        password: null,
        shareCredential: share.trim(),
        form,
        ...(device.trim() !== '' && { deviceName: device.trim() }),
      },
      {
        onSuccess: (made) => {
          setShare('')
          setDevice('')
          void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
          setSealed(made)
        },
      },
    )
  }

  return (
    <section className="mt-6 border-t border-line pt-4">
      <h4 className="font-semibold">{texts.appTitle}</h4>
      <p className="mt-0.5 mb-3 text-ink-2">{texts.appLead}</p>
      {sealed !== null ? (
        <SealedShare
          name={keysetName(env.GROUP_NAME ?? '')}
          sealed={sealed}
          onAnother={() => setSealed(null)}
        />
      ) : (
        <form onSubmit={submit} noValidate autoComplete="off">
          {!isSecureContext && (
            <div className="mb-3">
              <Note kind="warn">{texts.appPlainHttp}</Note>
            </div>
          )}
          <SecretField
            label={texts.appShare}
            placeholder={texts.appSharePlaceholder}
            value={share}
            onText={(text) => {
              setShare(text)
              if (seal.isError) seal.reset()
            }}
            {...said(check)}
          />
          <Field
            label={names.label}
            placeholder={names.placeholder}
            hint={names.hint}
            autoComplete="off"
            maxLength={CALLER_NAME_CHARS_MAX}
            className="mt-3"
            value={device}
            onText={setDevice}
          />
          <AppChoice form={form} onChange={setForm} />
          {seal.error !== null && (
            <div role="alert" className="mt-3">
              <Note kind="bad">{texts.sealFailed(reasonOf(seal.error))}</Note>
            </div>
          )}
          <PackageWait isWaiting={seal.isPending} form={form} />
          <Button
            type="submit"
            className="mt-3"
            disabled={check.state !== 'valid'}
            aria-disabled={seal.isPending}
          >
            {seal.isPending ? texts.sealing : texts.seal}
          </Button>
        </form>
      )}
    </section>
  )
}

const [OWN, GIVEN] = [0, 1]

/** Refuses this signer's own share, which must not run anywhere else. */
function checkOf(share: string, env: EnvAnswer, decoders: Decoders): ShareCheck {
  const { GROUP_CRED: group = '', SHARE_CRED: own = '' } = env
  const shares = [
    { key: OWN, text: own },
    { key: GIVEN, text: share },
  ]
  return assess(decoders, { group, shares }).shares.get(GIVEN) ?? { state: 'empty' }
}

function said(check: ShareCheck) {
  switch (check.state) {
    case 'invalid':
      return { error: <ProblemText problem={check.problem} /> }
    case 'repeated':
      return { error: texts.appOwnShare }
    case 'valid':
      return { hint: <FitText text={recover.shareFits(check.index)} /> }
    default:
      return { hint: texts.appShareHint }
  }
}
