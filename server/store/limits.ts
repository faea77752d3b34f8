/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

// The 2026 generation of the protocol: messages, credentials, nonce pools.
export const GEN2_REPLAYS_PER_PEER_MAX = 2_048

// The server.
export const MAX_SHARE_RECORDS = 10
