import { Download, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { download } from '#web/lib/download.ts'
import { useShown } from '#web/lib/hooks.ts'
import { keyset as texts } from '#web/texts/texts.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isDense, QrCode } from '#web/ui/QrCode.tsx'
import { ShowButton } from '#web/ui/SecretField.tsx'
import { toastDone } from '#web/ui/toast.ts'
import type { TextFile } from './share-file.ts'

export interface SecretTextProps {
  label: string
  /** A short fact at the end of the label's line. */
  fact?: string
  /** Its name, as in `Copy share 2`. */
  what: string
  text: string
  /** Whether it can also be shown as a QR code. */
  hasQr?: boolean
}

const MASK = '•'.repeat(40)

/**
 * A credential to hand out, masked until shown. Not a form field, because browsers offer to save
 * what is in a password field.
 */
export function SecretText({ label, fact, what, text, hasQr = false }: SecretTextProps) {
  const [shown, toggle] = useShown()
  const [isQrOpen, setQrOpen] = useState(false)
  return (
    <div className="mb-4">
      <p className="mb-1.5 flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{label}</span>
        {fact && <span className="ml-auto text-sm text-ink-3">{fact}</span>}
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
          <ShowButton what={what} shown={shown} onToggle={toggle} />
          {hasQr && (
            <IconButton icon={QrIcon} label={texts.qrTitle(what)} onClick={() => setQrOpen(true)} />
          )}
        </div>
        {shown && (
          <p className="border-t border-line px-2.5 py-2 font-mono text-mono break-all">{text}</p>
        )}
      </div>
      {isQrOpen && <QrDialog what={what} text={text} onClose={() => setQrOpen(false)} />}
    </div>
  )
}

/** Gives the browser a file to save, and says what it is called. */
export function saveFile({ name, content }: TextFile): void {
  download(name, content)
  toastDone(texts.downloaded(name))
}

export interface SaveButtonProps extends Omit<ButtonProps, 'onClick'> {
  file: TextFile
}

/** Saves the texts above it as a file. */
export const SaveButton = ({ file, children, ...button }: SaveButtonProps) => (
  <Button {...button} onClick={() => saveFile(file)}>
    <Download size={16} strokeWidth={1.8} aria-hidden />
    {children}
  </Button>
)

interface QrDialogProps {
  /** The name of what the code holds. */
  what: string
  text: string
  onClose(): void
}

/** Pixels. */
const WIDTH = 480

/**
 * A QR code over the page, where no other code can be scanned by mistake. In lower case, as the
 * decoders demand, so in byte mode.
 */
function QrDialog({ what, text, onClose }: QrDialogProps) {
  return (
    <Dialog open onClose={onClose} wide title={texts.qrTitle(what)} description={texts.qrLead}>
      {/* Its quiet zone needs no room around it. */}
      <div className="-mx-4">
        <QrCode text={text} label={texts.qrTitle(what)} width={WIDTH} />
      </div>
      {isDense(text) && <p className="mt-3 text-sm text-ink-2">{texts.qrDense}</p>}
    </Dialog>
  )
}

/** How many bytes the largest code holds, at error correction L (ISO/IEC 18004, version 40). */
const QR_BYTES_MAX = 2_953

/** Whether a credential, whose characters are a byte each, fits into one QR code. */
export const qrFits = (text: string): boolean => text.length <= QR_BYTES_MAX
