/** When a device or a relay was there, beside bars that show it. */
export const uptime = {
  /** @param percent of the time in which it was watched */
  share: (label: string, percent: number) => `${label}: there ${percent} % of the time`,
  always: (label: string) => `${label}: always there`,
  never: (label: string) => `${label}: never there`,
  unwatched: (label: string) => `${label}: nobody watched`,
} as const
