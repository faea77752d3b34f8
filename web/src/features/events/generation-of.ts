import type { GenerationName } from '#contract/generations.ts'

const NAMES = ['1.x', '2026'] as const satisfies GenerationName[]

/** The generation of the protocol that an entry's data names, if it names one. */
export function generationOf(data: unknown): GenerationName | null {
  if (typeof data !== 'object' || data === null || !('generation' in data)) return null
  return NAMES.find((name) => name === data.generation) ?? null
}
