import { type SubmitEvent, useId, useState } from 'react'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { imports, importing as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { FileField } from '../backups/FileField.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { Problem } from './Problem.tsx'
import type { IglooFiles } from './send-igloo.ts'

export interface FilesFormProps {
  problem: string | null
  isPending: boolean
  /** Something else is chosen: what was wrong before no longer counts. */
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
          // The second file of the other way is another one.
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
      <Problem text={problem} />
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
