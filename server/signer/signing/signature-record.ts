import type { ProtocolName } from '#contract/protocols.ts'

/** What is recorded of every signature: by us for a peer, or by peers for us. */
export interface SignatureRecord {
  direction: 'given' | 'asked'
  /** The protocol's generation. */
  generation: ProtocolName
  /** X-only keys of the peers in the session. */
  peers: string[]
  sessionId: string
  hashes: string[]
  type: string
  /** The kinds of the events whose ids the hashes are, in their order, if a session names them. */
  kinds?: number[]
  outcome: 'ok' | 'failed'
  /** Given: what has allowed it (`reasonName`). */
  by?: string
  /** Milliseconds. */
  took: number
}
