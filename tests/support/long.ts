/** Whether loops run whole, and cases that take minutes too: `npm test -- --long`. */
export const isLong = process.env['FLOE_TEST_LONG'] === '1'

/** How often a loop runs: so often every time, and so often in a long run. */
export const rounds = (always: number, whenLong: number): number => (isLong ? whenLong : always)
