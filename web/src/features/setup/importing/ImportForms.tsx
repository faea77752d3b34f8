import { Check, Minus } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import type { ImportReport } from '#contract/import.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import type { Failure } from '#contract/message.ts'
import type { Scope } from '#contract/scopes.ts'
import { imports, importing as texts } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choices } from '#web/ui/Choices.tsx'
import { Confirmation } from '#web/ui/Confirmation.tsx'
import { FormFailure } from '#web/ui/FormFailure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { IdentityWords } from '../../home/Identity.tsx'
import { FileField } from '../../settings/FileField.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import type { IglooFiles } from './send-igloo.ts'

export interface FilesFormProps {
  problem: string | null
  isPending: boolean
  /** Called when something else is chosen: an earlier problem no longer counts. */
  onChange(): void
  onFiles(files: IglooFiles): void
  onCancel(): void
}

type Way = (typeof texts.ways)[number]['value']
const MIB = 1_048_576

/** The files of an igloo-server, as they lie in its folder. */
export function FilesForm({ problem, isPending, onChange, onFiles, onCancel }: FilesFormProps) {
  const [way, setWay] = useState<Way>('database')
  const [database, setDatabase] = useState<File | null>(null)
  const [environment, setEnvironment] = useState('')
  const [second, setSecond] = useState<File | null>(null)
  const [missing, setMissing] = useState<string | null>(null)

  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setMissing(null)
      onChange()
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = environment.trim() === '' ? null : new Blob([environment])
    const first = way === 'database' ? database : text
    if (first === null) setMissing(way === 'database' ? texts.noFile : texts.noText)
    else if (first.size + (second?.size ?? 0) > IMPORT_BYTES_MAX) {
      setMissing(imports.tooLarge(IMPORT_BYTES_MAX / MIB))
    } else onFiles({ first, second })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4" autoComplete="off">
      <StepHeading title={texts.filesTitle} lead={texts.filesLead} />
      <Choices
        legend={texts.way}
        choices={texts.ways}
        value={way}
        onChange={(chosen) => {
          // The other way's fields begin empty.
          setDatabase(null)
          setSecond(null)
          changed(setWay)(chosen)
        }}
      />
      {way === 'database' ? (
        <>
          <FileField label={texts.database} onFile={changed(setDatabase)} error={missing} />
          <FileField key="log" label={texts.log} onFile={changed(setSecond)} error={null} />
        </>
      ) : (
        <>
          <TextArea
            label={texts.environment}
            value={environment}
            onText={changed(setEnvironment)}
            error={missing}
          />
          <FileField
            key="policies"
            label={texts.policies}
            onFile={changed(setSecond)}
            error={null}
          />
        </>
      )}
      <FormFailure text={problem} />
      <StepButtons onLeave={onCancel}>
        <Button type="submit" kind="primary" aria-disabled={isPending}>
          {isPending ? texts.reading : texts.next}
        </Button>
      </StepButtons>
    </form>
  )
}

interface TextAreaProps {
  label: string
  value: string
  onText(value: string): void
  error: string | null
}

function TextArea({ label, value, onText, error }: TextAreaProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex min-h-6 items-center font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={6}
        value={value}
        onChange={({ target }) => onText(target.value)}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        className="block w-full rounded-md border border-edge bg-sunken px-2.5 py-1.5 font-mono text-mono"
      />
      <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}

export interface PasswordFormProps {
  /** Those who have a share; at least one. */
  users: readonly string[]
  problem: string | null
  isPending: boolean
  onChange(): void
  onPassword(user: string, password: string): void
  onBack(): void
}

/** Whose share it is, and the password that opens it. */
export function PasswordForm(props: PasswordFormProps) {
  const { users, problem, isPending, onChange, onPassword, onBack } = props
  const [user, setUser] = useState(users[0] ?? '')
  const [password, setPassword] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '') onPassword(user, password)
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4" autoComplete="off">
      <StepHeading title={texts.passwordTitle} lead={texts.passwordLead} />
      <Select
        label={texts.user}
        value={user}
        options={users.map((name) => ({ value: name, text: name }))}
        onChange={setUser}
      />
      <SecretField
        label={texts.password}
        value={password}
        onText={(text) => {
          setPassword(text)
          onChange()
        }}
      />
      <FormFailure text={problem} />
      <StepButtons onBack={onBack}>
        <Button type="submit" kind="primary" disabled={password === ''} aria-disabled={isPending}>
          {isPending ? texts.reading : texts.look}
        </Button>
      </StepButtons>
    </form>
  )
}

export interface ReportFormProps {
  report: ImportReport
  /** The scope that API keys get; undefined: the one that they had. */
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
      <Items title={texts.comes} items={report.comesMessages} isComing />
      <Items title={texts.stays} items={report.staysMessages} />
      {report.apiKeys > 0 && (
        <Select
          label={texts.scope}
          value={scope ?? SAME}
          options={SCOPES.map((value) => ({ value, text: texts.scopes[value] }))}
          onChange={(value) => onScope(value === SAME ? undefined : value)}
        />
      )}
      <Note kind="warn">{report.warningMessages.map(translateMessage).join(' ')}</Note>
      <Confirmation text={texts.stopped} checked={isStopped} onChange={setStopped} />
      <FormFailure text={problem} />
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
  items: readonly Failure[]
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
          <li key={item.error} className="flex gap-2">
            <Icon
              size={15}
              strokeWidth={2}
              aria-hidden
              className={isComing ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-ink-3'}
            />
            <span className="min-w-0 wrap-anywhere">{translateMessage(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
