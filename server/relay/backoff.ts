/**
 * Delay before attempt number `attempt` (0 is the first retry): exponential with full jitter, so
 * that the clients of a relay that comes back don't all dial at the same instant.
 *
 * @returns milliseconds, between `floor` and min(max, base × 2^attempt)
 */
export function backoffDelay(
  attempt: number,
  { base, max, floor }: { base: number; max: number; floor: number },
  random: () => number,
): number {
  const ceiling = Math.min(max, base * 2 ** attempt)
  return Math.max(Math.min(floor, ceiling), Math.round(random() * ceiling))
}
