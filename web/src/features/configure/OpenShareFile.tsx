import { useRef, useState } from 'react'
import { PACKAGE_CHARS_MAX } from '../../../../server/contract/limits.ts'
import { importing as texts } from '../../../../server/contract/texts/importing.ts'
import { Button } from '../../ui/Button.tsx'

export interface OpenShareFileProps {
  /** @returns false: there is nothing in it */
  onText(text: string): boolean
}

/** Takes a share from a file: one that igloo-desktop or igloo-cli has saved, or any with credentials in it. */
export function OpenShareFile({ onText }: OpenShareFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(file: File | undefined) {
    if (file === undefined) return
    if (file.size > PACKAGE_CHARS_MAX) return setProblem(texts.fileTooLarge)
    setProblem(onText(await file.text()) ? null : texts.fileEmpty)
  }

  return (
    <fieldset
      aria-label={texts.openLabel}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
      className="rounded-md border border-dashed border-edge px-3.5 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-2">{texts.openLead}</p>
        <Button onClick={() => input.current?.click()}>{texts.open}</Button>
      </div>
      <input
        ref={input}
        type="file"
        aria-label={texts.open}
        className="hidden"
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <p role="alert" className="mt-1 text-sm text-bad empty:hidden">
        {problem}
      </p>
    </fieldset>
  )
}
