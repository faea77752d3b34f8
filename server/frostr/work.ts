/** The curve work of both generations, for whoever runs it. */
import { NEXT_WORK, type NextKeys } from './next/work.ts'
import { V1_WORK, type V1Keys } from './v1/work.ts'

/** What jobs are done with, and stays the same as long as a node lives. */
export interface WorkKeys {
  v1?: V1Keys
  next?: NextKeys
}

const WORK = { ...V1_WORK, ...NEXT_WORK }
type Work = typeof WORK
export type WorkKind = keyof Work
export type WorkInput<K extends WorkKind> = Parameters<Work[K]>[1]
export type WorkOutput<K extends WorkKind> =
  ReturnType<Work[K]> extends Generator<void, infer T> ? T : never

/** A job that has not begun. @throws when there are no keys of its generation */
export function workSteps<K extends WorkKind>(
  kind: K,
  { v1, next }: WorkKeys,
  input: WorkInput<K>,
): Generator<void, WorkOutput<K>> {
  const keys = kind in NEXT_WORK ? next : v1
  if (keys === undefined) throw new Error('no keys for this work')
  return (WORK[kind] as (keys: unknown, input: WorkInput<K>) => Generator<void, WorkOutput<K>>)(
    keys,
    input,
  )
}
