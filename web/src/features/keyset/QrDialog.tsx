import { encode } from 'uqr'
import { keyset as texts } from '../../../../server/contract/texts/keyset.ts'
import { Dialog } from '../../ui/Dialog.tsx'

/** What the code holds, and its name. */
export interface QrSubject {
  what: string
  text: string
}

/** Light modules on each side, which scanners need to find a code (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** Pixels. A module is as large as this width allows, and never smaller than the least. */
const WIDTH = 480
const MODULE_MIN = 3
/** From this many modules a side, a phone's camera must be held still. */
const DENSE = 120

/**
 * A QR code over the page, where no other code can be scanned by mistake. In lower case, as the
 * decoders demand, so in byte mode; with error correction L, which is enough for a clean screen and
 * keeps the modules large.
 */
export function QrDialog({ what, text, onClose }: QrSubject & { onClose(): void }) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_ZONE })
  const width = size * Math.max(MODULE_MIN, Math.floor(WIDTH / size))
  const dark = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <Dialog open onClose={onClose} wide title={texts.qrTitle(what)} description={texts.qrLead}>
      {/* Its quiet zone needs no room around it. */}
      <div className="-mx-4">
        <svg
          role="img"
          aria-label={texts.qrTitle(what)}
          viewBox={`0 0 ${size} ${size}`}
          width={width}
          shapeRendering="crispEdges"
          className="mx-auto block h-auto max-w-full rounded-sm"
        >
          {/* Dark on light in every theme: not every scanner reads a code the other way round. */}
          <rect width={size} height={size} fill="#fff" />
          <path d={dark.join('')} fill="#000" />
        </svg>
      </div>
      {size >= DENSE && <p className="mt-3 text-sm text-ink-2">{texts.qrDense}</p>}
    </Dialog>
  )
}
