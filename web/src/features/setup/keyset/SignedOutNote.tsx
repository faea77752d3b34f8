import { access as texts } from '#web/texts/texts.ts'
import { Note } from '#web/ui/Note.tsx'

/** Shown on a guarded page, in place of the login screen. */
export function SignedOutNote() {
  return (
    <div role="alert">
      <Note kind="warn">
        <p className="font-medium text-ink">{texts.ended}</p>
        <p>{texts.endedKept}</p>
      </Note>
    </div>
  )
}
