import { vitals } from '../vitals.ts'
import { doWork, type Work } from './work.ts'

export type SubjectKind = 'genuine' | 'floe'

export interface SubjectOptions {
  group: string
  share: string
  relays: string[]
  /** X-only keys of the members that do not run, and are not asked. */
  absent: string[]
  /** How many rules decide about what it is asked for, none of which forbids it; none by default. */
  rules?: number
  /** Where it keeps nonces: it then also speaks 2026, and asks for everything in it. */
  nonces?: string
}

/** A node under measurement; both kinds look alike. A call rejects when it fails. */
export interface Subject {
  ping(peer: string): Promise<void>
  /** One session, past the queue. Each hash 32 bytes, hex. */
  sign(hashes: string[]): Promise<void>
  /** Through the node's own queue, which gathers several into a session. */
  queue(hash: string): Promise<void>
  /** @param publicKey compressed, hex */
  ecdh(publicKey: string): Promise<void>
  /** Has a peer take it in: only in 2026. */
  onboard(peer: string): Promise<void>
}

export type SubjectCalls = ReturnType<typeof subjectCalls>

/** The calls that a subject's process serves. */
export const subjectCalls = (subject: Subject) => ({
  ...vitals(),
  work: (work: Work) => doWork(subject, work),
})
