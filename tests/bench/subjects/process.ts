import { join } from 'node:path'
import { type Remote, startRemote } from '../remote.ts'
import type { SubjectCalls, SubjectKind, SubjectOptions } from './subject.ts'

export interface SubjectProcess extends Remote<SubjectCalls> {
  /** X-only, hex. */
  pubkey: string
  /** Milliseconds from its start until it was ready. */
  startedIn: number
}

export async function startSubject(
  kind: SubjectKind,
  options: SubjectOptions,
): Promise<SubjectProcess> {
  const startedAt = performance.now()
  const program = join(import.meta.dirname, `${kind}.ts`)
  const { remote, ready: pubkey } = await startRemote<SubjectCalls, string>(program, options)
  return { ...remote, pubkey, startedIn: performance.now() - startedAt }
}
