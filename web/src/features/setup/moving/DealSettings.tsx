import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import type { DealAnswer, DealRequest, PackageForm } from '#contract/packages.ts'
import { post } from '#web/lib/api-client.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { focusField } from '#web/lib/forms.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormFailure } from '#web/ui/FormFailure.tsx'
import { toastDone } from '#web/ui/toast.ts'
import { valuesOf } from '../configure/form.ts'
import { RelayChoice } from '../configure/RelayChoice.tsx'
import { useTakenNames } from '../configure/taken-names.ts'
import { SettingsFields } from '../keyset/SettingsFields.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import { type Draft, firstProblem, problemsOf, refusalOf, sizeOf } from '../keyset/settings.ts'
import { AppChoice, PackageWait } from '../PackageParts.tsx'
import { PACKAGE_TIMEOUT } from '../package-work.ts'
import type { Dealt, OldShares } from './flow.ts'

export interface DealSettingsProps {
  env: EnvAnswer
  decoders: Decoders
  old: OldShares
  onDealt(dealt: Dealt): void
  onBack(): void
  onLeave(): void
}

/** What the new shares will be. Sending this deals them, but does not save them. */
export function DealSettings(props: DealSettingsProps) {
  const { env, decoders, old, onDealt, onBack, onLeave } = props
  const [draft, setDraft] = useState<Draft>(() => ({
    name: valuesOf(env).name,
    threshold: String(Math.max(2, old.threshold)),
    totalMembers: String(Math.max(2, old.members)),
    secretKey: null,
  }))
  const [relays, setRelays] = useState<readonly string[]>(() => valuesOf(env).relays)
  const [packageForm, setPackageForm] = useState<PackageForm>('current')
  const deal = useDealKeyset(old)
  // The keyset's own records keep its name.
  const taken = useTakenNames(old).filter((name) => name !== env.GROUP_NAME)

  const problems = problemsOf(draft, '2026', taken, decoders)
  const refusal = refusalOf(deal.error)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (deal.isPending) return
    const wrong = firstProblem(problems)
    if (wrong !== undefined) return focusField(event.currentTarget, wrong)
    deal.mutate(
      { name: draft.name.trim(), ...sizeOf(draft), relays: [...relays], form: packageForm },
      {
        onSuccess: (dealt) => {
          toastDone(texts.dealt)
          onDealt(dealt)
        },
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <StepHeading title={texts.settingsTitle} lead={texts.settingsLead} />
      <SettingsFields
        draft={draft}
        onChange={(changes) => {
          setDraft({ ...draft, ...changes })
          if (deal.isError) deal.reset()
        }}
        problems={problems}
        shown={(field) => refusal?.[field] ?? problems[field]}
        disabled={deal.isPending}
      />
      <div className="mt-4">
        <RelayChoice relays={relays} onChange={setRelays} error={null} />
        <p className="mt-1 text-sm text-ink-3">{texts.relaysNeeded}</p>
      </div>
      <AppChoice form={packageForm} onChange={setPackageForm} />
      <FormFailure
        text={deal.error && refusal === null ? texts.failed(reasonOf(deal.error)) : null}
        className="mt-4"
      />
      <PackageWait
        isWaiting={deal.isPending}
        form={packageForm}
        count={sizeOf(draft).totalMembers - 1}
      />
      <StepButtons onLeave={onLeave} onBack={onBack}>
        <Button type="submit" kind="primary" aria-disabled={deal.isPending}>
          {deal.isPending ? texts.dealing : texts.deal}
        </Button>
      </StepButtons>
    </form>
  )
}

type DealOrder = Omit<DealRequest, 'groupCredential' | 'shareCredentials'>

async function dealKeyset(old: OldShares, order: DealOrder): Promise<Dealt> {
  const { groupCredential, shareCredentials } = old
  const request = { ...order, groupCredential, shareCredentials: [...shareCredentials] }
  // One package is made after the other.
  const timeout = PACKAGE_TIMEOUT * order.totalMembers
  const answer = await post<DealAnswer>('/api/keyset/deal', request, { timeout })
  const isAsAsked = answer.npub === old.npub && answer.packages.length === order.totalMembers - 1
  if (!isAsAsked) throw new Error(texts.unreadable)
  const { name, threshold, relays } = order
  return { ...answer, name, threshold, relays }
}

/** Has the server deal new shares of the key. Neither old nor new ones stay in the cache. */
const useDealKeyset = (old: OldShares) =>
  useMutation({ mutationFn: (order: DealOrder) => dealKeyset(old, order), gcTime: 0 })
