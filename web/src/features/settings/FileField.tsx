import { useId } from 'react'
import { cx } from '../../ui/cx.ts'

export interface FileFieldProps {
  label: string
  /** A line under the field, shown while nothing is wrong. */
  hint?: string
  onFile(file: File | null): void
  /** What is wrong with the file, or that it is missing. */
  error: string | null
}

/** A labelled field for one file on this device. */
export function FileField({ label, hint, onFile, error }: FileFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex min-h-6 items-center font-medium">
        {label}
      </label>
      <input
        id={id}
        type="file"
        aria-invalid={error !== null}
        aria-describedby={error !== null ? `${id}-error` : hint && `${id}-hint`}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        className={cx(
          'block min-h-9 max-sm:min-h-10 w-full rounded-md border bg-sunken text-sm text-ink-2',
          'file:mr-3 file:min-h-8.5 file:border-r file:border-edge file:bg-surface file:px-3 file:font-medium file:text-ink',
          error === null ? 'border-edge' : 'border-bad',
        )}
      />
      {hint !== undefined && error === null && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-3">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
