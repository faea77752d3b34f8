import { Eye, EyeOff, QrCode } from 'lucide-react'
import { useState } from 'react'
import { common, keyset as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

export interface SecretTextProps {
  label: string
  /** A short fact at the end of the label's line. */
  fact?: string
  /** Its name, as in `Copy share 2`. */
  what: string
  text: string
  /** Without this, there is no QR code. */
  onQr?: () => void
}

const MASK = '•'.repeat(40)

/**
 * A credential to hand out, masked until shown. Not a form field, because browsers offer to save
 * what is in a password field.
 */
export function SecretText({ label, fact, what, text, onQr }: SecretTextProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="mb-4">
      <p className="mb-1.5 flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{label}</span>
        {fact && <span className="ml-auto text-xs text-ink-3">{fact}</span>}
      </p>
      <div className="rounded-md border border-edge bg-sunken">
        <div className="flex min-h-9 max-sm:min-h-10 items-center gap-0.5 pr-1 pl-2.5">
          <p className="min-w-0 flex-1 truncate text-clip text-ink-2">
            {shown ? (
              texts.length(text.length)
            ) : (
              <>
                <span className="sr-only">{texts.hidden}</span>
                <span aria-hidden>{MASK}</span>
              </>
            )}
          </p>
          <CopyButton text={text} what={what} />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? common.hide(what) : common.show(what)}
            onClick={() => setShown(!shown)}
          />
          {onQr && <IconButton icon={QrCode} label={texts.qrTitle(what)} onClick={onQr} />}
        </div>
        {shown && (
          <p className="border-t border-line px-2.5 py-2 font-mono text-mono break-all">{text}</p>
        )}
      </div>
    </div>
  )
}
