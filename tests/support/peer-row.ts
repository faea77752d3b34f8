import type { Peer } from '#contract/peers.ts'

/** A peer of which nothing is known yet, as in the API's answer. */
export const unknownPeer = (pubkey: string): Peer => ({
  pubkey,
  member: 2,
  online: false,
  status: 'unknown',
  latencies: [],
  policy: { send: true, recv: true },
  allowSend: true,
  allowReceive: true,
  denied: [],
  heardIn2026: false,
  firstGenerationAllowed: false,
  partialSignatures: 0,
  generations: [],
})
