import { home as texts } from '../../texts/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WordsAndNpub } from './Identity.tsx'

export interface NpubDialogProps {
  name: string
  npub: string
  onClose(): void
}

/** Pixels. */
const WIDTH = 280

/** The identity's public key, to be scanned, compared and copied. */
export default function NpubDialog({ name, npub, onClose }: NpubDialogProps) {
  return (
    <Dialog open onClose={onClose} title={texts.npubTitle(name)} description={texts.npubLead}>
      <QrCode text={`nostr:${npub}`} label={texts.qr} width={WIDTH} />
      <div className="mt-3">
        <WordsAndNpub npub={npub} />
      </div>
    </Dialog>
  )
}
