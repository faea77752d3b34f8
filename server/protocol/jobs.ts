import { ECDH_PROOF_JOBS } from './ecdh-proof.ts'
import { V1_JOBS, type V1Keys } from './v1/jobs.ts'
import { V2_JOBS, type V2Keys } from './v2/jobs.ts'

/** The curve work of both generations, for whoever runs it. */

/** What jobs work with; it stays the same as long as a node lives. */
export interface JobKeys {
  v1?: V1Keys
  v2?: V2Keys
}

const WORK = { ...ECDH_PROOF_JOBS, ...V1_JOBS, ...V2_JOBS }
type Work = typeof WORK
export type JobKind = keyof Work
export type JobInput<K extends JobKind> = Parameters<Work[K]>[1]
export type JobOutput<K extends JobKind> =
  ReturnType<Work[K]> extends Generator<void, infer T> ? T : never

/** A job that has not begun. @throws when it takes keys of a generation and there are none */
export function createJob<K extends JobKind>(
  kind: K,
  { v1, v2 }: JobKeys,
  input: JobInput<K>,
): Generator<void, JobOutput<K>> {
  const keys = kind in V2_JOBS ? v2 : v1
  if (keys === undefined && !(kind in ECDH_PROOF_JOBS)) throw new Error('no keys for this work')
  return (WORK[kind] as (keys: unknown, input: JobInput<K>) => Generator<void, JobOutput<K>>)(
    keys,
    input,
  )
}
