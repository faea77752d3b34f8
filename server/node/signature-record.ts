import type { GenerationName } from '../contract/generations.ts'

/** What is written down of every signature: by us for a peer, or by peers for us. */
export interface SignatureRecord {
  direction: 'given' | 'asked'
  /** Of the protocol. */
  generation: GenerationName
  /** X-only keys of the peers in the session. */
  peers: string[]
  sessionId: string
  hashes: string[]
  type: string
  /** Of the events whose ids the hashes are, in their order, where a session says so. */
  kinds?: number[]
  outcome: 'ok' | 'failed'
  /** Milliseconds. */
  took: number
}
