import type { GenerationName } from '../contract/generations.ts'

/** What is written down of every key exchange that a peer is given our part of. */
export interface ExchangeRecord {
  /** Of the protocol. */
  generation: GenerationName
  /** X-only key of the peer that asked. */
  peer: string
  /** The keys that the group's key is exchanged with, x-only, hex. */
  keys: string[]
  /** Milliseconds. */
  took: number
}
