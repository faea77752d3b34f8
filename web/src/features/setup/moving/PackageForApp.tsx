import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { keysetName } from '#contract/keysets.ts'
import type { PackageForm, SealAnswer, SealRequest } from '#contract/packages.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { post } from '#web/lib/api-client.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { focusOn } from '#web/lib/forms.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { names, recover, moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormFailure } from '#web/ui/FormFailure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { ToCompare } from '../../home/Identity.tsx'
import { rulesQuery } from '../../policy/rules.ts'
import { qrFits, SaveButton, SecretText } from '../keyset/SecretText.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import { AppChoice, PackageWait } from '../PackageParts.tsx'
import { PACKAGE_TIMEOUT } from '../package-work.ts'
import { assess, type ShareCheck } from '../recover/check.ts'
import { FitText, ProblemText } from '../recover/ShareFields.tsx'
import { profileFile } from './package-file.ts'

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
          <FormFailure
            text={seal.error && texts.sealFailed(reasonOf(seal.error))}
            className="mt-3"
          />
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

interface SealedShareProps {
  /** The keyset's name, for the file. */
  name: string
  sealed: SealAnswer
  onAnother(): void
}

/** A share as packages, and their password, to take to its device. */
function SealedShare({ name, sealed, onAnother }: SealedShareProps) {
  const { npub, index, bfprofile, bfshare, password } = sealed
  const { profile, share, password: key } = texts.sealedWhat

  return (
    <>
      <p ref={focusOn} tabIndex={-1} className="mb-3 outline-none">
        {texts.sealedLead(index)}
      </p>
      <SecretText
        label={texts.profile}
        fact={texts.profileFact}
        what={profile(index)}
        text={bfprofile}
        hasQr={qrFits(bfprofile)}
      />
      {!qrFits(bfprofile) && (
        <p className="-mt-2.5 mb-4 text-sm text-ink-3">{texts.profileTooLong}</p>
      )}
      <SaveButton file={profileFile(name, sealed)} className="-mt-1 mb-5">
        {texts.download}
      </SaveButton>
      <SecretText
        label={texts.shareAlone}
        fact={texts.shareAloneFact}
        what={share(index)}
        text={bfshare}
        hasQr={qrFits(bfshare)}
      />
      <SecretText label={texts.password} what={key(index)} text={password} />
      <p className="-mt-2 text-sm text-ink-2">{texts.sealedPasswordLead}</p>
      <div className="mt-4">
        <ToCompare npub={npub} />
      </div>
      <p className="mt-4 text-sm text-ink-2">{texts.sealedOnce}</p>
      <Button className="mt-3" onClick={onAnother}>
        {texts.sealAnother}
      </Button>
    </>
  )
}

/** Has the server put a share into packages. Neither it nor they stay in the cache. */
const useSealShare = () =>
  useMutation({
    mutationFn: (request: SealRequest) =>
      post<SealAnswer>('/api/packages/seal', request, { timeout: PACKAGE_TIMEOUT }),
    gcTime: 0,
  })
