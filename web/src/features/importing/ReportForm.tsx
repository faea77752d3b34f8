import { Check, Minus } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import type { ImportReport } from '#contract/import.ts'
import type { Scope } from '#contract/scopes.ts'
import { importing as texts } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { IdentityWords } from '../identity/IdentityWords.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { Problem } from './Problem.tsx'

export interface ReportFormProps {
  report: ImportReport
  /** Of API keys; undefined: as it was. */
  scope: Scope | undefined
  problem: string | null
  isPending: boolean
  onScope(scope: Scope | undefined): void
  onImport(): void
  onBack(): void
}

const SAME = 'same'
const SCOPES = ['same', 'read', 'sign', 'admin'] as const

/** What would come over and what would not, and the last question before it does. */
export function ReportForm(props: ReportFormProps) {
  const { report, scope, problem, isPending, onScope, onImport, onBack } = props
  const [isStopped, setStopped] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isStopped) onImport()
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <StepHeading title={texts.reportTitle} lead={texts.reportLead} />
      <div>
        <p className="font-medium">{texts.signsFor}</p>
        <IdentityWords npub={report.npub} />
        <p className="font-mono text-mono break-all text-ink-3">{report.npub}</p>
      </div>
      <Items title={texts.comes} items={report.comes} isComing />
      <Items title={texts.stays} items={report.stays} />
      {report.apiKeys > 0 && (
        <Select
          label={texts.scope}
          value={scope ?? SAME}
          options={SCOPES.map((value) => ({ value, text: texts.scopes[value] }))}
          onChange={(value) => onScope(value === SAME ? undefined : value)}
        />
      )}
      <Note kind="warn">{report.warnings.map(told).join(' ')}</Note>
      <Confirmation text={texts.stopped} checked={isStopped} onChange={setStopped} />
      <Problem text={problem} />
      <StepButtons onBack={onBack}>
        <Button type="submit" kind="primary" disabled={!isStopped} aria-disabled={isPending}>
          {isPending ? texts.submitting : texts.submit}
        </Button>
      </StepButtons>
    </form>
  )
}

interface ItemsProps {
  title: string
  items: readonly string[]
  isComing?: boolean
}

function Items({ title, items, isComing = false }: ItemsProps) {
  const id = useId()
  if (items.length === 0) return null
  const Icon = isComing ? Check : Minus
  return (
    <section>
      <h4 id={id} className="mb-1.5 font-medium">
        {title}
      </h4>
      <ul aria-labelledby={id} className="grid gap-1 text-sm text-ink-2">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            <Icon
              size={15}
              strokeWidth={2}
              aria-hidden
              className={isComing ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-ink-3'}
            />
            <span className="min-w-0 wrap-anywhere">{told(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
