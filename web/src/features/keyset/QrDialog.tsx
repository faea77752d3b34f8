import { keyset as texts } from '../../texts/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { isDense, QrCode } from '../../ui/QrCode.tsx'

/** What the code holds, and its name. */
export interface QrSubject {
  what: string
  text: string
}

/** Pixels. */
const WIDTH = 480

/**
 * A QR code over the page, where no other code can be scanned by mistake. In lower case, as the
 * decoders demand, so in byte mode.
 */
export function QrDialog({ what, text, onClose }: QrSubject & { onClose(): void }) {
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
