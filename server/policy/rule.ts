import type { Caller, Effect, Kinds, Limit, Operation, Whom } from '#contract/rules.ts'

/** A rule as the judge reads it. Times are Unix milliseconds. */
export interface Rule {
  id: number
  whom: Whom
  operation?: Operation | undefined
  kinds?: Kinds | undefined
  /** x-only. */
  counterparty?: string | undefined
  verdict: Effect
  limit?: Limit | undefined
  createdAt: number
  /** Null: for ever. */
  until: number | null
}

/** A caller as one text, for maps and rows. */
export const callerKey = ({ door, id }: Caller): string => `${door}:${id}`

export const isSameCaller = (a: Caller, b: Caller): boolean => a.door === b.door && a.id === b.id
