/** The curve work of both generations, for whoever runs it. */

import { EXCHANGE_WORK } from './exchange-work.ts'
import { GEN1_WORK, type Gen1Keys } from './v1/work.ts'
import { GEN2_WORK, type Gen2Keys } from './v2/work.ts'

/** What jobs work with; it stays the same as long as a node lives. */
export interface WorkKeys {
  gen1?: Gen1Keys
  gen2?: Gen2Keys
}

const WORK = { ...EXCHANGE_WORK, ...GEN1_WORK, ...GEN2_WORK }
type Work = typeof WORK
export type WorkKind = keyof Work
export type WorkInput<K extends WorkKind> = Parameters<Work[K]>[1]
export type WorkOutput<K extends WorkKind> =
  ReturnType<Work[K]> extends Generator<void, infer T> ? T : never

/** A job that has not begun. @throws when it takes keys of a generation and there are none */
export function workSteps<K extends WorkKind>(
  kind: K,
  { gen1, gen2 }: WorkKeys,
  input: WorkInput<K>,
): Generator<void, WorkOutput<K>> {
  const keys = kind in GEN2_WORK ? gen2 : gen1
  if (keys === undefined && !(kind in EXCHANGE_WORK)) throw new Error('no keys for this work')
  return (WORK[kind] as (keys: unknown, input: WorkInput<K>) => Generator<void, WorkOutput<K>>)(
    keys,
    input,
  )
}
