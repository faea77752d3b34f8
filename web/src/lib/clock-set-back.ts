/** What clocks are corrected by without anybody noticing. Milliseconds. */
const UNNOTICED = 1_000

/**
 * Whether the clock of who wrote them was set back between two entries, of which the order of writing is
 * known: ISO dates.
 */
export const wasSetBack = (earlier: string, later: string): boolean =>
  Date.parse(earlier) - Date.parse(later) > UNNOTICED
