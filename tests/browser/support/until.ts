import { until as untilWithin } from '../../support/until.ts'

/** As elsewhere, but asks less often: to ask a page costs both processes milliseconds. */
export const until: typeof untilWithin = (condition, options) =>
  untilWithin(condition, { interval: 50, ...options })
