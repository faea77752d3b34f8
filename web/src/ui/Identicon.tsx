import { Link2 } from 'lucide-react'
import { cx } from './cx.ts'
import { IDENTICON_SIZE, identiconOf } from './identicon.ts'

export interface IdenticonProps {
  /** x-only, hex; undefined: it is not known yet. */
  pubkey: string | undefined
  large?: boolean
}

/** A key as a figure. Decoration: the key itself, or a name, stands beside it. */
export function Identicon({ pubkey, large }: IdenticonProps) {
  const size = large ? 'size-12' : 'size-9'
  if (pubkey === undefined) {
    return (
      <span
        aria-hidden
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-md border border-dashed border-edge text-ink-3',
          size,
        )}
      >
        <Link2 size={large ? 20 : 16} strokeWidth={1.8} />
      </span>
    )
  }
  const { cells, hue } = identiconOf(pubkey)
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${IDENTICON_SIZE + 2} ${IDENTICON_SIZE + 2}`}
      shapeRendering="crispEdges"
      className={cx('shrink-0 rounded-md border border-line bg-sunken', size)}
    >
      {/* A middle lightness is seen on light and on dark grounds. */}
      <path d={cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')} fill={`hsl(${hue} 52% 48%)`} />
    </svg>
  )
}
