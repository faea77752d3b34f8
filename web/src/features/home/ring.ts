/** Degrees; a segment's round ends take up most of it. */
const GAP = 24
/** With more segments than this there is no room for round ends. */
const ROUND_MAX = 8
const NARROW_GAP = 8

interface RingShape {
  /** SVG path data, one a segment, clockwise from the top. */
  segments: string[]
  /** How segments end. */
  cap: 'round' | 'butt'
}

/**
 * A ring of equal segments.
 *
 * @param count at least 1
 * @param centre x and y of the ring's middle
 */
export function ringOf(
  count: number,
  { centre, radius }: { centre: number; radius: number },
): RingShape {
  const cap = count <= ROUND_MAX ? 'round' : 'butt'
  const gap = count === 1 ? 0 : cap === 'round' ? GAP : NARROW_GAP
  const span = 360 / count
  const at = (degrees: number): string => {
    const angle = ((degrees - 90) * Math.PI) / 180
    return `${round(centre + radius * Math.cos(angle))} ${round(centre + radius * Math.sin(angle))}`
  }
  const arc = (from: number, to: number): string =>
    `A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`
  const segments = Array.from({ length: count }, (_, place) => {
    const from = place * span + gap / 2
    const to = (place + 1) * span - gap / 2
    // An arc that ends where it begins is not drawn, so a whole ring is two arcs.
    if (count === 1) return `M${at(from)}${arc(from, 180)}${arc(180, to)}`
    return `M${at(from)}${arc(from, to)}`
  })
  return { segments, cap }
}

const round = (value: number): number => Math.round(value * 100) / 100
