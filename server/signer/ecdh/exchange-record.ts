import type { ProtocolName } from '#contract/protocols.ts'

/** What is recorded of every key exchange in which a peer gets our part. */
export interface ExchangeRecord {
  /** The protocol's generation. */
  generation: ProtocolName
  /** X-only key of the peer that asked. */
  peer: string
  /** The keys that the group's key is exchanged with, x-only, hex. */
  keys: string[]
  /** What has allowed it (`reasonName`). */
  by: string
  /** Milliseconds. */
  took: number
}
