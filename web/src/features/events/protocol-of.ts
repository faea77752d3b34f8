import type { ProtocolName } from '#contract/protocols.ts'

const NAMES = ['1.x', '2026'] as const satisfies ProtocolName[]

/** The generation of the protocol that an entry's data names, if it names one. */
export function protocolOf(data: unknown): ProtocolName | null {
  if (typeof data !== 'object' || data === null || !('generation' in data)) return null
  return NAMES.find((name) => name === data.generation) ?? null
}
