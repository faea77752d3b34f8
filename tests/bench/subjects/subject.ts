import { vitals } from '../vitals.ts'
import { doWork, type Work } from './work.ts'

export type SubjectKind = 'genuine' | 'floe'

export interface SubjectOptions {
  group: string
  share: string
  relays: string[]
  /** X-only keys of the members that do not run: they are not asked. */
  absent: string[]
  /** Where it keeps nonces: it then also speaks the 2026 generation, and asks for all in that. */
  nonces?: string
}

/** A node under measurement; both kinds look alike. Each call rejects when it fails. */
export interface Subject {
  ping(peer: string): Promise<void>
  /** One session, past the queue. Each hash 32 bytes, hex. */
  sign(hashes: string[]): Promise<void>
  /** By way of the node's own queue, which makes sessions of several. */
  queue(hash: string): Promise<void>
  /** @param publicKey compressed, hex */
  ecdh(publicKey: string): Promise<void>
  /** Has itself taken in by a peer: of the 2026 generation alone. */
  onboard(peer: string): Promise<void>
}

export type SubjectCalls = ReturnType<typeof subjectCalls>

/** What the process of a subject can be called for. */
export const subjectCalls = (subject: Subject) => ({
  ...vitals(),
  work: (work: Work) => doWork(subject, work),
})
