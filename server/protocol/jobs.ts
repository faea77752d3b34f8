import { ECDH_PROOF_JOBS } from './ecdh-proof.ts'
import type { V2Pair } from './keyset.ts'
import { V1_JOBS, type V1Keys } from './v1/jobs.ts'
import { V2_JOBS } from './v2/jobs.ts'

/*
 * The signer's curve computations as jobs. A job is a generator that handles one hash, or another
 * indivisible piece, between two `yield`s, so that its runner decides when to let others run. Input and
 * output are plain data (structured clone), because a job may run in the worker thread.
 */

/** What jobs compute with; it stays the same as long as a signer lives. */
export interface JobKeys {
  v1?: V1Keys
  v2?: V2Pair
}

const JOBS = { ...ECDH_PROOF_JOBS, ...V1_JOBS, ...V2_JOBS }
type Jobs = typeof JOBS
export type JobKind = keyof Jobs
export type JobInput<K extends JobKind> = Parameters<Jobs[K]>[1]
export type JobOutput<K extends JobKind> =
  ReturnType<Jobs[K]> extends Generator<void, infer T> ? T : never

/** Creates a job, which runs when it is iterated. @throws when its protocol has no keys here */
export function createJob<K extends JobKind>(
  kind: K,
  { v1, v2 }: JobKeys,
  input: JobInput<K>,
): Generator<void, JobOutput<K>> {
  const keys = kind in V2_JOBS ? v2 : v1
  if (keys === undefined && !(kind in ECDH_PROOF_JOBS)) throw new Error('no keys for this job')
  return (JOBS[kind] as (keys: unknown, input: JobInput<K>) => Generator<void, JobOutput<K>>)(
    keys,
    input,
  )
}
