import { access as texts } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'

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
