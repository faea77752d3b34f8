import { EXCHANGE_WORK } from './ecdh-proof.ts'
import { V1_WORK, type V1Keys } from './v1/jobs.ts'
import { V2_WORK, type V2Keys } from './v2/jobs.ts'

/** The curve work of both generations, for whoever runs it. */

/** What jobs work with; it stays the same as long as a node lives. */
export interface WorkKeys {
  v1?: V1Keys
  v2?: V2Keys
}

const WORK = { ...EXCHANGE_WORK, ...V1_WORK, ...V2_WORK }
type Work = typeof WORK
export type WorkKind = keyof Work
export type WorkInput<K extends WorkKind> = Parameters<Work[K]>[1]
export type WorkOutput<K extends WorkKind> =
  ReturnType<Work[K]> extends Generator<void, infer T> ? T : never

/** A job that has not begun. @throws when it takes keys of a generation and there are none */
export function workSteps<K extends WorkKind>(
  kind: K,
  { v1, v2 }: WorkKeys,
  input: WorkInput<K>,
): Generator<void, WorkOutput<K>> {
  const keys = kind in V2_WORK ? v2 : v1
  if (keys === undefined && !(kind in EXCHANGE_WORK)) throw new Error('no keys for this work')
  return (WORK[kind] as (keys: unknown, input: WorkInput<K>) => Generator<void, WorkOutput<K>>)(
    keys,
    input,
  )
}
