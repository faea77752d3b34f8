import { encode } from 'uqr'

/** Light modules on each side, which scanners need to find a code (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** The least size of a module. Pixels. */
const MODULE_MIN = 3
/** From this many modules a side, a phone's camera must be held still. */
const DENSE = 120

/** What `QrCode` draws; byte mode and error correction L, which is enough for a clean screen. */
const codeOf = (text: string) => encode(text, { ecc: 'L', border: QUIET_ZONE })

/** Whether a text makes a code that is hard to scan. */
export const isDense = (text: string): boolean => codeOf(text).size >= DENSE

export interface QrCodeProps {
  text: string
  /** What it holds, for screen readers. */
  label: string
  /** Pixels. A module is as large as this allows, and never smaller than the least. */
  width: number
}

/** A QR code, dark on light in every theme: not every scanner reads one the other way round. */
export function QrCode({ text, label, width }: QrCodeProps) {
  const { data, size } = codeOf(text)
  const dark = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size * Math.max(MODULE_MIN, Math.floor(width / size))}
      shapeRendering="crispEdges"
      className="mx-auto block h-auto max-w-full rounded-sm"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
