import type { ReservedShare } from '#contract/reserved-shares.ts'

/** Whether a restore has not brought the share back, and no device has been met with it. */
export const isGone = ({ state, heardBefore }: ReservedShare): boolean =>
  state === 'lost' && !heardBefore
