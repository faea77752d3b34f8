/** Cells on each side. */
export const IDENTICON_SIZE = 5

/** A figure to distinguish keys at first sight. It proves nothing: similar ones can be searched for. */
interface IdenticonFigure {
  /** Cells in colour, as columns and rows from 0. */
  cells: readonly (readonly [x: number, y: number])[]
  /** Degrees on the colour wheel. */
  hue: number
}

/**
 * The figure of a key: mirrored left to right, because faces are remembered.
 *
 * @param key x-only, 64 characters of hex
 */
export function identiconOf(key: string): IdenticonFigure {
  const bytes = (key.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  const half = Math.ceil(IDENTICON_SIZE / 2)
  const cells = Array.from({ length: half * IDENTICON_SIZE }, (_, at) => at)
    // One bit of each byte but the first two, which give the hue.
    .filter((at) => ((bytes[at + 2] ?? 0) & 1) === 1)
    .flatMap((at) => {
      const x = at % half
      const y = Math.floor(at / half)
      const mirrored = IDENTICON_SIZE - 1 - x
      return mirrored === x ? [[x, y] as const] : [[x, y] as const, [mirrored, y] as const]
    })
  return { cells, hue: (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 360 }
}
