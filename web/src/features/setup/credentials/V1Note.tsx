import { useState } from 'react'
import { lazyPart } from '#web/lib/load-part.ts'
import { signer as texts } from '#web/texts/texts.ts'
import { Note } from '#web/ui/Note.tsx'
import { PartFrame } from '#web/ui/PartFrame.tsx'
import { usePlaces } from '../../home/places.ts'
import { useSettings } from '../../signer/protocol-settings.ts'

const V1Dialog = lazyPart(() => import('./V1Dialog.tsx'))

export interface V1NoteProps {
  /** The warning as long as 1.x is answered; by default, one about the whole keyset. */
  warning?: string
}

/** What 1.x means for this keyset: a warning as long as it is answered. */
export function V1Note({ warning = texts.firstGeneration }: V1NoteProps) {
  const { onMove } = usePlaces()
  const [open, setOpen] = useState(false)
  const isRefused = useSettings().data?.firstGeneration === 'refuse'
  return (
    <Note kind={isRefused ? 'info' : 'warn'}>
      {isRefused ? texts.firstGenerationRefused : warning}{' '}
      <span className="inline-flex flex-wrap gap-x-4">
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={LINK}>
          {texts.whatThisMeans}
        </button>
        <button type="button" onClick={onMove} className={LINK}>
          {texts.move}
        </button>
      </span>
      {open && (
        <PartFrame>
          <V1Dialog onClose={() => setOpen(false)} onMove={onMove} />
        </PartFrame>
      )}
    </Note>
  )
}

const LINK =
  'max-sm:min-h-10 rounded-sm font-semibold text-ink underline decoration-current/40 underline-offset-2 hover:decoration-current'
