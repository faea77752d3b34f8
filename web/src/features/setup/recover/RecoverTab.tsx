import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { type Decoders, decodersQuery } from '#web/lib/decoders.ts'
import { useShown } from '#web/lib/hooks.ts'
import { common, recover as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardBody } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { ShowButton } from '#web/ui/SecretField.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import type { Assessment } from './check.ts'
import { type Recovered, recoveryFailure, useRecoverKey } from './recover-key.ts'
import { Requirement, ShareFields } from './ShareFields.tsx'
import { useShareForm } from './use-share-form.ts'

/**
 * Recovers the nsec. What is entered and its result live only in this tab, and are gone with it.
 */
export default function RecoverTab({ env }: { env: EnvAnswer }) {
  const decoders = useDecoders()
  const recovery = useRecoverKey()
  const entry = useShareForm(env, decoders, () => {
    if (recovery.isError) recovery.reset()
  })
  const { form, assessment, assessNow } = entry

  function submit(event: FormEvent) {
    event.preventDefault()
    const now = assessNow()
    if (now?.sufficient !== true || recovery.isPending) return
    const { valid, invalid } = now
    recovery.mutate({ groupCredential: form.group.trim(), shareCredentials: valid, invalid })
  }

  return (
    <Card title={texts.title} className="mx-auto max-w-[42rem]">
      <CardBody className="grid grid-cols-1 gap-4">
        <Requirement entry={entry} text={texts.requirement} />
        <Note kind="warn">
          {texts.warning}
          {!isSecureContext && ` ${texts.plainHttp}`}
        </Note>
        <form onSubmit={submit} className="grid grid-cols-1 gap-4" noValidate>
          <ShareFields entry={entry} />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              type="submit"
              kind="primary"
              disabled={assessment?.sufficient !== true}
              aria-disabled={recovery.isPending}
            >
              {recovery.isPending ? texts.submitting : texts.submit}
            </Button>
            <p className="text-sm text-ink-2">{assessment !== null && nextStep(assessment)}</p>
          </div>
        </form>
        <RecoveryResult recovery={recovery} />
      </CardBody>
    </Card>
  )
}

function nextStep({ group, threshold, valid }: Assessment): string {
  if (group.state !== 'valid') return texts.needGroup
  const missing = threshold - valid.length
  return missing > 0 ? texts.needShares(missing) : texts.ready
}

/** The result of a recovery; nothing before. */
function RecoveryResult({ recovery }: { recovery: ReturnType<typeof useRecoverKey> }) {
  if (recovery.status === 'success') return <Success recovered={recovery.data} />
  if (recovery.status !== 'error') return null
  return (
    <div
      ref={intoView}
      className="flex gap-2.5 rounded-md border border-bad bg-bad-soft px-3.5 py-3"
    >
      <StateIcon state="bad" word={common.failed} size={18} />
      <p role="alert" className="min-w-0 flex-1">
        {texts.failed(recoveryFailure(recovery.error))}
      </p>
    </div>
  )
}

function Success({ recovered }: { recovered: Recovered }) {
  const { nsec, npub, sharesUsed, invalidShares } = recovered
  return (
    <div ref={intoView} className="flex gap-2.5 rounded-md border border-ok bg-ok-soft px-3.5 py-3">
      <StateIcon state="ok" word={common.done} size={18} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
        <p role="alert" className="font-semibold">
          {texts.succeeded(sharesUsed)}
        </p>
        {invalidShares > 0 && <p className="text-sm text-ink-2">{texts.ignored(invalidShares)}</p>}
        <dl className="grid grid-cols-1 gap-2">
          <Nsec nsec={nsec} />
          <div>
            <dt className="text-sm text-ink-2">{texts.npub}</dt>
            <dd className="font-mono text-mono break-all">{npub}</dd>
          </div>
        </dl>
        <p className="text-sm text-ink-2">{texts.goneLater}</p>
      </div>
    </div>
  )
}

/** The key itself, in the page only while shown. */
function Nsec({ nsec }: { nsec: string }) {
  const [shown, toggle] = useShown()
  return (
    <div>
      <dt className="text-sm text-ink-2">{texts.nsec}</dt>
      <dd className="flex items-center gap-0.5 rounded-md border border-edge bg-sunken py-1 pr-1 pl-2.5">
        <span className="min-w-0 flex-1 font-mono text-mono break-all">
          {shown ? (
            nsec
          ) : (
            <>
              <span aria-hidden>{'•'.repeat(nsec.length)}</span>
              <span className="sr-only">{texts.masked}</span>
            </>
          )}
        </span>
        <CopyButton text={nsec} what={texts.nsec} />
        <ShowButton what={texts.nsec} shown={shown} onToggle={toggle} />
      </dd>
    </div>
  )
}

/** On a small screen the outcome is below the visible part. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/**
 * The decoders of credentials; null while they are loading. Without them this screen is useless: the
 * frame then says so, and how to go on.
 */
const useDecoders = (): Decoders | null =>
  useQuery({ ...decodersQuery, throwOnError: true }).data ?? null
