import type { Spare } from '#contract/spares.ts'

/** Whether a restore has not brought the share back, and no device has been met with it. */
export const isGone = ({ state, heardBefore }: Spare): boolean => state === 'lost' && !heardBefore
