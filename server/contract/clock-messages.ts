/** What is said of clocks. `span` is a time as `shortSpan` has it, which reads the same in every language. */
export const clock = {
  setBack: (span: string) =>
    `This server's clock was set back by ${span}. Relays were asked anew, and signing goes on.`,
  setForward: (span: string) =>
    `This server's clock was set forward by ${span}, or the machine has slept. Relays were asked anew.`,
  ahead: (span: string) =>
    `This server's clock is wrong: ${span} ahead of those of its devices and relays, which may refuse its messages. ` +
    'Set it right, and have it kept so (NTP).',
  behind: (span: string) =>
    `This server's clock is wrong: ${span} behind those of its devices and relays, which may refuse its messages. ` +
    'Set it right, and have it kept so (NTP).',
  right: "This server's clock agrees with those of its devices and relays again.",
} as const

/** A time in a few characters: `90 s`, `45 min`, `26 h`. @param ms milliseconds */
export function shortSpan(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
