import { type GenerationName, generationNames } from '../../server/contract/generations.ts'

/** Whether loops run whole, and cases that take minutes too: `npm test -- --long`. */
export const isLong = process.env['FLOE_TEST_LONG'] === '1'

/** How often a loop runs: so often every time, and so often in a long run. */
export const rounds = (always: number, whenLong: number): number => (isLong ? whenLong : always)

/**
 * The generations in which faults of relays are tried. Connections know nothing of what they carry, so
 * every time one will do: that of 2026, in which a node has nonces to lose beside what 1.x has.
 */
export const faultyRelayGenerations: readonly GenerationName[] = isLong ? generationNames : ['2026']
