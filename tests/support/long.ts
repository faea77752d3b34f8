import { type ProtocolName, protocolNames } from '#contract/protocols.ts'

/** Whether loops run at full length, and cases that take minutes run too: `npm test -- --long`. */
export const isLong = process.env['FLOE_TEST_LONG'] === '1'

/** How often a loop runs: normally, and in a long run. */
export const rounds = (always: number, whenLong: number): number => (isLong ? whenLong : always)

/**
 * The generations in which relay faults are tried. Connections know nothing of what they carry, so
 * normally one will do: 2026, in which a node can also lose nonces.
 */
export const faultyRelayGenerations: readonly ProtocolName[] = isLong ? protocolNames : ['2026']
