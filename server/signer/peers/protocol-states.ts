import { ownerWarning, request } from '#contract/messages.ts'
import type { ProtocolState } from '#contract/status.ts'

export interface ProtocolFacts {
  /** The credentials have what 1.x needs. */
  hasFirst: boolean
  /** The owner wants nothing signed in 1.x. */
  isFirstRefused: boolean
  /** Why nothing is signed in the 2026 generation; null when it is. */
  v2Problem: string | null
}

/**
 * In which generations we sign and ask for signatures, the oldest first, and why not in the others.
 */
export function protocolStates(facts: ProtocolFacts): ProtocolState[] {
  return [stateOf('1.x', firstProblem(facts)), stateOf('2026', facts.v2Problem)]
}

/** Why nothing can be signed, whoever is online; null when one generation is on. */
export function obstacleOf(states: readonly ProtocolState[]): string | null {
  if (states.some(({ on }) => on)) return null
  const isRefused = states.some(({ reason }) => reason === ownerWarning.firstGenerationRefused)
  return isRefused ? request.firstGenerationRefused : (states.at(-1)?.reason ?? null)
}

function firstProblem({ hasFirst, isFirstRefused }: ProtocolFacts): string | null {
  if (!hasFirst) return request.firstGenerationOff
  return isFirstRefused ? ownerWarning.firstGenerationRefused : null
}

const stateOf = (name: ProtocolState['name'], problem: string | null): ProtocolState => ({
  name,
  on: problem === null,
  ...(problem !== null && { reason: problem }),
})
