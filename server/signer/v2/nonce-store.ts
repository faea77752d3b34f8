import { ownerWarning } from '#contract/codes.ts'
import type { Failure as Why } from '#contract/message.ts'
import { protocolTexts } from '#contract/messages.ts'
import { CodedError } from '#lib/errors.ts'
import type { SecretNonce } from '#protocol/v2/frost.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import type { Failure } from '../failure.ts'

export interface KeptNonce {
  nonce: SecretNonce
  /**
   * Made since this process started. An older nonce may be spent already, if the data folder is an
   * older copy that was put back unnoticed. So it counts only once its peer has reported, since the
   * start, that it still holds it.
   */
  madeSinceStart: boolean
}

/** A request that was seen. It counts as known up to and including `until`, Unix seconds. */
export interface SeenRequest {
  author: string
  requestId: string
  until: number
}

export interface PeerNonceChange {
  /** The nonces that we hold now, replacing the previous ones. */
  held: readonly Nonce[]
  /** Codes to add to those that we have used. */
  used: readonly string[]
  /** Codes to remove from the used ones. */
  unused?: readonly string[]
  /** The id of the pool of the held nonces, if it has changed; null when it is no longer known. */
  poolId?: string | null
}

/**
 * Stores the nonces between us and our peers over restarts, for one share of one group. Peers are
 * x-only keys. Every method throws when the disk can't be read or written: then nothing that
 * depends on it may be computed, advertised or sent.
 */
export interface NonceStore {
  /**
   * The id of the pool of our nonces for this peer: 32 bytes, hex. It stays the same as long as they are
   * kept, and changes once they are dropped or lost.
   */
  poolId(peer: string): string
  /** Gives that pool a new id, because the peer holds lost nonces of it. On the disk when it returns. */
  renewPool(peer: string): string
  /** Our nonces that are kept for this peer; only this peer may use them. */
  unspent(peer: string): KeptNonce[]
  /**
   * Stores new nonces of ours, so that they may be advertised. A crash of the process loses none. A
   * power cut may lose the latest; a peer that uses one of those is refused.
   */
  add(peer: string, nonces: readonly SecretNonce[]): void
  /**
   * Deletes the nonces of a session, all in one transaction. Nothing may be computed with them
   * before it has returned true: then they are gone from the disk.
   *
   * @returns false, with nothing changed, when one of them is not kept for this peer or is named
   *   twice: the caller's memory then differs from what is kept, and `unspent` is right
   */
  spend(peer: string, codes: readonly string[]): boolean
  /**
   * The peer's nonces that we hold, and the codes of those that we have used; both oldest first. And the id
   * of their pool, if the peer has sent it.
   */
  peerNonces(peer: string): {
    held: readonly Nonce[]
    used: readonly string[]
    poolId: string | null
  }
  /**
   * Stores a change of the peer's nonces; of the used codes, at least the newest NONCES_USED_KEPT.
   * Called before a session that uses one of them is sent: then a crash of the process loses
   * nothing. A power cut may lose the latest changes, which costs a refused session.
   */
  keepPeerNonces(peer: string, change: PeerNonceChange): void
  /**
   * Records a request that will spend nonces or be settled: it is known from now on, until the process ends.
   *
   * @param now Unix seconds
   * @returns whether it is a new one
   */
  note(request: SeenRequest, now: number): boolean
  /**
   * Stores a recorded request that has spent nothing; as durable as `keepPeerNonces`.
   *
   * @param now Unix seconds
   */
  settle(request: Omit<SeenRequest, 'until'>, now: number): void
  /** Forgets a recorded request that is not stored: it counts as new again. */
  release(request: Omit<SeenRequest, 'until'>): void
  /**
   * Records a request and stores it at once; as durable as `keepPeerNonces`.
   *
   * @param now Unix seconds
   * @returns whether it is a new one
   */
  remember(request: SeenRequest, now: number): boolean
}

/**
 * The store, which also reports whether it works.
 *
 * @param onStore gets the message for the owner when the store has thrown, and null when it works
 */
export function reportedStore(
  store: NonceStore,
  onStore: (problem: Why | null) => void,
): NonceStore {
  /** Reports only errors: a call that rarely writes does not show that the store works. */
  const reportErrors = <T>(call: () => T): T => {
    try {
      return call()
    } catch (error) {
      onStore(isOfStore(error) ? error.why : ownerWarning.noncesFailing)
      throw error
    }
  }
  const report = <T>(call: () => T): T => {
    const result = reportErrors(call)
    onStore(null)
    return result
  }
  return {
    poolId: (peer) => report(() => store.poolId(peer)),
    renewPool: (peer) => report(() => store.renewPool(peer)),
    unspent: (peer) => report(() => store.unspent(peer)),
    add: (peer, nonces) => report(() => store.add(peer, nonces)),
    spend: (peer, codes) => report(() => store.spend(peer, codes)),
    peerNonces: (peer) => report(() => store.peerNonces(peer)),
    keepPeerNonces: (peer, change) => report(() => store.keepPeerNonces(peer, change)),
    note: (request, now) => reportErrors(() => store.note(request, now)),
    settle: (request, now) => reportErrors(() => store.settle(request, now)),
    release: (request) => reportErrors(() => store.release(request)),
    remember: (request, now) => report(() => store.remember(request, now)),
  }
}

/** The store's own errors have a message for the owner. */
const isOfStore = (error: unknown): error is CodedError<string> =>
  error instanceof CodedError && error.name === 'StoreError'

/**
 * The result of a call to the nonce store; undefined while the store throws, of which the owner is warned
 * already. For calls that no answer needs.
 */
export function ifKept<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const thrownFailure = (error: unknown): Failure =>
  isOfStore(error)
    ? { ok: false, why: error.why, code: 'notPersisted' }
    : { ok: false, why: { error: protocolTexts.nodeError } }
