import type { SecretNonce } from '../../frostr/gen2/frost.ts'
import type { Nonce } from '../../frostr/gen2/messages.ts'

/** A nonce of ours, as it is kept. */
export interface KeptNonce {
  nonce: SecretNonce
  /**
   * Made since this process started. One that was not may have been spent in a time that a copy of
   * the data folder, put back behind our back, knows nothing of: it counts only once its peer has
   * reported, since the start, that it still holds it.
   */
  madeSinceStart: boolean
}

/** A request that was seen. It is no new one up to and including `until`, Unix seconds. */
export interface SeenRequest {
  author: string
  requestId: string
  until: number
}

/** What has changed of a peer's nonces. */
export interface PeerNonceChange {
  /** Those that we hold now, in place of those before. */
  held: readonly Nonce[]
  /** Codes that join those that we have used. */
  used: readonly string[]
  /** Codes that leave them. */
  unused?: readonly string[]
}

/**
 * What has to outlast a restart of the nonces between us and our peers, for one share of one group.
 * Peers are x-only keys. Everything throws when it can't be read or written: then nothing that rests
 * on it may be computed, advertised or sent.
 */
export interface NonceStore {
  /** Ours that are kept for this peer, which alone may use them. */
  unspent(peer: string): KeptNonce[]
  /** Keeps new ones: on the disk when it returns, so that they may be advertised. */
  add(peer: string, nonces: readonly SecretNonce[]): void
  /**
   * Deletes the nonces of a session, all in one transaction. Nothing may be computed with them
   * before it has returned true: then they are gone from the disk.
   *
   * @returns false, and nothing has changed, when one of them is not kept for this peer, or is named
   *   twice: what the caller has in memory is then no longer what is kept, and `unspent` is
   */
  spend(peer: string, codes: readonly string[]): boolean
  /** The peer's that we hold, and those that we have used; both oldest first. */
  peerNonces(peer: string): { held: readonly Nonce[]; used: readonly string[] }
  /**
   * Keeps what has changed of them, of those used the newest NONCES_USED_KEPT at least. To be called before a session that uses one of them leaves:
   * a crash of the process then loses nothing. A power cut may lose the last of it, which costs a
   * refused session.
   */
  keepPeerNonces(peer: string, change: PeerNonceChange): void
  /**
   * Takes note of a request that will spend nonces, or be settled: it is known from now on, until the
   * process ends.
   *
   * @param now Unix seconds
   * @returns whether it is a new one
   */
  note(request: SeenRequest, now: number): boolean
  /**
   * Writes a request down that was noted and has spent nothing; as lasting as `keepPeerNonces`.
   *
   * @param now Unix seconds
   */
  settle(request: Omit<SeenRequest, 'until'>, now: number): void
  /** Forgets a request that was noted, and is not written down: it is a new one again. */
  release(request: Omit<SeenRequest, 'until'>): void
  /**
   * Takes note of a request and writes it at once; as lasting as `keepPeerNonces`.
   *
   * @param now Unix seconds
   * @returns whether it is a new one
   */
  remember(request: SeenRequest, now: number): boolean
}
