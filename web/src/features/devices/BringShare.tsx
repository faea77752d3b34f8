import { type SubmitEvent, useState } from 'react'
import { reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { More } from '../../ui/More.tsx'
import { Note } from '../../ui/Note.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { toastDone } from '../../ui/toast.ts'
import { PackageWait } from '../setup/PackageParts.tsx'
import { useFormOf } from '../setup/package-work.ts'
import { replacedBy, useBringShare } from './reserved-share-changes.ts'

/** A form for a share that the owner has kept from a lost device. It is only in this component's state. */
export function BringShare() {
  const [share, setShare] = useState('')
  const [password, setPassword] = useState('')
  const [isGone, setGone] = useState(false)
  const bring = useBringShare()
  const replaces = replacedBy(bring.error)
  const given = share.trim()
  const isPackage = given.startsWith('bfshare1')
  const form = useFormOf(given)

  function change(next: string) {
    setShare(next)
    setGone(false)
    if (bring.isError) bring.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (given === '' || bring.isPending || (replaces !== null && !isGone)) return
    bring.mutate(
      {
        share: given,
        ...(isPackage && password !== '' && { password }),
        ...(isGone && { replaces: true }),
      },
      {
        onSuccess: () => {
          setShare('')
          setPassword('')
          setGone(false)
          toastDone(texts.brought)
        },
      },
    )
  }

  return (
    <div className="mt-5">
      <More title={texts.bring}>
        <form onSubmit={submit} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
          <p className="text-sm text-ink-2">{texts.bringLead}</p>
          <SecretField label={texts.bringField} value={share} onText={change} />
          {isPackage && (
            <SecretField label={texts.bringPassword} value={password} onText={setPassword} />
          )}
          {bring.error !== null && (
            <div role="alert">
              <Note kind={replaces === null ? 'bad' : 'warn'}>
                {replaces === null
                  ? texts.bringFailed(reasonOf(bring.error))
                  : reasonOf(bring.error)}
              </Note>
            </div>
          )}
          {replaces !== null && (
            <Confirmation text={texts.replaces(replaces)} checked={isGone} onChange={setGone} />
          )}
          <PackageWait isWaiting={bring.isPending} form={form} />
          <div>
            <Button
              type="submit"
              disabled={given === '' || (replaces !== null && !isGone)}
              aria-disabled={bring.isPending}
            >
              {bring.isPending ? texts.bringing : texts.bringDo}
            </Button>
          </div>
        </form>
      </More>
    </div>
  )
}
