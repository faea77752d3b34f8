import { useEffect, useId, useRef, useState } from 'react'
import type { ApiKeyCreated } from '#contract/auth.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { access, common } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

const texts = access.newKey

export interface NewKeyShownProps {
  made: ApiKeyCreated
  onKept(): void
}

/** Shows an API key, this one time, until somebody confirms that they have it. */
export function NewKeyShown({ made, onKept }: NewKeyShownProps) {
  const [kept, setKept] = useState(false)
  const shown = useRef<HTMLOutputElement>(null)
  const id = useId()

  useUnloadGuard(!kept)
  // The form that made the key is gone from the page, and focus with it.
  useEffect(() => shown.current?.focus(), [])

  return (
    <>
      <p className="mb-3 text-ink-2">{texts.keepLead(made.name)}</p>
      <div className="mb-4 flex items-center gap-1 rounded-md border border-edge bg-sunken py-1 pr-1 pl-3">
        <output
          ref={shown}
          tabIndex={-1}
          aria-label={texts.what}
          className="min-w-0 flex-1 font-mono text-mono break-all select-all"
        >
          {made.key}
        </output>
        <CopyButton text={made.key} what={texts.what} />
      </div>
      <label htmlFor={id} className="touch mb-4 flex w-fit items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ice"
        />
        {texts.kept}
      </label>
      <div className="flex justify-end">
        <Button kind="primary" disabled={!kept} onClick={onKept}>
          {common.done}
        </Button>
      </div>
    </>
  )
}
