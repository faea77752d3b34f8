import type { EventFrame } from '#contract/events.ts'

/** Entries that say that any of the four credentials was saved or deleted. */
export const changesSettings = ({ data }: EventFrame): boolean =>
  typeof data === 'object' && data !== null && 'settings' in data
