import { Note } from '../../ui/Note.tsx'

interface FormFailureProps {
  what: string
  /** Why; null: it has not failed. */
  error: string | null
}

/** That what a form asked for was not done, and why. */
export const FormFailure = ({ what, error }: FormFailureProps) => (
  <div role="alert" className="empty:hidden">
    {error !== null && (
      <Note kind="bad">
        {what}: {error}
      </Note>
    )}
  </div>
)
