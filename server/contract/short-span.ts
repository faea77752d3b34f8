/** A time in a few characters: `90 s`, `45 min`, `26 h`. @param ms milliseconds */
export function shortSpan(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
