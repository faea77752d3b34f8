import { type ProtocolName, protocolNames } from '#contract/protocols.ts'

/** Whether loops run at full length, and cases that take minutes run too: `npm test -- --long`. */
export const isLong = process.env['FLOE_TEST_LONG'] === '1'

/** How often a loop runs: `always` normally, `whenLong` in a long run. */
export const rounds = (always: number, whenLong: number): number => (isLong ? whenLong : always)

/**
 * The protocols in which relay faults are tried. Connections know nothing of what they carry, so normally one
 * protocol is enough: 2026, in which a node can also lose nonces.
 */
export const faultyRelayGenerations: readonly ProtocolName[] = isLong ? protocolNames : ['2026']
