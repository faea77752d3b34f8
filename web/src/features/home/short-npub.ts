/** An npub as people compare it at a glance: `npub1q8x…7rk2`. */
export const shortNpub = (npub: string): string => `${npub.slice(0, 8)}…${npub.slice(-4)}`
