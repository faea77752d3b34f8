import type { EventFrame } from '../../../../server/contract/events.ts'

/** Entries that say that the four settings were saved or deleted. */
export const changesSettings = ({ data }: EventFrame): boolean =>
  typeof data === 'object' && data !== null && 'settings' in data
