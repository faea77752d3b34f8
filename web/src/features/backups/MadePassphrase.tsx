import { backups } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

const texts = backups.download

export interface MadePassphraseProps {
  passphrase: string
  kept: boolean
  /** The file that was made with it; null: none yet. */
  opens: string | null
  onKept(kept: boolean): void
}

/** A passphrase made here, shown until another one is asked for; the owner confirms keeping it. */
export function MadePassphrase({ passphrase, kept, opens, onKept }: MadePassphraseProps) {
  return (
    <div className="rounded-md border border-line px-3 py-2.5">
      <p className="font-medium">{texts.made}</p>
      <p className="mt-1.5 flex items-center gap-1 rounded-md border border-edge bg-sunken pr-1 pl-2.5">
        <span className="min-w-0 flex-1 py-1.5 font-mono text-mono break-all">{passphrase}</span>
        <CopyButton text={passphrase} what={texts.madeWhat} />
      </p>
      {opens !== null && <p className="mt-2 font-medium break-all">{texts.opens(opens)}</p>}
      <p className="mt-2 text-sm text-ink-2">{texts.madeLead}</p>
      <label className="touch mt-2.5 flex w-fit items-start gap-2.5">
        <input
          type="checkbox"
          checked={kept}
          onChange={(event) => onKept(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ice"
        />
        {texts.kept}
      </label>
    </div>
  )
}
